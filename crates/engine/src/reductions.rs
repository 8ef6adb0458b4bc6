//! How much less deeply late moves are searched first: by the logarithms of the depth and of the number of the move.
//! Which moves are late, and what else changes the reduction, is in step 12 of `node.rs`.

/// The reductions by depth and number of moves, in 1024ths of a ply.
pub(crate) struct Reductions {
    logarithms: [i32; 64],
}

impl Reductions {
    pub(crate) fn new() -> Self {
        // In software: a logarithm of the processor may differ from machine to machine.
        Self { logarithms: std::array::from_fn(|number| (libm::log(number.max(1) as f64) * 1024.0) as i32) }
    }

    /// Returns the reduction in 1024ths of a ply.
    #[inline]
    pub(crate) fn of(&self, depth: i32, moves: i32) -> i32 {
        let logarithm = |number: i32| self.logarithms[number.clamp(0, 63) as usize];
        788 + logarithm(depth) * logarithm(moves) / 2_560
    }
}
