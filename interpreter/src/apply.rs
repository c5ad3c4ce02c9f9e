//! stub
pub(crate) fn start(_: &crate::game::Tables) -> crate::state::State { unimplemented!() }
