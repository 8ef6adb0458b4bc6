//! Controls from caches of files and web pages: eviction by queues, which consider only whether a position was found
//! again.

use tt::{Record, Size, Stored, TableError};
use zobrist::Key;

use super::filled;
use super::structured::{DataStructure, Held, permille};
use crate::slot_view::Slotted;
use crate::{Section, UsedSlot};

/// A table whose sets of positions are ordered as queues, from which an [`Eviction`] rule selects the victim.
///
/// A set contains 2, 4 or 8 positions, like a bucket. A candidate is always stored. A record of the same position is
/// overwritten where it is. Only a [`hit`](tt::Table::hit) counts as an access.
pub(crate) struct Queues {
    /// The positions of one set after another. In each, the slots in use come first.
    items: Vec<Option<Item>>,
    /// For each set, the hand of SIEVE plus one (0 if there is none), or the length of the small queue of S3-FIFO.
    marks: Vec<u8>,
    /// The keys that S3-FIFO remembers of each set, the newest first.
    ghosts: Vec<Option<Key>>,
    width: usize,
    eviction: Eviction,
}

/// How a victim is selected from a set of positions.
///
/// Both rules were published for caches of thousands of objects. Here, each set is such a cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Eviction {
    /// SIEVE (`[Zhang 2024]`). One queue: a hand moves from the oldest position to the newest one and evicts the
    /// first position that was not found since the hand passed it. A position never changes its place in the queue.
    Sieve,
    /// S3-FIFO (`[Yang 2023]`). A small queue of a tenth of the set, at least one position, takes candidates. What
    /// leaves it goes to the main queue if it was found more than once, and is evicted otherwise. The main queue
    /// evicts a position that was not found since it entered the queue. A candidate that the small queue has evicted
    /// recently enters the main queue: as many evicted keys as the main queue has positions are remembered.
    S3Fifo,
}

/// A position, and how often it was found.
#[derive(Clone, Copy, Debug)]
struct Item {
    held: Held,
    hits: u8,
}

/// The queues of one set.
struct Set<'a> {
    /// One queue, or the small queue followed by the main queue, each from its newest to its oldest position.
    items: &'a mut [Option<Item>],
    mark: &'a mut u8,
    ghosts: &'a mut [Option<Key>],
}

impl Queues {
    /// Creates an empty table with sets of `width` positions.
    pub(crate) fn new(size: Size, width: usize, eviction: Eviction) -> Result<Self, TableError> {
        let len = match eviction {
            Eviction::Sieve => super::positions::<Option<Item>>(size, width as u64)?,
            Eviction::S3Fifo => super::positions::<(Option<Item>, Option<Key>)>(size, width as u64)?,
        };
        let ghosts = if eviction == Eviction::S3Fifo { len } else { 0 };
        Ok(Self {
            items: filled(size, None, len)?,
            marks: filled(size, 0, len / width)?,
            ghosts: filled(size, None, ghosts)?,
            width,
            eviction,
        })
    }

    fn set_of(&self, key: Key) -> usize {
        super::place(key, self.marks.len())
    }

    fn find(&self, key: Key) -> Option<usize> {
        let first = self.set_of(key) * self.width;
        let is_here = |index: &usize| self.items[*index].is_some_and(|item| item.held.key == key);
        (first..first + self.width).find(is_here)
    }

    fn set(&mut self, key: Key) -> Set<'_> {
        let (set, width) = (self.set_of(key), self.width);
        let of_set = set * width..(set + 1) * width;
        let ghosts = if self.ghosts.is_empty() { &mut [][..] } else { &mut self.ghosts[of_set.clone()] };
        Set { items: &mut self.items[of_set], mark: &mut self.marks[set], ghosts }
    }
}

impl Set<'_> {
    fn len(&self) -> usize {
        self.items.iter().flatten().count()
    }

    fn insert(&mut self, index: usize, item: Item) {
        let len = self.len();
        self.items[index..=len].rotate_right(1);
        self.items[index] = Some(item);
    }

    fn remove(&mut self, index: usize) -> Option<Item> {
        let len = self.len();
        let removed = self.items[index].take();
        self.items[index..len].rotate_left(1);
        removed
    }

    /// Returns whether the position at this index was found, and counts one hit less.
    fn was_found(&mut self, index: usize) -> bool {
        let hits = self.items[index].as_mut().map(|item| &mut item.hits).filter(|hits| **hits > 0);
        hits.map(|hits| *hits -= 1).is_some()
    }

    /// Stores a candidate by SIEVE.
    fn sieve(&mut self, new: Item) {
        if self.len() == self.items.len() {
            let last = self.items.len() - 1;
            let mut hand = usize::from(*self.mark).checked_sub(1).unwrap_or(last);
            while self.was_found(hand) {
                hand = hand.checked_sub(1).unwrap_or(last);
            }
            self.remove(hand);
            // The hand moves on to the next newer position, whose index the candidate increases by one.
            *self.mark = if hand == 0 { 0 } else { hand as u8 + 1 };
        }
        self.insert(0, new);
    }

    /// Stores a candidate by S3-FIFO.
    fn s3_fifo(&mut self, new: Item) {
        let most_small = (self.items.len() / 10).max(1);
        let main = self.items.len() - most_small;
        while self.len() == self.items.len() {
            let small = usize::from(*self.mark);
            if small >= most_small {
                *self.mark -= 1;
                match self.remove(small - 1) {
                    Some(item) if item.hits > 1 => self.insert(small - 1, Item { hits: 0, ..item }),
                    Some(item) => {
                        self.ghosts[..main].rotate_right(1);
                        self.ghosts[0] = Some(item.held.key);
                    }
                    None => {}
                }
            } else {
                let oldest = self.items.len() - 1;
                if self.was_found(oldest) {
                    self.items[small..].rotate_right(1);
                } else {
                    self.remove(oldest);
                }
            }
        }
        let small = usize::from(*self.mark);
        if let Some(ghost) = self.ghosts.iter_mut().find(|ghost| **ghost == Some(new.held.key)) {
            *ghost = None;
            self.insert(small, new);
        } else {
            *self.mark += 1;
            self.insert(0, new);
        }
    }
}

impl DataStructure for Queues {
    fn get(&self, key: Key) -> Option<&Held> {
        self.find(key).and_then(|index| self.items[index].as_ref()).map(|item| &item.held)
    }

    fn get_mut(&mut self, key: Key) -> Option<&mut Held> {
        self.find(key).and_then(|index| self.items[index].as_mut()).map(|item| &mut item.held)
    }

    fn offer(&mut self, held: Held, _: u8) -> Stored {
        let eviction = self.eviction;
        let mut set = self.set(held.key);
        let is_full = set.len() == set.items.len();
        match eviction {
            Eviction::Sieve => set.sieve(Item { held, hits: 0 }),
            Eviction::S3Fifo => set.s3_fifo(Item { held, hits: 0 }),
        }
        if is_full { Stored::Replaced } else { Stored::Fresh }
    }

    fn hit(&mut self, key: Key) {
        let most = match self.eviction {
            Eviction::Sieve => 1,
            Eviction::S3Fifo => 3,
        };
        if let Some(item) = self.find(key).and_then(|index| self.items[index].as_mut()) {
            item.hits = (item.hits + 1).min(most);
        }
    }

    fn clear(&mut self) {
        self.items.fill(None);
        self.marks.fill(0);
        self.ghosts.fill(None);
    }

    fn capacity(&self) -> usize {
        self.items.len()
    }

    fn all(&self) -> impl Iterator<Item = &Held> {
        self.items.iter().flatten().map(|item| &item.held)
    }

    fn hashfull(&self, generation: u8) -> u32 {
        let sample = &self.items[..self.items.len().min(1000)];
        permille(sample.iter().flatten().map(|item| &item.held), sample.len(), generation)
    }
}

impl Queues {
    /// Describes what the eviction rule knows of a slot, of which `len` slots of its set are in use.
    fn note(&self, set: usize, slot: usize, len: usize, hits: u8) -> String {
        let mark = usize::from(self.marks[set]);
        match self.eviction {
            Eviction::Sieve => {
                let last = self.width - 1;
                let is_at_hand = len == self.width && slot == mark.checked_sub(1).unwrap_or(last);
                let words = [(hits > 0, "visited"), (is_at_hand, "hand")];
                words.iter().filter(|(applies, _)| *applies).map(|(_, word)| *word).collect::<Vec<_>>().join(", ")
            }
            Eviction::S3Fifo => {
                let queue = if slot < mark { "small" } else { "main" };
                if hits > 0 { format!("{queue}, found {hits}x") } else { queue.to_owned() }
            }
        }
    }
}

impl Slotted<u16> for Queues {
    fn sections(&self) -> Vec<Section> {
        vec![Section::whole("set", self.marks.len())]
    }

    fn slots_per_group(&self) -> usize {
        self.width
    }

    /// The slots of a set are ordered from the newest to the oldest position of each queue.
    fn visit_slots(&self, visit: &mut dyn FnMut(UsedSlot<Record<u16>>)) {
        for (set, items) in self.items.chunks(self.width).enumerate() {
            let used: Vec<_> = items.iter().flatten().collect();
            for (slot, item) in used.iter().enumerate() {
                let note = self.note(set, slot, used.len(), item.hits);
                visit(item.held.shown(set * self.width + slot, note));
            }
        }
    }

    fn slots_of(&self, key: Key) -> Vec<usize> {
        let first = self.set_of(key) * self.width;
        (first..first + self.width).collect()
    }
}
