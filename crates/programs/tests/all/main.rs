//! All tests of the public interface, in one program: it is linked once.

mod openings;
mod pairs;
mod player;
mod record;
mod versus;
mod whole_keys;
