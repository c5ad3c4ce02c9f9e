//! Something for each square: no look-up by a square can miss.

use std::sync::Arc;

use super::bits::{Bits, Each};

/// Something for each square that a set may hold. Copies share it.
pub(crate) struct Table<B: Bits, T: Copy + Send + Sync + 'static>(Arc<B::Each<T>>);

impl<B: Bits, T: Copy + Send + Sync> Table<B, T> {
    /// By square; what is missing is filled up.
    pub(crate) fn new(list: &[T], filling: T) -> Table<B, T> {
        Table(Arc::new(B::Each::new(list, filling)))
    }

    #[inline(always)]
    pub(crate) fn of(&self, square: usize) -> T {
        *self.0.of(square)
    }

    #[inline(always)]
    pub(crate) fn at(&self, square: usize) -> &T {
        self.0.of(square)
    }
}

impl<B: Bits, T: Copy + Send + Sync> Clone for Table<B, T> {
    fn clone(&self) -> Table<B, T> {
        Table(Arc::clone(&self.0))
    }
}
