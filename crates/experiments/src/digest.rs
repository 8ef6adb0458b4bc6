//! A digest that is the same on every machine and in every version of the program.

/// 64-bit FNV-1a: a digest that is the same everywhere.
pub(crate) fn fnv_1a(text: &str) -> u64 {
    fnv_1a_on(FNV_1A, text.as_bytes())
}

/// The digest of nothing.
pub(crate) const FNV_1A: u64 = 0xcbf2_9ce4_8422_2325;

/// The digest of what `hash` is the digest of, with `bytes` behind it.
pub(crate) fn fnv_1a_on(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
