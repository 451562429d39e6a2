//! Trust: the hooks of a project do not run until a person has looked at them.
//!
//! Trust is kept per hook, as a digest over [`Evidence`]: its [`HookDefinition`]
//! (event, matcher, command and all else) and the [`TrustedScript`]s inside the
//! project that it names. Change one byte of either, or swap a script for a
//! symlink, and just that hook is untrusted again.
//!
//! A [`TrustStore`] says where a hook is; [`TrustFile`] keeps one in a
//! file. A [`Watch`] asks before every run whether the evidence still holds, and
//! says how the hook is started so that what runs is what was trusted: from a
//! copy in a [`CopyStore`], or in its place with another look afterwards.
//!
//! ```
//! use std::fs;
//!
//! use snaphook_core::event::Event;
//! use snaphook_core::hook::{CommandDef, HandlerDef, Hook, Scope, Source};
//! use snaphook_core::matching::GroupMatcher;
//! use snaphook_trust::{Evidence, TrustPlace, TrustState, TrustFile, TrustStore};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let folder = tempfile::tempdir()?;
//! let project = folder.path().join("project");
//! fs::create_dir(&project)?;
//! fs::write(project.join("guard.sh"), "exit 0")?;
//!
//! let hook = Hook::new(
//!     Event::resolve("PreToolUse"),
//!     GroupMatcher::all(),
//!     HandlerDef::new(CommandDef {
//!         command: "bash ./guard.sh".to_owned(),
//!         ..CommandDef::default()
//!     }),
//!     Source::host(Scope::Project),
//! );
//! let place = TrustPlace { project: &project, home: None };
//! let store = TrustFile::new(folder.path().join("state/trust.json"));
//!
//! let evidence = Evidence::gather(&hook, &place);
//! assert_eq!(store.trust_state(&project, &hook, &evidence), TrustState::Unknown);
//! store.trust(&project, &[(&hook, &evidence)], 1_700_000_000)?;
//! assert_eq!(store.trust_state(&project, &hook, &evidence), TrustState::Trusted);
//!
//! fs::write(project.join("guard.sh"), "exit 1")?;
//! let evidence = Evidence::gather(&hook, &place);
//! let TrustState::Changed(changes) = store.trust_state(&project, &hook, &evidence) else {
//!     panic!("the script has changed");
//! };
//! assert!(changes[0].to_string().starts_with("guard.sh: the content changed"));
//! # Ok(())
//! # }
//! ```

mod canonical;
mod change;
mod copy;
mod definition;
mod digest;
mod evidence;
mod likeness;
mod os;
mod record;
mod scripts;
mod shown;
mod start;
mod store;
mod trust_state;
mod watch;

pub use change::TrustChange;
pub use copy::CopyStore;
pub use definition::HookDefinition;
pub use digest::{Digest, InvalidDigest};
pub use evidence::{Evidence, TrustPlace};
pub use record::TrustRecord;
pub use scripts::{Link, ScriptError, ScriptState, TrustedScript};
pub use start::{ChangedError, StartPlace, VerifiedStart};
pub use store::{TrustError, TrustFile, TrustedProject};
pub use trust_state::{GrantError, TrustState, TrustStore};
pub use watch::{FileSnapshot, Watch};
