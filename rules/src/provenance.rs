//! Which source says what.

use serde::{Deserialize, Serialize};

/// Where a rule comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Citation {
    /// A declared work, and where in it.
    Work {
        /// The key of `cite`.
        key: String,
        /// Page or section, as written; may be empty.
        place: String,
    },
    /// The rule file's own decision, with its reason if given.
    Ours(String),
}
