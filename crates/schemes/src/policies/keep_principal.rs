//! The additional component *principal*: positions of principal variations are kept.

use tt::{Components, Decision, Policy, Worth};

use super::protected::protect;

/// Another policy, except that positions of principal variations of the present search are not overwritten by other
/// positions: "positions which are part of the principal variation of a root's child are important positions, and may
/// not be overwritten by other positions" (`[Breuker 1998, 2.7.3]`).
///
/// A principal candidate may overwrite them. Where the policy would replace a principal position, the last other
/// position of the bucket is replaced, or the candidate is not stored. The table needs a layout with
/// [components](tt::Components::principal). A table with another layout does not compile. If a search offers no
/// components, the policy is the inner one.
///
/// ```
/// use schemes::policies::KeepPrincipal;
/// use tt::policies::{New, OneLevel};
/// use tt::{Components, Decision, Policy, Worth};
///
/// let components = |principal| Components { principal, ..Components::default() };
/// let position = |principal| Worth { user: components(principal).to_bits(), ..Worth::default() };
/// let policy = KeepPrincipal(OneLevel(New));
/// assert_eq!(policy.victim(&[position(true)], position(false)), Decision::Keep);
/// assert_eq!(policy.victim(&[position(true)], position(true)), Decision::Replace(0));
/// assert_eq!(policy.victim(&[position(false)], position(false)), Decision::Replace(0));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct KeepPrincipal<R>(pub R);

impl<R: Policy<W>, const W: usize> Policy<W> for KeepPrincipal<R> {
    const NEEDS_PV: bool = R::NEEDS_PV;
    const NEEDS_USER: bool = true;

    forward_policy!(0: place same reads_move_index ages on_hit);

    fn victim(self, residents: &[Worth; W], candidate: Worth) -> Decision {
        let is_principal = |worth: Worth| Components::of(worth.user).is_some_and(|components| components.principal);
        let is_safe = |slot: usize| {
            let resident: Worth = residents[slot];
            is_principal(resident) && !resident.stamped() && !is_principal(candidate)
        };
        protect(self.0.victim(residents, candidate), W, is_safe)
    }
}
