//! The arguments of `pack`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

pub(crate) const HELP: &str = "\
A pack is a tree of files with hooks. `snaphook.lock` pins it: the source, the commit,
and a digest over every byte. What a pack would run is shown before it is added, nothing
of it runs while it is fetched, and no hook of it runs when a byte differs from the lock.

SOURCE[@REV][#PATH] is
  github:owner/repo            a repository on GitHub
  https://, ssh://, git://, file://, git@host:path
                               a Git repository
  https://host/x.tar.gz@sha256:DIGEST
                               an archive (.tar, .tar.gz, .tgz)
  ./folder                     a folder
REV is a tag, a branch or a commit. PATH is a folder in the source, or the name of a
plugin where the source is a marketplace.

The lock file is that of the project (`snaphook.lock` in its root), or with --user the
user's. Hooks of a project's packs do not run until you run `snaphook trust`.

Examples:
  snaphook pack add github:acme/hooks@v1.2.0#guards
  snaphook pack add --frozen       fetch exactly what is locked (CI, a new clone)
  snaphook pack update guards      show what changed, and ask
  snaphook pack list
  snaphook pack verify             hold every byte against the lock
  snaphook pack new my-guard       a folder to begin with

Exit status: 0, or 1 if the command failed, found a problem or nothing was agreed to.";

/// Arguments of `pack`.
#[derive(Debug, Args)]
pub(crate) struct PackArgs {
    #[command(subcommand)]
    pub(super) command: PackCommand,
}

/// What can be done with packs.
#[derive(Debug, Subcommand)]
pub(super) enum PackCommand {
    /// Fetch a pack, show what it would run, ask, and pin it
    Add(AddArgs),
    /// Fetch newer versions, show what changes, ask, and pin them
    Update(UpdateArgs),
    /// List the packs with their sources, commits, hooks and signers
    List(ListPacksArgs),
    /// Ask the sources which packs have newer versions
    Outdated(NamedPacksArgs),
    /// Take packs out of the lock file
    Remove(RemoveArgs),
    /// Run the cases (`*.hooktest.*`) of packs, with the hooks of the pack
    Test(TestPacksArgs),
    /// Find problems: lints, unpinned sources, rights, digests known to be bad
    Audit(AuditArgs),
    /// Write a pack to begin with: a manifest, a guard, a test, CI and a README
    New(NewArgs),
    /// Hold every byte of the packs against the lock file
    Verify(NamedPacksArgs),
    /// Switch a pack off, or hooks of it
    Disable(SwitchPackArgs),
    /// Switch a pack on again, or hooks of it
    Enable(SwitchPackArgs),
    /// Remove content from the store that no lock file names
    Gc(GcArgs),
    /// Print the list of files and digests that a signature signs
    Listing(ListingArgs),
}

/// Which lock file is meant.
#[derive(Debug, Clone, Args)]
pub(super) struct LockArgs {
    /// The lock file of the user, which holds in all projects
    #[arg(long)]
    pub(super) user: bool,
    /// The project's root (default: the nearest folder with settings or a lock file, up to
    /// the git root; else the git root, else this folder)
    #[arg(long, value_name = "DIR", conflicts_with = "user")]
    pub(super) project: Option<PathBuf>,
}

/// How a person agrees.
#[derive(Debug, Clone, Args)]
pub(super) struct AgreeArgs {
    /// Do not ask; needs --digest
    #[arg(long, requires = "digest")]
    pub(super) yes: bool,
    /// The digest that the pack must have (`sha256:…`, as it is shown)
    #[arg(long, value_name = "DIGEST")]
    pub(super) digest: Option<String>,
    /// Take exactly what is locked, and fetch only what the store does not have
    #[arg(long, conflicts_with_all = ["yes", "digest"])]
    pub(super) frozen: bool,
    /// Show the text of the files, too
    #[arg(long)]
    pub(super) show: bool,
    /// Print the result as JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// Arguments of `pack add`.
#[derive(Debug, Args)]
pub(super) struct AddArgs {
    /// Where the pack comes from: SOURCE[@REV][#PATH]
    #[arg(value_name = "SOURCE", required_unless_present = "frozen")]
    pub(super) source: Option<String>,
    /// The name of the pack (default: as it calls itself)
    #[arg(long, value_name = "NAME")]
    pub(super) name: Option<String>,
    #[command(flatten)]
    pub(super) lock: LockArgs,
    #[command(flatten)]
    pub(super) agree: AgreeArgs,
}

/// Arguments of `pack update`.
#[derive(Debug, Args)]
pub(super) struct UpdateArgs {
    /// The packs, each with another revision if wanted: NAME[@REV] (default: all)
    #[arg(value_name = "NAME")]
    pub(super) names: Vec<String>,
    #[command(flatten)]
    pub(super) lock: LockArgs,
    #[command(flatten)]
    pub(super) agree: AgreeArgs,
}

/// Arguments of `pack list`.
#[derive(Debug, Args)]
pub(super) struct ListPacksArgs {
    /// List the hooks of each pack and the rights that they want, too
    #[arg(long)]
    pub(super) hooks: bool,
    /// The project's root
    #[arg(long, value_name = "DIR")]
    pub(super) project: Option<PathBuf>,
    /// Print the list as JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// Arguments of commands about packs by their names.
#[derive(Debug, Args)]
pub(super) struct NamedPacksArgs {
    /// The packs (default: all)
    #[arg(value_name = "NAME")]
    pub(super) names: Vec<String>,
    /// The project's root
    #[arg(long, value_name = "DIR")]
    pub(super) project: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// Arguments of `pack remove`.
#[derive(Debug, Args)]
pub(super) struct RemoveArgs {
    /// The packs
    #[arg(value_name = "NAME", required = true)]
    pub(super) names: Vec<String>,
    #[command(flatten)]
    pub(super) lock: LockArgs,
}

/// Arguments of `pack test`.
#[derive(Debug, Args)]
pub(super) struct TestPacksArgs {
    /// The packs by name, or folders that are to become packs (default: all packs)
    #[arg(value_name = "NAME|DIR")]
    pub(super) names: Vec<String>,
    /// The project's root
    #[arg(long, value_name = "DIR")]
    pub(super) project: Option<PathBuf>,
    /// Show the hooks that no case ran
    #[arg(long)]
    pub(super) coverage: bool,
    /// Print the report as JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// Arguments of `pack audit`.
#[derive(Debug, Args)]
pub(super) struct AuditArgs {
    /// The packs (default: all)
    #[arg(value_name = "NAME")]
    pub(super) names: Vec<String>,
    /// A file with a digest on each line: packs and files known to be bad
    #[arg(long, value_name = "FILE")]
    pub(super) bad_digests: Option<PathBuf>,
    /// The project's root
    #[arg(long, value_name = "DIR")]
    pub(super) project: Option<PathBuf>,
    /// Exit with 1 for warnings, too
    #[arg(long)]
    pub(super) deny_warnings: bool,
    /// Print the result as JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// Arguments of `pack new`.
#[derive(Debug, Args)]
pub(super) struct NewArgs {
    /// The name of the pack
    #[arg(value_name = "NAME")]
    pub(super) name: String,
    /// The folder to write to (default: NAME)
    pub(super) dir: Option<PathBuf>,
}

/// Arguments of `pack disable` and `pack enable`.
#[derive(Debug, Args)]
pub(super) struct SwitchPackArgs {
    /// The pack
    #[arg(value_name = "NAME")]
    pub(super) name: String,
    /// Only these hooks of it, by name
    #[arg(value_name = "HOOK")]
    pub(super) hooks: Vec<String>,
    #[command(flatten)]
    pub(super) lock: LockArgs,
}

/// Arguments of `pack gc`.
#[derive(Debug, Args)]
pub(super) struct GcArgs {
    /// Only say what would be removed
    #[arg(long)]
    pub(super) dry_run: bool,
}

/// Arguments of `pack listing`.
#[derive(Debug, Args)]
pub(super) struct ListingArgs {
    /// The folder of the pack (default: this folder)
    pub(super) dir: Option<PathBuf>,
}
