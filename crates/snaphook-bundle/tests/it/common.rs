//! Folders, keys and archives for these tests.

use std::io::Write;
use std::path::Path;

use snaphook_bundle::{
    BundleBuilder, BundleChecks, BundleError, PolicyBundle, PolicyMetadata, SigningKeyFile,
    TrustedKeys,
};
use snaphook_core::kind::Kinds;

pub(crate) const GUARD: &str = r#"{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [
    {"name": "no-rm", "command": "${CLAUDE_PLUGIN_ROOT}/hooks/guard.sh", "onFailure": "block"}]}]}}"#;

/// A policy that is packed and signed in many ways.
pub(crate) struct Policy {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) key: SigningKeyFile,
}

impl Policy {
    pub(crate) fn new() -> Self {
        let policy = Self {
            folder: tempfile::tempdir().unwrap(),
            key: SigningKeyFile::generate("release").unwrap(),
        };
        policy.write("settings/policy.json", GUARD);
        policy.write("hooks/guard.sh", "#!/bin/sh\nexit 2\n");
        policy
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub(crate) fn keys(&self) -> TrustedKeys {
        let (id, key) = ("release".to_owned(), self.key.public().to_string());
        TrustedKeys::read([(&id, &key)]).unwrap()
    }

    pub(crate) fn build(&self, metadata: PolicyMetadata) -> Vec<u8> {
        self.try_build(metadata).unwrap()
    }

    pub(crate) fn try_build(&self, metadata: PolicyMetadata) -> Result<Vec<u8>, BundleError> {
        let revision = format!("v{}", metadata.sequence);
        let builder = BundleBuilder::new(revision, metadata);
        builder.build(self.folder.path(), &Kinds::default(), &self.key)
    }

    pub(crate) fn numbered(&self, sequence: u64) -> Vec<u8> {
        self.build(PolicyMetadata {
            sequence,
            ..PolicyMetadata::default()
        })
    }

    #[track_caller]
    pub(crate) fn refused(&self, archive: &[u8]) -> String {
        let verified = PolicyBundle::verify(archive, &self.keys());
        verified.unwrap_err().to_string()
    }
}

/// An entry of an archive that no honest program writes.
pub(crate) struct Entry<'a> {
    pub(crate) name: &'a str,
    pub(crate) kind: tar::EntryType,
    pub(crate) content: &'a [u8],
}

impl<'a> Entry<'a> {
    pub(crate) fn file(name: &'a str, content: &'a [u8]) -> Self {
        Self {
            name,
            kind: tar::EntryType::Regular,
            content,
        }
    }
}

/// An archive of these entries, whatever their names are.
pub(crate) fn archive(entries: &[Entry<'_>]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for entry in entries {
        let mut header = tar::Header::new_gnu();
        let name = &mut header.as_gnu_mut().unwrap().name;
        name[..entry.name.len()].copy_from_slice(entry.name.as_bytes());
        header.set_entry_type(entry.kind);
        header.set_mode(0o777);
        if matches!(entry.kind, tar::EntryType::Symlink | tar::EntryType::Link) {
            header.set_link_name("/etc/passwd").unwrap();
        }
        header.set_size(entry.content.len() as u64);
        header.set_cksum();
        builder.append(&header, entry.content).unwrap();
    }
    gzip(&builder.into_inner().unwrap())
}

pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(bytes).unwrap();
    gzip.finish().unwrap()
}

/// The files of an archive that an honest program wrote.
pub(crate) fn entries_of(archive: &[u8]) -> Vec<(String, Vec<u8>)> {
    use std::io::Read;
    let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(archive));
    let entries = archive.entries().unwrap().map(|entry| {
        let mut entry = entry.unwrap();
        let name = entry.path().unwrap().to_str().unwrap().to_owned();
        let mut content = Vec::new();
        entry.read_to_end(&mut content).unwrap();
        (name, content)
    });
    entries.collect()
}

/// An archive of these files.
pub(crate) fn repack(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let entries: Vec<_> = files
        .iter()
        .map(|(name, content)| Entry::file(name, content))
        .collect();
    archive(&entries)
}

/// Checks whose tests end as it says.
pub(crate) struct FixedChecks(pub(crate) Result<(), &'static str>);

impl BundleChecks for FixedChecks {
    fn kinds(&self) -> Kinds {
        Kinds::default()
    }

    fn run_tests(&self, root: &Path) -> Result<(), String> {
        assert!(root.join("tests").is_dir(), "the files are there");
        self.0.map_err(str::to_owned)
    }
}
