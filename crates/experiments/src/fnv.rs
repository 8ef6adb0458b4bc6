//! 64-bit FNV-1a, which is the same on every machine and in every version of the program.

/// Returns the digest of a text.
pub(crate) fn fnv_1a(text: &str) -> u64 {
    fnv_1a_on(FNV_1A, text.as_bytes())
}

/// The digest of an empty text.
pub(crate) const FNV_1A: u64 = 0xcbf2_9ce4_8422_2325;

/// Continues the digest `hash` with `bytes`.
pub(crate) fn fnv_1a_on(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
