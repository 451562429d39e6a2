//! Archives: the good ones, and each kind of bad one.

use std::io::Write;

use snaphook_packs::fetch::{FetchError, read_archive};
use snaphook_packs::{EntryMode, TreeContent, TreeDigest, TreeError};
use tar::{EntryType, Header};

/// An archive of raw headers, which the crate that writes them would refuse.
#[derive(Default)]
struct RawArchive(Vec<u8>);

impl RawArchive {
    fn entry(mut self, name: &str, kind: EntryType, link: &str, bytes: &[u8]) -> Self {
        let mut header = Header::new_gnu();
        let raw = header.as_gnu_mut().unwrap();
        raw.name[..name.len()].copy_from_slice(name.as_bytes());
        raw.linkname[..link.len()].copy_from_slice(link.as_bytes());
        header.set_entry_type(kind);
        header.set_mode(0o755);
        header.set_size(bytes.len() as u64);
        header.set_cksum();
        self.0.extend_from_slice(header.as_bytes());
        self.0.extend_from_slice(bytes);
        self.0.resize(self.0.len().next_multiple_of(512), 0);
        self
    }

    fn file(self, name: &str, text: &str) -> Self {
        self.entry(name, EntryType::Regular, "", text.as_bytes())
    }

    fn read(mut self) -> Result<TreeContent, FetchError> {
        self.0.resize(self.0.len() + 1024, 0);
        let digest = TreeDigest::of(&self.0).to_string();
        let content = read_archive(&self.0, &digest)?;
        content.checked()?;
        Ok(content)
    }
}

#[test]
fn the_only_folder_of_an_archive_is_the_pack() {
    let archive = RawArchive::default()
        .entry("hooks-1.0/", EntryType::Directory, "", b"")
        .file("hooks-1.0/a.sh", "echo")
        .entry("hooks-1.0/b", EntryType::Symlink, "a.sh", b"");
    let content = archive.read().unwrap();
    let files: Vec<_> = content.files().collect();
    assert_eq!(
        files,
        [
            ("a.sh", EntryMode::Executable, "echo".as_bytes()),
            ("b", EntryMode::Symlink, b"a.sh"),
        ]
    );
}

#[test]
fn bad_entries_are_refused() {
    let with = |name: &str, kind: EntryType, link: &str| {
        let archive = RawArchive::default().file("good", "1");
        archive
            .entry(name, kind, link, b"")
            .read()
            .unwrap_err()
            .to_string()
    };
    let file = EntryType::Regular;
    for (name, kind, link, why) in [
        ("../out", file, "", "`..` leads out"),
        ("a/../../out", file, "", "`..` leads out"),
        ("/etc/out", file, "", "absolute"),
        ("C:/out", file, "", "absolute"),
        ("..\\out", file, "", "leads out"),
        ("../dir/", EntryType::Directory, "", "`..` leads out"),
        ("/dir/", EntryType::Directory, "", "absolute"),
        (".git/hooks/x", file, "", "repository"),
        ("a\u{1b}[2J", file, "", "does not show"),
        (
            "link",
            EntryType::Symlink,
            "../../etc/passwd",
            "out of the pack",
        ),
        ("link", EntryType::Symlink, "/etc/passwd", "absolute"),
        ("hard", EntryType::Link, "good", "hard link"),
        ("tty", EntryType::Char, "", "device"),
        ("disk", EntryType::Block, "", "device"),
        ("pipe", EntryType::Fifo, "", "pipe"),
        ("GOOD", file, "", "one file"),
        ("good", file, "", "one file"),
        ("good/more", file, "", "a file or a symlink"),
    ] {
        let error = with(name, kind, link);
        assert!(error.contains(why), "{name}: {error}");
        assert!(!error.contains('\u{1b}'), "{error:?}");
    }
}

#[test]
fn a_file_is_not_written_through_a_symlink() {
    let archive = RawArchive::default()
        .file("d/real", "1")
        .entry("way", EntryType::Symlink, "d", b"")
        .file("way/x", "2");
    let error = archive.read().unwrap_err();
    assert!(
        matches!(error, FetchError::Tree(TreeError::FileAndFolder(_))),
        "{error}"
    );
}

#[test]
fn gigabytes_of_zeros_end_early() {
    // The header promises ten gigabytes.
    let mut archive = RawArchive::default().entry("zeros", EntryType::Regular, "", b"");
    let mut header = Header::from_byte_slice(&archive.0[..512]).clone();
    header.set_size(10 * 1024 * 1024 * 1024);
    header.set_cksum();
    archive.0[..512].copy_from_slice(header.as_bytes());
    let error = archive.read().unwrap_err();
    assert!(
        matches!(error, FetchError::Tree(TreeError::LargeFile(_))),
        "{error}"
    );

    // Many files, each small enough.
    let zeros = vec![0; 15 * 1024 * 1024];
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    for number in 0..6 {
        let one = RawArchive::default().entry(&number.to_string(), EntryType::Regular, "", &zeros);
        encoder.write_all(&one.0).unwrap();
    }
    let bytes = encoder.finish().unwrap();
    let error = read_archive(&bytes, &TreeDigest::of(&bytes).to_string()).unwrap_err();
    assert!(
        matches!(error, FetchError::Tree(TreeError::LargeTree)),
        "{error}"
    );
}

#[test]
fn another_archive_than_the_digest_says_is_refused() {
    let error = read_archive(b"x", &TreeDigest::of(b"y").to_string()).unwrap_err();
    assert!(matches!(error, FetchError::ArchiveDigest { .. }), "{error}");
    let zip = b"PK\x03\x04";
    let error = read_archive(zip, &TreeDigest::of(zip).to_string()).unwrap_err();
    assert!(error.to_string().contains("ZIP"), "{error}");
    let cut = &[0x1f, 0x8b, 8, 0, 0];
    read_archive(cut, &TreeDigest::of(cut).to_string()).unwrap_err();
}
