//! What a hook of root gives up: of all its rights, those over the owners and modes of
//! files are left, which Landlock holds to the folders of the policy.

use rustix::thread::{
    CapabilitySet, CapabilitySets, capabilities, remove_capability_from_bounding_set,
    set_capabilities,
};

use crate::error::SandboxError;

const KEPT: CapabilitySet = CapabilitySet::CHOWN
    .union(CapabilitySet::DAC_OVERRIDE)
    .union(CapabilitySet::FOWNER)
    .union(CapabilitySet::FSETID);

/// Gives up every other right of this thread, and with it of what it starts.
pub(super) fn give_up() -> Result<(), SandboxError> {
    let failed = |error| SandboxError::set_up("capabilities", error);
    let own = capabilities(None).map_err(failed)?;
    if own.permitted.is_empty() {
        return Ok(());
    }
    for right in CapabilitySet::all().difference(KEPT) {
        // Some a kernel does not know; without the right to remove one, none is gained.
        let _ = remove_capability_from_bounding_set(right);
    }
    let kept = CapabilitySets {
        effective: own.effective & KEPT,
        permitted: own.permitted & KEPT,
        inheritable: CapabilitySet::empty(),
    };
    set_capabilities(None, kept).map_err(failed)
}
