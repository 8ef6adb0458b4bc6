//! A binary search tree in a pool of fixed size.

use zobrist::Key;

use super::structured::Held;

/// Positions in a tree that is ordered by their keys and not balanced. Random keys keep it flat.
#[derive(Debug)]
pub(super) struct Tree {
    /// The positions, each with its links. A link is the index of a node plus one, or 0 if there is no node.
    pool: Vec<Node>,
    root: u32,
    /// The greatest number of positions.
    capacity: usize,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    held: Held,
    /// The links to the smaller and to the greater keys.
    links: [u32; 2],
}

/// Where a link is: the root, or a side of the node with this index.
#[derive(Clone, Copy)]
enum Place {
    Root,
    Side(usize, usize),
}

impl Tree {
    /// Creates an empty tree in a pool.
    pub(super) fn new(pool: Vec<Node>, capacity: usize) -> Self {
        Self { pool, root: 0, capacity }
    }

    pub(super) fn is_full(&self) -> bool {
        self.pool.len() == self.capacity
    }

    pub(super) fn get(&self, key: Key) -> Option<&Held> {
        self.node(self.find(key)).map(|node| &self.pool[node].held)
    }

    pub(super) fn get_mut(&mut self, key: Key) -> Option<&mut Held> {
        self.node(self.find(key)).map(|node| &mut self.pool[node].held)
    }

    /// Stores a position, and returns whether there was room for it.
    pub(super) fn insert(&mut self, held: Held) -> bool {
        let place = self.find(held.key);
        if let Some(node) = self.node(place) {
            self.pool[node].held = held;
        } else if self.is_full() {
            return false;
        } else {
            self.pool.push(Node { held, links: [0; 2] });
            *self.link(place) = self.pool.len() as u32;
        }
        true
    }

    pub(super) fn remove(&mut self, key: Key) {
        let place = self.find(key);
        let Some(node) = self.node(place) else { return };
        let [smaller, greater] = self.pool[node].links;
        if smaller != 0 && greater != 0 {
            // The next greater position, which has no smaller one below it, takes the place.
            let mut next = Place::Side(node, 1);
            while let Some(below) = self.node(next).filter(|&below| self.pool[below].links[0] != 0) {
                next = Place::Side(below, 0);
            }
            let Some(least) = self.node(next) else { return };
            self.pool[node].held = self.pool[least].held;
            *self.link(next) = self.pool[least].links[1];
            self.free(least);
        } else {
            *self.link(place) = smaller.max(greater);
            self.free(node);
        }
    }

    /// Removes the positions for which `keeps` returns false.
    pub(super) fn retain(&mut self, keeps: impl Fn(&Held) -> bool) {
        let kept: Vec<Held> = self.iter().filter(|held| keeps(held)).copied().collect();
        self.clear();
        for held in kept {
            self.insert(held);
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Held> {
        self.pool.iter().map(|node| &node.held)
    }

    pub(super) fn clear(&mut self) {
        self.pool.clear();
        self.root = 0;
    }

    /// Returns the nodes from the root to a position, or to where it would be.
    pub(super) fn path(&self, key: Key) -> impl Iterator<Item = usize> + '_ {
        let below = move |&node: &usize| {
            let held = self.pool[node].held.key;
            if held == key { None } else { self.node(Place::Side(node, usize::from(key > held))) }
        };
        std::iter::successors(self.node(Place::Root), below)
    }

    /// Describes where a node is in the tree.
    pub(super) fn place_of(&self, node: usize) -> String {
        let parent = self.path(self.pool[node].held.key).take_while(|&above| above != node).last();
        match parent {
            None => "root".to_owned(),
            Some(parent) if self.pool[parent].held.key > self.pool[node].held.key => format!("left of node {parent}"),
            Some(parent) => format!("right of node {parent}"),
        }
    }

    /// Returns where the link to a position is, or would be.
    fn find(&self, key: Key) -> Place {
        let mut place = Place::Root;
        while let Some(node) = self.node(place).filter(|&node| self.pool[node].held.key != key) {
            place = Place::Side(node, usize::from(key > self.pool[node].held.key));
        }
        place
    }

    /// Returns the index of the node to which a link leads.
    fn node(&self, place: Place) -> Option<usize> {
        let link = match place {
            Place::Root => self.root,
            Place::Side(node, side) => self.pool[node].links[side],
        };
        link.checked_sub(1).map(|index| index as usize)
    }

    fn link(&mut self, place: Place) -> &mut u32 {
        match place {
            Place::Root => &mut self.root,
            Place::Side(node, side) => &mut self.pool[node].links[side],
        }
    }

    /// Removes a node to which no link leads from the pool. The last node moves to its index.
    fn free(&mut self, node: usize) {
        let last = self.pool.len() - 1;
        if node != last {
            let place = self.find(self.pool[last].held.key);
            *self.link(place) = node as u32 + 1;
        }
        self.pool.swap_remove(node);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use tt::{Bound, Record};

    use super::*;

    #[test]
    fn a_tree_agrees_with_an_ordered_map() {
        let mut tree = Tree::new(Vec::new(), 48);
        let mut map: BTreeMap<Key, u8> = BTreeMap::new();
        for step in 0..20_000_u64 {
            let dice = Key::mixed(step).0;
            // Numbers in order make deep trees, too.
            let key = Key(if step % 4_000 < 2_000 { Key::mixed(dice % 80).0 } else { dice % 80 });
            let depth = (dice >> 32) as u8;
            match dice >> 56 {
                0..100 => {
                    tree.remove(key);
                    map.remove(&key);
                }
                100 => {
                    tree.retain(|held| held.record.depth % 2 == 0);
                    map.retain(|_, depth| *depth % 2 == 0);
                }
                _ => {
                    let has_room = map.contains_key(&key) || map.len() < 48;
                    let record = Record { payload: 0, score: 0, bound: Bound::Exact, depth, ..Record::default() };
                    assert_eq!(tree.insert(Held::new(key, record, 0)), has_room);
                    if has_room {
                        map.insert(key, depth);
                    }
                }
            }
            assert_eq!(tree.is_full(), map.len() == 48);
            assert_eq!(tree.get(key).map(|held| held.record.depth), map.get(&key).copied());
            let mut all: Vec<_> = tree.iter().map(|held| (held.key, held.record.depth)).collect();
            all.sort_unstable();
            assert!(all.into_iter().eq(map.iter().map(|(&key, &depth)| (key, depth))));
            assert!(map.keys().all(|&key| tree.get(key).is_some()), "every position is found");
        }
    }
}
