//! Remembers random numbers, which many estimates of a report share.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The most numbers that are remembered at a time.
const MOST: usize = 1 << 23;

/// Numbers by what they were computed from.
pub(crate) struct Memo<K, T>(Mutex<BTreeMap<K, Arc<[T]>>>);

impl<K: Ord, T> Memo<K, T> {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(BTreeMap::new()))
    }

    /// Returns the numbers of a key, and computes them if they are not remembered.
    pub(crate) fn get(&self, key: K, compute: impl FnOnce() -> Vec<T>) -> Arc<[T]> {
        // A map of complete entries is valid even if another thread panicked.
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(numbers) = known().get(&key) {
            return Arc::clone(numbers);
        }
        // Other threads are not kept waiting. If two compute the same numbers, either will do.
        let numbers: Arc<[T]> = compute().into();
        let mut known = known();
        if known.values().map(|numbers| numbers.len()).sum::<usize>() + numbers.len() > MOST {
            known.clear();
        }
        if numbers.len() <= MOST {
            known.insert(key, Arc::clone(&numbers));
        }
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_computed_once_unless_there_are_too_many() {
        let memo = Memo::new();
        let times = std::cell::Cell::new(0);
        let get = |key: usize, length: usize| {
            let numbers = memo.get(key, || {
                times.set(times.get() + 1);
                vec![key as u8; length]
            });
            assert_eq!((numbers.len(), numbers[0]), (length, key as u8));
            times.get()
        };
        assert_eq!([get(1, 3), get(2, 4), get(1, 3), get(2, 4)], [1, 2, 2, 2]);
        assert_eq!([get(3, MOST), get(3, MOST)], [3, 3], "it makes room");
        assert_eq!(get(1, 3), 4);
        assert_eq!([get(4, MOST + 1), get(4, MOST + 1)], [5, 6]);
    }
}
