//! Repositories and a Git server for tests.

use std::net::{SocketAddr, TcpListener};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use snaphook_packs::{EntryMode, TreeContent};

/// A tree with these files.
pub(crate) fn tree(files: &[(&str, &str)]) -> TreeContent {
    let mut content = TreeContent::default();
    for (path, text) in files {
        content
            .add(path, EntryMode::File, text.as_bytes().to_vec())
            .unwrap();
    }
    content
}

/// Whether Git is here; says so once where it is not.
pub(crate) fn has_git() -> bool {
    let has = Command::new("git").arg("--version").output().is_ok();
    if !has {
        println!("skipped: there is no git");
    }
    has
}

/// A repository with a work tree, and a server of it.
pub(crate) struct Repository {
    folder: tempfile::TempDir,
}

impl Repository {
    pub(crate) fn new() -> Self {
        let repository = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        std::fs::create_dir(repository.path()).unwrap();
        repository.git(&["init", "--quiet", "--initial-branch=main"]);
        repository
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("repository")
    }

    pub(crate) fn store(&self) -> PathBuf {
        self.folder.path().join("store")
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let file = self.path().join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }

    pub(crate) fn git(&self, args: &[&str]) -> String {
        let output = Command::new("git")
            .args(args)
            .current_dir(self.path())
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_AUTHOR_NAME", "Ada")
            .env("GIT_AUTHOR_EMAIL", "ada@example.org")
            .env("GIT_COMMITTER_NAME", "Ada")
            .env("GIT_COMMITTER_EMAIL", "ada@example.org")
            .output()
            .unwrap();
        assert!(output.status.success(), "{args:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    /// Commits everything; the commit.
    pub(crate) fn commit(&self, subject: &str) -> String {
        self.git(&["add", "--all", "--force"]);
        self.git(&["commit", "--quiet", "--allow-empty", "-m", subject]);
        self.git(&["rev-parse", "HEAD"])
    }

    pub(crate) fn serve(&self) -> GitServer {
        GitServer::new(self.folder.path())
    }
}

/// `git daemon`, started for each connection, on a port that the system chose.
pub(crate) struct GitServer {
    address: SocketAddr,
    over: Arc<AtomicBool>,
}

impl GitServer {
    fn new(base: &Path) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let base = format!("--base-path={}", base.display());
        let over = Arc::new(AtomicBool::new(false));
        let until = Arc::clone(&over);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                if until.load(Ordering::SeqCst) {
                    return;
                }
                let stream = stream.unwrap();
                let input = OwnedFd::from(stream.try_clone().unwrap());
                let daemon = Command::new("git")
                    .args(["daemon", "--inetd", "--export-all", &base])
                    .stdin(Stdio::from(input))
                    .stdout(Stdio::from(OwnedFd::from(stream)))
                    .stderr(Stdio::null())
                    .spawn();
                let mut daemon = daemon.unwrap();
                std::thread::spawn(move || daemon.wait());
            }
        });
        Self { address, over }
    }

    pub(crate) fn url(&self) -> String {
        format!("git://{}/repository", self.address)
    }
}

impl Drop for GitServer {
    fn drop(&mut self) {
        self.over.store(true, Ordering::SeqCst);
        let _ = std::net::TcpStream::connect(self.address);
    }
}

/// The files of a folder and below, but for its lock files.
pub(crate) fn files_in(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        found.push(name);
    }
    found.sort();
    found
}
