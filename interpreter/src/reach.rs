//! stub
use chator_rules::Set;
pub(crate) struct Reach;
pub(crate) fn fill(_: &mut crate::game::Tables) { unimplemented!() }
pub(crate) fn holds_no_man(_: &Set) -> bool { unimplemented!() }
