//! Why a move is what it is: the rules it used, and the rule that forbids one.

/// The rules that a move used, by address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The clause it used.
    pub clause: String,
    /// How many guards that clause had to satisfy.
    pub guards: usize,
    /// The events it set off, in order.
    pub events: Vec<String>,
    /// The offer that rode on it.
    pub offer: Option<String>,
    /// The end that holds after it.
    pub ended_by: Option<String>,
}

/// A move that a clause allows and a law forbids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// The clause that would make it.
    pub clause: String,
    /// The ban it breaks, or the duty it neglects.
    pub banned_by: String,
}
