//! The well-known file commands, and what they do with their words.

/// What a command does with its operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OperandShape {
    /// It reads them all.
    Reads,
    /// It reads the first, a script; the others are the script's.
    Script,
    /// It writes, changes or removes them all.
    Writes,
    /// It reads and writes them all.
    Edits,
    /// It reads all but the last, and writes that, or below it.
    Copies,
    /// As [`OperandShape::Copies`], and the others are gone.
    Moves,
    /// It writes the first and reads the others.
    Packs,
    /// They are not files; only its options name files.
    Options,
}

/// How far a command goes into folders that it is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FolderDepth {
    Never,
    /// With one of these options.
    With(&'static [&'static str]),
    Always,
    /// Always, also without an operand, but to files with a dot only with one
    /// of these options.
    Visible(&'static [&'static str]),
}

/// A command of the table.
#[derive(Debug, Clone, Copy)]
pub(super) struct FileCommandRow {
    pub names: &'static [&'static str],
    pub shape: OperandShape,
    pub deep: FolderDepth,
    /// How many operands come before the files: a script, a pattern, a mode.
    pub lead: usize,
    /// Options that stand for those.
    pub script: &'static [&'static str],
    /// Options with a value that is not a file.
    pub values: &'static [&'static str],
    /// Options with a file that is read.
    pub reads: &'static [&'static str],
    /// Options with a file that is written.
    pub writes: &'static [&'static str],
    /// Options that give a variable a value, as operands with `=` do.
    pub assigns: &'static [&'static str],
    /// Options that make it write what it reads.
    pub in_place: &'static [&'static str],
    /// Options that make it only read what it writes.
    pub to_output: &'static [&'static str],
}

const fn row(names: &'static [&'static str], shape: OperandShape) -> FileCommandRow {
    FileCommandRow {
        names,
        shape,
        deep: FolderDepth::Never,
        lead: 0,
        script: &[],
        values: &[],
        reads: &[],
        writes: &[],
        assigns: &[],
        in_place: &[],
        to_output: &[],
    }
}

/// The row of a command of a POSIX shell.
pub(super) fn find(name: &str) -> Option<&'static FileCommandRow> {
    COMMANDS.iter().find(|row| row.names.contains(&name))
}

/// The row of a command of PowerShell, where case does not count.
pub(super) fn find_powershell(name: &str) -> Option<&'static FileCommandRow> {
    let name = name.to_lowercase();
    let name = name.strip_suffix(".exe").unwrap_or(&name);
    let mut rows = POWERSHELL.iter().chain(COMMANDS);
    rows.find(|row| row.names.contains(&name))
}

const RECURSIVE: FolderDepth = FolderDepth::With(&["-r", "-R", "--recursive", "-a", "--archive"]);

#[rustfmt::skip]
const COMMANDS: &[FileCommandRow] = &[
    // Whole files, as they are.
    row(&["cat", "gcat", "tac", "bat", "batcat", "nl", "rev", "less", "more", "most", "zcat", "bzcat", "xzcat", "zstdcat", "zless", "zmore", "glow", "mdcat",
        "source", ".", "expand", "unexpand", "look", "tsort", "pygmentize", "highlight", "csvlook", "hexyl", "shellcheck", "nm", "objdump", "readelf",
        "pdftotext", "antiword", "exiftool", "mediainfo", "pbcopy", "xclip", "wl-copy", "lpr", "lp", "enscript", "aspell", "ispell"], OperandShape::Reads),
    FileCommandRow { values: &["-n", "-c", "--lines", "--bytes", "-s", "--sleep-interval", "--pid"], ..row(&["head", "tail", "ghead", "gtail", "multitail"], OperandShape::Reads) },
    FileCommandRow { values: &["-A", "-t", "-N", "-j"], ..row(&["od"], OperandShape::Reads) },
    FileCommandRow { values: &["-n", "-s", "-e"], ..row(&["hexdump", "hd", "strings"], OperandShape::Reads) },
    FileCommandRow { values: &["-l", "-s", "-c", "-g", "-o"], ..row(&["xxd"], OperandShape::Copies) },
    FileCommandRow { values: &["-w", "--wrap"], writes: &["-o", "--output"], reads: &["-i", "--input"], ..row(&["base64", "base32", "basenc", "uuencode"], OperandShape::Reads) },
    FileCommandRow { reads: &["--files0-from"], ..row(&["wc"], OperandShape::Reads) },
    FileCommandRow { values: &["-k", "-t", "-S", "-T", "--key", "--field-separator", "--buffer-size", "--temporary-directory", "--parallel"], writes: &["-o", "--output"], reads: &["--files0-from"],
        ..row(&["sort", "gsort"], OperandShape::Reads) },
    FileCommandRow { values: &["-f", "-s", "-w"], ..row(&["uniq"], OperandShape::Copies) },
    FileCommandRow { values: &["-d", "-f", "-c", "-b", "--delimiter", "--fields", "--characters", "--bytes", "--output-delimiter", "-w", "-s", "-l", "-h", "-o", "-t", "-n", "-1", "-2", "-j", "-e"],
        ..row(&["cut", "paste", "column", "fold", "fmt", "pr", "shuf", "comm", "join", "ptx", "numfmt", "colrm"], OperandShape::Reads) },
    FileCommandRow { values: &["-l", "-b", "-n", "-a", "-C"], ..row(&["split", "csplit", "gsplit"], OperandShape::Copies) },
    FileCommandRow { deep: RECURSIVE, values: &["-U", "-C", "-W", "-x", "-I", "--label", "--exclude", "--color"], reads: &["--from-file", "--to-file"], writes: &["-o", "--output"],
        ..row(&["diff", "gdiff", "sdiff", "diff3", "colordiff", "delta", "difft", "vimdiff", "cmp", "wdiff", "dwdiff", "icdiff", "meld"], OperandShape::Reads) },
    row(&["md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum", "b2sum", "b3sum", "cksum", "sum", "md5", "crc32", "xxhsum"], OperandShape::Reads),
    FileCommandRow { values: &["-a", "--algorithm"], ..row(&["shasum"], OperandShape::Reads) },
    FileCommandRow { values: &["-f", "-t"], writes: &["-o", "--output"], ..row(&["iconv", "uconv", "xmllint", "tidy"], OperandShape::Reads) },
    // What is known of a file without its text.
    FileCommandRow { values: &["-I", "-w", "-T", "--ignore", "--color", "--sort", "--time-style", "--block-size", "-L", "-P", "-D", "--level"],
        ..row(&["ls", "gls", "dir", "vdir", "exa", "eza", "lsd", "tree", "du", "dust", "readlink", "lsattr", "getfacl", "getfattr", "namei"], OperandShape::Reads) },
    FileCommandRow { values: &["-c", "-f", "--format", "--printf", "-t", "-m", "-F"], ..row(&["stat", "gstat", "file"], OperandShape::Reads) },
    // Searching.
    FileCommandRow { lead: 1, deep: FolderDepth::With(&["-r", "-R", "--recursive", "--dereference-recursive", "-d", "--directories"]), script: &["-e", "-f", "--regexp", "--file"],
        values: &["-e", "--regexp", "-m", "-A", "-B", "-C", "-d", "-D", "--include", "--exclude", "--exclude-dir", "--color", "--colour", "--context", "--after-context", "--before-context", "--max-count", "--label", "--binary-files", "--directories"],
        reads: &["-f", "--file", "--exclude-from"], ..row(&["grep", "egrep", "fgrep", "ggrep", "zgrep", "zegrep", "bzgrep", "xzgrep", "agrep"], OperandShape::Reads) },
    FileCommandRow { lead: 1, deep: FolderDepth::Always, script: &["-e", "-f"], values: &["-e", "-m", "-A", "-B", "-C", "--include", "--exclude", "--exclude-dir"], reads: &["-f"], ..row(&["rgrep"], OperandShape::Reads) },
    FileCommandRow { lead: 1, deep: FolderDepth::Visible(&["-.", "-u", "-uu", "-uuu", "--hidden", "--unrestricted"]), script: &["-e", "-f", "--regexp", "--file", "--files", "--type-list"],
        values: &["-e", "--regexp", "-m", "-A", "-B", "-C", "-E", "-M", "-d", "-t", "-T", "-r", "-j", "--type", "--type-not", "--type-add", "--max-depth", "--max-count", "--replace", "--sort", "--color", "--colors", "--context", "--threads", "--encoding", "--engine", "--iglob"],
        reads: &["-f", "--file", "--ignore-file", "-g", "--glob"], ..row(&["rg", "ripgrep"], OperandShape::Reads) },
    FileCommandRow { lead: 1, deep: FolderDepth::Visible(&["-u", "-U", "-a", "-t", "--hidden", "--unrestricted", "--all-text", "--all-types"]), script: &["-g", "-f", "--match"], values: &["-m", "-A", "-B", "-C", "-G", "--ignore", "--ignore-dir", "--match"],
        ..row(&["ag", "ack", "pt"], OperandShape::Reads) },
    FileCommandRow { lead: 1, deep: FolderDepth::Always, script: &["-e", "-f", "--regexp", "--file"], values: &["-e", "--regexp", "-m", "-A", "-B", "-C"], reads: &["-f", "--file"], ..row(&["ugrep", "ug"], OperandShape::Reads) },
    FileCommandRow { lead: 1, script: &["-f", "--from-file"], reads: &["-f", "--from-file"], values: &["--indent"], in_place: &["-i", "--inplace", "--in-place"], ..row(&["yq", "dasel", "xq", "tomlq"], OperandShape::Reads) },
    FileCommandRow { lead: 1, script: &["-f", "--from-file"], reads: &["-f", "--from-file"], values: &["--indent"], ..row(&["jq", "jaq", "gojq", "fx", "mlr", "gron"], OperandShape::Reads) },
    // Scripts over files.
    FileCommandRow { lead: 1, script: &["-e", "-f", "--expression", "--file"], values: &["-e", "--expression", "-l", "--line-length"], reads: &["-f", "--file"], in_place: &["-i", "-I", "--in-place"], ..row(&["sed", "gsed", "ssed"], OperandShape::Reads) },
    FileCommandRow { lead: 1, script: &["-f", "--file", "-e", "--source", "-E", "--exec"], values: &["-F", "-v", "--field-separator", "--assign", "-e", "--source"], assigns: &["-v", "--assign"],
        reads: &["-f", "--file", "-E", "--exec", "-i", "--include", "-l", "--load"], in_place: &["-i", "--include"], ..row(&["awk", "gawk", "mawk", "nawk", "goawk"], OperandShape::Reads) },
    FileCommandRow { script: &["-c"], values: &["-c", "-o", "-O"], reads: &["--rcfile", "--init-file"], ..row(&["sh", "bash", "dash", "zsh", "ksh", "mksh", "ash", "fish"], OperandShape::Script) },
    FileCommandRow { script: &["-e", "-E", "-n", "-p", "-c"], values: &["-e", "-E", "-I", "-M", "-m", "-r"], in_place: &["-i"], ..row(&["perl", "ruby"], OperandShape::Script) },
    FileCommandRow { script: &["-c", "-e", "-p", "-m", "-r", "--eval", "--print"], values: &["-c", "-e", "-p", "-m", "-W", "-X", "--eval", "--print"], reads: &["--env-file", "--env-file-if-exists", "-r", "--require", "--import"],
        ..row(&["python", "python2", "python3", "node", "nodejs", "php", "lua", "luajit", "Rscript", "tclsh", "osascript", "ts-node", "tsx"], OperandShape::Script) },
    // Copying and moving.
    FileCommandRow { deep: RECURSIVE, values: &["-S", "--suffix"], writes: &["-t", "--target-directory"], ..row(&["cp", "gcp", "copy", "ditto"], OperandShape::Copies) },
    FileCommandRow { values: &["-S", "--suffix", "-m", "--mode", "-o", "--owner", "-g", "--group"], writes: &["-t", "--target-directory"], ..row(&["install", "ginstall"], OperandShape::Copies) },
    FileCommandRow { deep: FolderDepth::Always, values: &["-S", "--suffix"], writes: &["-t", "--target-directory"], ..row(&["ln", "gln", "link", "symlink"], OperandShape::Copies) },
    FileCommandRow { deep: FolderDepth::Always, values: &["-S", "--suffix"], writes: &["-t", "--target-directory"], ..row(&["mv", "gmv", "move"], OperandShape::Moves) },
    FileCommandRow { deep: FolderDepth::Always, values: &["-e", "--rsh", "--exclude", "--include", "-f", "--filter", "-B", "-M", "--rsync-path", "--chmod", "--chown", "--port", "--bwlimit", "--timeout", "--max-size", "--min-size"],
        reads: &["--files-from", "--exclude-from", "--include-from", "--password-file"], writes: &["--log-file", "--backup-dir", "--partial-dir", "-T", "--temp-dir"], ..row(&["rsync", "rclone"], OperandShape::Copies) },
    FileCommandRow { deep: RECURSIVE, values: &["-P", "-l", "-o", "-c", "-J", "-S", "-D"], reads: &["-i", "-F"], ..row(&["scp", "pscp", "sftp"], OperandShape::Copies) },
    // Writing, changing and removing.
    FileCommandRow { values: &["--output-error"], ..row(&["tee", "gtee", "sponge", "pee"], OperandShape::Writes) },
    FileCommandRow { values: &["-c", "--command", "-E", "--echo", "-m", "-o"], writes: &["-O", "-B", "-I", "-T"], ..row(&["script"], OperandShape::Writes) },
    FileCommandRow { values: &["-d", "--date", "-t", "--time"], reads: &["-r", "--reference"], ..row(&["touch", "gtouch"], OperandShape::Writes) },
    FileCommandRow { values: &["-s", "--size", "-o", "-l", "--length", "-n", "--iterations"], reads: &["-r", "--reference"], ..row(&["truncate", "fallocate", "shred"], OperandShape::Writes) },
    FileCommandRow { deep: FolderDepth::With(&["-r", "-R", "--recursive", "-d"]), ..row(&["rm", "grm", "unlink", "rmdir", "trash", "trash-put", "gio-trash", "srm", "rimraf", "del-cli", "wipe"], OperandShape::Writes) },
    FileCommandRow { values: &["-m", "--mode", "-Z", "--context"], ..row(&["mkdir", "mkfifo", "mknod"], OperandShape::Writes) },
    FileCommandRow { deep: FolderDepth::With(&["-R", "--recursive"]), reads: &["--reference"], ..row(&["chmod", "chown", "chgrp", "chattr", "chcon", "chflags", "setfacl", "setfattr", "xattr"], OperandShape::Writes) },
    FileCommandRow { values: &["--config", "--parser", "--style", "-l", "--line-length"], in_place: &["-w", "-i", "--write", "--fix", "--in-place", "--inplace", "--overwrite"], writes: &["-o", "--output", "--output-file"],
        ..row(&["prettier", "eslint", "gofmt", "goimports", "gofumpt", "clang-format", "shfmt", "autopep8", "yapf", "stylelint"], OperandShape::Reads) },
    row(&["black", "isort", "rustfmt", "stylua", "standard"], OperandShape::Edits),
    FileCommandRow { values: &["-c", "-o"], ..row(&["dos2unix", "unix2dos", "rename", "prename", "mmv", "ex", "ed"], OperandShape::Edits) },
    FileCommandRow { values: &["-c", "-S", "-u", "--cmd", "-e", "--eval", "-f"], ..row(&["vi", "vim", "nvim", "view", "gvim", "nano", "pico", "emacs", "emacsclient", "micro", "hx", "helix", "kak", "joe", "code", "cursor", "subl", "open", "xdg-open", "gedit", "kate", "mcedit"], OperandShape::Edits) },
    FileCommandRow { to_output: &["-c", "--stdout", "--to-stdout", "-l", "--list", "-t", "--test"], values: &["-S", "--suffix", "-T", "--threads"], writes: &["-o"],
        ..row(&["gzip", "gunzip", "bzip2", "bunzip2", "xz", "unxz", "lzma", "zstd", "unzstd", "lz4", "compress", "uncompress", "pigz", "brotli"], OperandShape::Edits) },
    FileCommandRow { deep: FolderDepth::With(&["-r", "-R", "--recurse-paths", "a"]), values: &["-P", "-x", "-i", "-s", "-n"], ..row(&["zip", "ar"], OperandShape::Packs) },
    FileCommandRow { deep: FolderDepth::Always, ..row(&["pax", "jar", "mksquashfs", "genisoimage", "mkisofs", "xorriso", "hdiutil", "makeself"], OperandShape::Reads) },
    // Options that name files, of programs that do other things.
    FileCommandRow { reads: &["-in", "-inkey", "-key", "-cert", "-certfile", "-CAfile", "-kfile", "-pass", "-config"], writes: &["-out", "-keyout"], values: &["-k", "-K", "-iv", "-md"], ..row(&["openssl"], OperandShape::Reads) },
    FileCommandRow { reads: &["--passphrase-file"], writes: &["-o", "--output"], values: &["-r", "--recipient", "-u", "--passphrase"], ..row(&["gpg", "gpg2", "age", "sops"], OperandShape::Reads) },
    FileCommandRow { reads: &["-a", "--arg-file", "--argfile"], ..row(&["xargs", "gxargs", "parallel"], OperandShape::Options) },
    FileCommandRow { reads: &["--env-file"], ..row(&["docker", "podman", "nerdctl", "docker-compose"], OperandShape::Options) },
];

#[rustfmt::skip]
const POWERSHELL: &[FileCommandRow] = &[
    row(&["get-content", "gc", "type", "import-csv", "ipcsv", "import-clixml", "get-item", "gi", "get-childitem", "gci", "dir", "get-filehash", "format-hex", "test-path", "resolve-path", "invoke-item", "ii"], OperandShape::Reads),
    FileCommandRow { deep: FolderDepth::With(&["-Recurse", "-recurse"]), ..row(&["select-string", "sls"], OperandShape::Reads) },
    row(&["set-content", "sc", "add-content", "ac", "clear-content", "clc", "out-file", "remove-item", "ri", "del", "erase", "rd", "new-item", "ni", "set-item", "si", "clear-item", "export-csv", "epcsv", "tee-object", "set-acl", "set-itemproperty"], OperandShape::Writes),
    row(&["copy-item", "cpi", "copy", "move-item", "mi", "move", "rename-item", "rni", "ren"], OperandShape::Edits),
];
