//! chator
