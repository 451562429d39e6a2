//! Which settings of a repository make read-only commands of git run a program.
//!
//! In the sections that can name programs, only keys that are known to name none
//! pass. What git runs only when it sends, fetches, merges or commits passes.

use super::config::ConfigEntry;

/// Keys of `core` that name no program, or one that reading does not start.
const CORE: &[&str] = &[
    "abbrev",
    "askpass",
    "attributesfile",
    "autocrlf",
    "bare",
    "bigfilethreshold",
    "checkroundtripencoding",
    "checkstat",
    "commentchar",
    "commentstring",
    "commitgraph",
    "compression",
    "createobject",
    "deltabasecachelimit",
    "editor",
    "eol",
    "excludesfile",
    "filemode",
    "filesreflocktimeout",
    "fscache",
    "fsync",
    "fsyncmethod",
    "fsyncobjectfiles",
    "gitproxy",
    "hidedotfiles",
    "ignorecase",
    "ignorestat",
    "logallrefupdates",
    "longpaths",
    "loosecompression",
    "maxtreedepth",
    "multipackindex",
    "notesref",
    "packedgitlimit",
    "packedgitwindowsize",
    "packedrefstimeout",
    "precomposeunicode",
    "prefersymlinkrefs",
    "preloadindex",
    "protecthfs",
    "protectntfs",
    "quotepath",
    "repositoryformatversion",
    "restrictinheritedhandles",
    "safecrlf",
    "sharedrepository",
    "sparsecheckout",
    "sparsecheckoutcone",
    "splitindex",
    "sshcommand",
    "symlinks",
    "trustctime",
    "unsetenvvars",
    "untrackedcache",
    "usereplacerefs",
    "warnambiguousrefs",
    "whitespace",
];

/// Keys of a diff driver that name no program.
const DRIVER: &[&str] = &[
    "algorithm",
    "binary",
    "cachetextconv",
    "funcname",
    "wordregex",
    "xfuncname",
];

/// Formats of a repository that bring no program.
const EXTENSIONS: &[&str] = &[
    "compatobjectformat",
    "noop",
    "objectformat",
    "preciousobjects",
    "refstorage",
    "relativeworktrees",
    "worktreeconfig",
];

/// Whether reading may run a program because of this setting. `core.worktree` and
/// `core.hooksPath` are looked at by themselves.
pub(super) fn names_program(entry: &ConfigEntry) -> bool {
    let is_one_of = |names: &[&str]| names.contains(&entry.key.as_str());
    let is_true = entry.value.as_deref() != Some("false");
    match (entry.section.as_str(), &entry.subsection) {
        ("include" | "includeif", _) => true,
        ("core", _) => match entry.key.as_str() {
            "fsmonitor" => !entry.is_boolean(),
            "worktree" | "hookspath" => false,
            _ => !is_one_of(CORE),
        },
        ("filter", _) => entry.key != "required",
        ("diff", None) => entry.key == "external",
        ("diff", Some(_)) => !is_one_of(DRIVER),
        ("gpg", _) => !is_one_of(&["format", "mintrustlevel"]),
        ("pager", _) => !entry.is_boolean(),
        // Of commands that are about to go, an alias takes the place.
        ("alias", name) => name.as_deref().unwrap_or(&entry.key) == "whatchanged",
        // Missing objects would be fetched.
        ("remote", _) => is_one_of(&["promisor", "partialclonefilter", "vcs"]) && is_true,
        ("extensions", _) => !is_one_of(EXTENSIONS),
        ("lfs", Some(name)) => name.starts_with("extension") || name.starts_with("customtransfer"),
        ("hook", _) => true,
        _ => false,
    }
}
