//! How large a rule file and the things in it may be. Generous for people, and small enough
//! that no text can exhaust the memory or the stack of the program that reads it.

/// Bytes in a file: 1 MiB.
pub const MAX_FILE: usize = 1 << 20;

/// Brackets and braces inside each other. Chains of `of`, `not`, `+` and `-` count too: each
/// word is one level of the tree.
pub const MAX_NESTING: usize = 128;

/// The largest number.
pub const MAX_NUMBER: u32 = 1_000_000;
