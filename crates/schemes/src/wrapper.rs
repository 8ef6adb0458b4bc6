//! Tables around another table, which change what is stored and what is found.

use tt::{Payload, Record};
use zobrist::Key;

/// The record of a position, and a second one of the same position if the table has one, as
/// [`probe_both`](tt::Table::probe_both) returns them.
pub type Found<P> = (Record<P>, Option<Record<P>>);

/// What a table of `P` changes that contains a table of `N`. [`wrap_table`] makes a [`Table`](tt::Table) of it.
pub(crate) trait Wrapper<P: Payload, N: Payload> {
    /// Returns the record to store, if any, when this record is offered.
    fn offered(&self, record: Record<P>) -> Option<Record<N>>;

    /// Returns what a probe finds if the table within finds this.
    fn found(&self, key: Key, found: Option<Found<N>>) -> Option<Found<P>>;
}

/// Implements [`Table`](tt::Table) for a [`Wrapper`] of the table that `inner` is. Every method of the table within is
/// called here, so that no wrapper can forget one. A wrapper can know the answer of `reads_move_index`.
macro_rules! wrap_table {
    ($self:ident => $inner:expr; $wrapper:ty, $payload:ty where $($bounds:tt)*) => {
        $crate::wrapper::wrap_table!($self => $inner, $inner.reads_move_index(); $wrapper, $payload where $($bounds)*);
    };
    ($self:ident => $inner:expr, $reads_move_index:expr; $wrapper:ty, $payload:ty where $($bounds:tt)*) => {
        impl<$($bounds)*> tt::Table for $wrapper {
            type Payload = $payload;

            #[inline]
            fn probe(&$self, key: tt::Key) -> Option<tt::Record<$payload>> {
                $self.probe_both(key).map(|(first, _)| first)
            }

            #[inline(always)]
            fn probe_both(&$self, key: tt::Key) -> Option<$crate::Found<$payload>> {
                $self.found(key, $inner.probe_both(key))
            }

            #[inline(always)]
            fn store(&mut $self, key: tt::Key, record: tt::Record<$payload>) -> tt::Stored {
                let Some(record) = $self.offered(record) else { return tt::Stored::Ignored };
                $inner.store(key, record)
            }

            #[inline]
            fn reads_move_index(&$self) -> bool {
                $reads_move_index
            }

            fn identify(&mut $self, encoding: &[u8]) {
                $inner.identify(encoding);
            }

            #[inline]
            fn prefetch(&$self, key: tt::Key) {
                $inner.prefetch(key);
            }

            #[inline(always)]
            fn hit(&mut $self, key: tt::Key) {
                $inner.hit(key);
            }
        }
    };
}

/// Implements [`Maintain`](tt::Maintain) and [`Inspect`](tt::Inspect) for a wrapper by the table in its field.
macro_rules! wrap_contents {
    ($field:ident of $wrapper:ty where $bounds:tt) => {
        $crate::wrapper::wrap_contents!($field of $wrapper where $bounds, $bounds);
    };
    ($field:ident of $wrapper:ty where ($($maintained:tt)*), ($($inspected:tt)*)) => {
        impl<$($maintained)*> tt::Maintain for $wrapper {
            fn stamp(&mut self) {
                self.$field.stamp();
            }

            fn clear(&mut self) {
                self.$field.clear();
            }
        }

        impl<$($inspected)*> tt::Inspect for $wrapper {
            fn capacity(&self) -> u64 {
                self.$field.capacity()
            }

            fn fill(&self) -> u64 {
                self.$field.fill()
            }

            fn hashfull(&self) -> u32 {
                self.$field.hashfull()
            }

            fn identity(&self, key: tt::Key) -> tt::Identity {
                self.$field.identity(key)
            }

            fn identities(&self) -> Box<dyn Fn(tt::Key) -> tt::Identity> {
                self.$field.identities()
            }
        }
    };
}

pub(crate) use {wrap_contents, wrap_table};
