//! The arguments of `bundle`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

pub(crate) const HELP: &str = "\
A policy bundle is one signed archive with the settings, scripts and tests of an
organisation, in the format of Open Policy Agent. Machines whose managed settings name it
as `policySource` fetch it by `snaphook agent` or `snaphook serve`.

A folder for `build` has

  settings/*.json   managed settings, also .yaml; at least one
  tests/            *.hooktest.json files that must pass before a machine takes it
  …                 files for the hooks: ${CLAUDE_PLUGIN_ROOT}/hooks/guard.sh

Names that begin with a dot are left out. A file that begins with `#!` can be run.

Examples:
  snaphook bundle keygen release.pem
  snaphook bundle build policy -o policy.tar.gz --key release.pem --revision v1
  snaphook bundle build policy -o policy.tar.gz --ssh-key ~/.ssh/id_ed25519 --revision v1
  snaphook bundle verify policy.tar.gz --trust release=ed25519:…
  snaphook bundle diff policy.tar.gz next.tar.gz
  snaphook bundle status

Exit status: 0; 1 if the bundle is not valid or a test failed, or the command failed.";

/// Arguments of `bundle`.
#[derive(Debug, Args)]
pub(crate) struct BundleArgs {
    #[command(subcommand)]
    pub(crate) command: BundleCommand,
}

/// What is done with bundles.
#[derive(Debug, Subcommand)]
pub(crate) enum BundleCommand {
    /// Make a key to sign with, and print its public key
    Keygen(KeygenArgs),
    /// Pack a folder and sign it
    Build(BuildArgs),
    /// Verify a bundle, and say what is in it
    Verify(VerifyArgs),
    /// Say in words what another bundle changes: hooks, rules, rights
    Diff(DiffArgs),
    /// Run the tests of a bundle
    Test(BundleTestArgs),
    /// Show the policy of this machine: what is in force, and how old it is
    Status(StatusArgs),
}

/// Arguments of `bundle keygen`.
#[derive(Debug, Args)]
pub(crate) struct KeygenArgs {
    /// The file for the private key, which must not exist
    pub(crate) file: PathBuf,
}

/// Arguments of `bundle build`.
#[derive(Debug, Args)]
pub(crate) struct BuildArgs {
    /// The folder with the policy
    pub(crate) dir: PathBuf,
    /// The file to write
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Sign with this private key (Ed25519, PEM)
    #[arg(long, value_name = "FILE", required_unless_present = "ssh_key")]
    pub(crate) key: Option<PathBuf>,
    /// The id of the key in `policySource.keys` (default: the name of its file)
    #[arg(long, value_name = "ID", conflicts_with = "ssh_key")]
    pub(crate) key_id: Option<String>,
    /// Sign by `ssh-keygen -Y sign` with this key, which may be one of an SSH agent
    #[arg(long, value_name = "FILE", conflicts_with = "key")]
    pub(crate) ssh_key: Option<PathBuf>,
    /// What this version of the policy is called (default: the sequence number)
    #[arg(long, value_name = "TEXT")]
    pub(crate) revision: Option<String>,
    /// Its place among all versions: a machine never takes a lower one than it had
    /// (default: the seconds since 1970)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) sequence: Option<u64>,
    /// Only watch it: its hooks run, and decide nothing
    #[arg(long)]
    pub(crate) observe: bool,
    /// Only for machines with this label; repeat it for several
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) label: Vec<String>,
    /// Only for this share of the machines, chosen by their ids
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(crate) percent: Option<u8>,
    /// From this time on it is stale, such as 2027-01-31T00:00:00Z
    #[arg(long, value_name = "TIME")]
    pub(crate) expires: Option<String>,
}

/// The keys by which a bundle is verified.
#[derive(Debug, Args)]
pub(crate) struct TrustedKeyArgs {
    /// A key that may sign, as in `policySource.keys`; repeat it for several (default:
    /// the keys in the managed settings of this machine)
    #[arg(long, value_name = "ID=KEY")]
    pub(crate) trust: Vec<String>,
}

/// Arguments of `bundle verify`.
#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// The bundle
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) keys: TrustedKeyArgs,
    /// Print what is in it as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `bundle diff`.
#[derive(Debug, Args)]
pub(crate) struct DiffArgs {
    /// The bundle as it was
    pub(crate) old: PathBuf,
    /// The other bundle
    pub(crate) new: PathBuf,
    #[command(flatten)]
    pub(crate) keys: TrustedKeyArgs,
    /// Do not ask who signed them
    #[arg(long, conflicts_with = "trust")]
    pub(crate) unverified: bool,
    /// Print the changes as a JSON list
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `bundle test`.
#[derive(Debug, Args)]
pub(crate) struct BundleTestArgs {
    /// The bundle
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) keys: TrustedKeyArgs,
}

/// Arguments of `bundle status`.
#[derive(Debug, Args)]
pub(crate) struct StatusArgs {
    /// Print it as JSON
    #[arg(long)]
    pub(crate) json: bool,
}
