//! What a machine takes, keeps and refuses.

use std::collections::BTreeMap;
use std::path::Path;

use snaphook_bundle::{
    BundleMode, BundleSlot, BundleStore, InstallOutcome, MachineIdentity, PolicyMetadata, Rollout,
    StoreError, StoredPolicy,
};
use snaphook_core::hook::Scope;
use snaphook_core::kind::Kinds;
use snaphook_settings::{LoadContext, Places, discover};

use crate::common::{FixedChecks, Policy};

const NOW: i64 = 1_800_000_000;
const PASS: FixedChecks = FixedChecks(Ok(()));

struct Machine {
    folder: tempfile::TempDir,
    policy: Policy,
    store: BundleStore,
    identity: MachineIdentity,
}

impl Machine {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self {
            store: BundleStore::new(folder.path().join("store")),
            folder,
            policy: Policy::new(),
            identity: MachineIdentity::default(),
        }
    }

    fn take(&self, archive: &[u8]) -> Result<InstallOutcome, StoreError> {
        self.take_if(archive, &PASS)
    }

    fn take_if(&self, archive: &[u8], checks: &FixedChecks) -> Result<InstallOutcome, StoreError> {
        let keys = self.policy.keys();
        self.store
            .install(archive, &keys, &self.identity, false, NOW, checks)
    }

    fn revision(&self, slot: BundleSlot) -> Option<String> {
        self.store
            .stored(slot)
            .unwrap()
            .map(|stored| stored.revision)
    }

    /// What settings get: the names of hooks (`~` for one that only observes), and why
    /// everything is blocked.
    fn settings(&self, on_stale: &str) -> (Vec<String>, Option<String>) {
        let etc = self.folder.path().join("etc");
        std::fs::create_dir_all(etc.join("snaphook")).unwrap();
        let source = serde_json::json!({"policySource": {
            "url": "https://policy.test/p", "onStale": on_stale, "labels": self.identity.labels,
            "keys": {"release": self.policy.key.public().to_string()}}});
        std::fs::write(
            etc.join("snaphook/managed-settings.json"),
            source.to_string(),
        )
        .unwrap();
        let mut places = Places::managed(&etc);
        places.policy = Some(StoredPolicy::new(self.store.clone()).shared());
        let found = discover(
            &places,
            &[],
            &mut LoadContext::default().kinds(Kinds::default()),
        );
        let hooks = found.settings.iter().flat_map(|settings| &settings.hooks);
        let hooks = hooks.map(|hook| {
            assert_eq!(hook.source.scope, Scope::Managed);
            let mark = if hook.observe { "~" } else { "" };
            format!("{mark}{}", hook.name)
        });
        let error = found.errors.first().map(|(_, error)| error.to_string());
        (hooks.collect(), error)
    }
}

fn files_below(folder: &Path) -> Vec<String> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => files.push(path.strip_prefix(folder).unwrap().display().to_string()),
            }
        }
    }
    files.sort();
    files
}

#[test]
fn a_newer_bundle_is_taken_and_an_older_one_never_again() {
    let machine = Machine::new();
    let (first, second) = (machine.policy.numbered(1), machine.policy.numbered(2));
    assert!(matches!(
        machine.take(&first).unwrap(),
        InstallOutcome::Installed(..)
    ));
    assert!(matches!(
        machine.take(&first).unwrap(),
        InstallOutcome::Same(..)
    ));
    machine.take(&second).unwrap();
    let found = machine.take(&first).unwrap_err();
    assert!(matches!(found, StoreError::Older { .. }), "{found}");
    machine
        .policy
        .write("hooks/guard.sh", "#!/bin/sh\nexit 0\n");
    let twin = machine.policy.numbered(2);
    let found = machine.take(&twin).unwrap_err();
    assert!(matches!(found, StoreError::SameSequence { .. }), "{found}");
    assert_eq!(machine.revision(BundleSlot::InForce).as_deref(), Some("v2"));
    assert_eq!(machine.settings("keep"), (vec!["no-rm".to_owned()], None));
}

#[test]
fn what_fails_its_tests_or_is_over_is_refused() {
    let machine = Machine::new();
    machine.take(&machine.policy.numbered(1)).unwrap();
    machine.policy.write("tests/a.hooktest.json", "{}");
    let second = machine.policy.numbered(2);
    let found = machine
        .take_if(&second, &FixedChecks(Err("1 failed")))
        .unwrap_err();
    assert!(found.to_string().contains("1 failed"), "{found}");
    assert_eq!(machine.revision(BundleSlot::InForce).as_deref(), Some("v1"));
    let over = machine.policy.build(PolicyMetadata {
        sequence: 3,
        expires: Some("2020-01-01T00:00:00Z".to_owned()),
        ..PolicyMetadata::default()
    });
    let found = machine.take(&over).unwrap_err();
    assert!(matches!(found, StoreError::Expired { .. }), "{found}");
    machine.take(&second).unwrap();
    assert_eq!(machine.revision(BundleSlot::InForce).as_deref(), Some("v2"));
}

#[test]
fn labels_and_shares_choose_machines() {
    let mut machine = Machine::new();
    let rollout = |sequence, team: Option<&str>, percent| {
        let labels = team.map(|team| ("team".to_owned(), team.to_owned()));
        machine.policy.build(PolicyMetadata {
            sequence,
            rollout: Rollout {
                labels: labels.into_iter().collect(),
                percent,
            },
            ..PolicyMetadata::default()
        })
    };
    let others = rollout(1, Some("search"), None);
    let none = rollout(2, None, Some(0));
    let later = rollout(3, None, Some(0));
    let payments = rollout(4, Some("payments"), Some(100));
    assert!(matches!(
        machine.take(&others).unwrap(),
        InstallOutcome::NotForThisMachine(_)
    ));
    assert_eq!(machine.revision(BundleSlot::InForce), None);
    // A machine without any policy takes what the others have not yet.
    assert!(matches!(
        machine.take(&none).unwrap(),
        InstallOutcome::Installed(..)
    ));
    assert!(matches!(
        machine.take(&later).unwrap(),
        InstallOutcome::NotForThisMachine(_)
    ));
    machine.identity.labels = BTreeMap::from([("team".to_owned(), "payments".to_owned())]);
    assert!(matches!(
        machine.take(&payments).unwrap(),
        InstallOutcome::Installed(..)
    ));
    // Somebody carries the store to a machine of another team.
    machine.identity.labels = BTreeMap::new();
    let (hooks, error) = machine.settings("keep");
    assert_eq!(hooks, Vec::<String>::new());
    assert!(error.unwrap().contains("other labels"));
}

#[test]
fn an_observed_bundle_is_watched_beside_the_one_in_force() {
    let machine = Machine::new();
    let observed = |sequence| {
        machine.policy.build(PolicyMetadata {
            sequence,
            mode: BundleMode::Observe,
            ..PolicyMetadata::default()
        })
    };
    machine.take(&machine.policy.numbered(1)).unwrap();
    machine.take(&observed(2)).unwrap();
    let both = vec!["no-rm".to_owned(), "~no-rm".to_owned()];
    assert_eq!(machine.settings("keep"), (both, None));
    // It is in force now, and watched no more.
    machine.take(&machine.policy.numbered(3)).unwrap();
    assert_eq!(machine.settings("keep"), (vec!["no-rm".to_owned()], None));
    assert!(matches!(
        machine.take(&observed(2)).unwrap(),
        InstallOutcome::Superseded(_)
    ));
    // A pointer that somebody changed puts nothing in force that may only be watched.
    machine.take(&observed(4)).unwrap();
    let store = machine.store.folder();
    std::fs::copy(store.join("observed.json"), store.join("in-force.json")).unwrap();
    let (_, error) = machine.settings("keep");
    assert!(error.unwrap().contains("may only be observed"));
}

#[test]
fn without_a_bundle_on_stale_decides_and_nothing_is_silent() {
    let machine = Machine::new();
    assert_eq!(machine.settings("keep"), (Vec::new(), None));
    let (_, error) = machine.settings("block");
    assert!(error.unwrap().contains("there is no policy bundle yet"));
    machine.take(&machine.policy.numbered(1)).unwrap();
    assert_eq!(machine.settings("block"), (vec!["no-rm".to_owned()], None));
}

#[test]
fn whoever_changes_the_store_changes_nothing_that_counts() {
    let machine = Machine::new();
    machine.take(&machine.policy.numbered(1)).unwrap();
    let stored = machine.store.stored(BundleSlot::InForce).unwrap().unwrap();
    let bundles = machine.store.folder().join("bundles");
    let root = bundles.join(&stored.digest);
    let guard = root.join("hooks/guard.sh");
    let text = std::fs::read_to_string(&guard).unwrap();
    let good = (vec!["no-rm".to_owned()], None);
    for harm in [
        &(|| std::fs::write(&guard, "#!/bin/sh\nexit 0\n").unwrap()) as &dyn Fn(),
        &|| std::fs::remove_file(&guard).unwrap(),
        &|| std::fs::remove_dir_all(&root).unwrap(),
        &|| {
            std::fs::remove_file(&guard).unwrap();
            std::fs::create_dir(&guard).unwrap();
        },
        #[cfg(unix)]
        &|| {
            std::fs::remove_file(&guard).unwrap();
            std::os::unix::fs::symlink("/bin/true", &guard).unwrap();
        },
        #[cfg(unix)]
        &|| {
            std::fs::rename(root.join("hooks"), root.join("other")).unwrap();
            std::os::unix::fs::symlink("other", root.join("hooks")).unwrap();
            std::fs::write(root.join("other/guard.sh"), "#!/bin/sh\nexit 0\n").unwrap();
        },
        #[cfg(unix)]
        &|| {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::Permissions::from_mode(0o644);
            std::fs::set_permissions(&guard, mode).unwrap();
        },
    ] {
        harm();
        assert_eq!(machine.settings("keep"), good);
        assert_eq!(std::fs::read_to_string(&guard).unwrap(), text);
    }
    let archive = bundles.join(format!("{}.tar.gz", stored.digest));
    let whole = std::fs::read(&archive).unwrap();
    let other = Policy::new().numbered(9);
    let pointer = machine.store.folder().join("in-force.json");
    let named = std::fs::read_to_string(&pointer).unwrap();
    for (file, content) in [
        (&archive, &whole[..whole.len() / 2]),
        (&archive, &other[..]),
        (&archive, b""),
        (&pointer, b"{}"),
        (
            &pointer,
            b"{\"digest\": \"../../evil\", \"revision\": \"x\", \"sequence\": 1, \"since\": 1}",
        ),
    ] {
        std::fs::write(file, content).unwrap();
        let (hooks, error) = machine.settings("keep");
        assert_eq!(hooks, Vec::<String>::new());
        assert!(error.unwrap().contains("does not count"));
        std::fs::write(&archive, &whole).unwrap();
        std::fs::write(&pointer, &named).unwrap();
    }
    assert_eq!(machine.settings("keep"), good);
}

#[test]
fn two_processes_that_swap_at_once_leave_the_newest() {
    let machine = Machine::new();
    let archives: Vec<_> = (1..=8)
        .map(|sequence| machine.policy.numbered(sequence))
        .collect();
    std::thread::scope(|scope| {
        for archive in archives.iter().rev().chain(&archives) {
            scope.spawn(|| match machine.take(archive) {
                Ok(_) | Err(StoreError::Older { .. }) => {}
                Err(error) => panic!("{error}"),
            });
        }
    });
    assert_eq!(machine.revision(BundleSlot::InForce).as_deref(), Some("v8"));
    assert_eq!(machine.settings("block"), (vec!["no-rm".to_owned()], None));
    let left = files_below(machine.store.folder());
    let temporary = left
        .iter()
        .filter(|name| name.contains(".tmp") || name.contains(".unpack"));
    assert_eq!(temporary.count(), 0, "{left:?}");
}
