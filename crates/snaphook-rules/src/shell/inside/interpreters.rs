//! The programs that run code in a language of their own, as one table.
//!
//! Their code is not read; it is searched for the words of a rule. A version at
//! the end of a name (`python3.11`) is left out when a row is looked for.

/// One row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Interpreter {
    pub names: &'static [&'static str],
    /// Options whose value is code. A short one may be clustered (`-lane`) and
    /// have its value attached.
    pub code: &'static [&'static str],
    /// Other options that take a value, for finding the first operand.
    pub values: &'static [&'static str],
    /// Subcommands whose operands are code: `deno eval`.
    pub subcommands: &'static [&'static str],
    pub operands: InterpreterOperands,
    pub reads: StdinUse,
    pub language: Language,
}

/// What the operands are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum InterpreterOperands {
    /// A script, and what it is given.
    Script,
    /// Code, all of them.
    Code,
    /// Code the first one, unless an option brought code.
    FirstCode,
    /// Data; `+x` is code.
    Data,
}

/// Whether it runs what it reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StdinUse {
    /// Where it is given no script and no code. What a pipe brings is unknown.
    Code,
    /// Text that is known is searched; a pipe mostly brings data.
    Text,
    No,
}

/// What must be known of the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    General,
    /// Only `system`, pipes and `getline` run something.
    Awk,
    /// Only `e` runs something.
    Sed,
}

const BASE: Interpreter = Interpreter {
    names: &[],
    code: &[],
    values: &[],
    subcommands: &[],
    operands: InterpreterOperands::Script,
    reads: StdinUse::Code,
    language: Language::General,
};

const fn row(
    names: &'static [&'static str],
    code: &'static [&'static str],
    values: &'static [&'static str],
) -> Interpreter {
    Interpreter {
        names,
        code,
        values,
        ..BASE
    }
}

#[rustfmt::skip]
pub(super) const INTERPRETERS: &[Interpreter] = &[
    Interpreter { subcommands: &["timeit", "pdb", "cProfile", "profile", "trace", "IPython", "asyncio", "code"],
        ..row(&["python", "pypy", "ipython", "jython", "micropython", "bpython"], &["-c"], &["-W", "-X", "--check-hash-based-pycs"]) },
    Interpreter { operands: InterpreterOperands::Data, ..row(&["gcc", "g++", "cc", "c++", "clang", "clang++", "tcc", "c99", "rustc"], &[], &["-o", "-x", "-include", "-I", "-L", "-l", "-D"]) },
    row(&["perl", "perl6", "raku", "rakudo", "cperl"], &["-e", "-E", "-M", "-m"], &["-I"]),
    row(&["ruby", "jruby", "truffleruby", "irb", "pry", "mruby", "erb"], &["-e"], &["-I", "-r", "-C", "-E", "--encoding"]),
    Interpreter { subcommands: &["runner", "r"], ..row(&["rails"], &["-e"], &[]) },
    row(&["node", "nodejs", "iojs", "qjs", "quickjs", "d8", "rhino", "txiki"], &["-e", "-p", "-r", "--eval", "--print", "--import", "--require", "--loader", "--experimental-loader"], &["-C", "--conditions", "--env-file"]),
    row(&["bun", "tsx", "ts-node", "esno", "jiti", "swc-node", "coffee", "lsc", "zx"], &["-e", "-p", "-r", "--eval", "--print", "--preload"], &["--cwd", "-c"]),
    Interpreter { subcommands: &["eval", "repl"], ..row(&["deno"], &["--eval"], &["--ext", "-c", "--config"]) },
    row(&["php", "php-cgi", "hhvm"], &["-r", "-R", "-B", "-E", "--run", "--process-code", "--process-begin", "--process-end"], &["-d", "-c", "-z", "--define"]),
    row(&["lua", "luajit", "texlua", "luau", "fennel"], &["-e", "--eval"], &["-l"]),
    row(&["Rscript", "R", "littler"], &["-e"], &["-f", "--file"]),
    row(&["tclsh", "wish", "jimsh", "expect", "expectk"], &["-c", "-e"], &["-encoding"]),
    row(&["julia"], &["-e", "-E", "-L", "--eval", "--print"], &["-p", "-t", "-J", "--project"]),
    row(&["groovy", "scala", "scala-cli", "kotlin", "kotlinc", "jshell", "jrunscript", "ammonite", "amm"], &["-e", "-c", "-s"], &["-cp", "-classpath"]),
    row(&["elixir", "iex", "erl", "escript", "gleam"], &["-e", "--eval", "-eval", "--rpc-eval", "-run", "-s"], &["-pa", "-sname", "-name"]),
    row(&["ghc", "ghci", "runghc", "runhaskell", "stack"], &["-e"], &[]),
    row(&["ocaml", "racket", "guile", "gosh", "chibi-scheme", "csi", "scheme", "mit-scheme", "chez"], &["-e", "-c", "-E", "-p", "--eval", "-eval"], &["-l", "-L"]),
    row(&["sbcl", "clisp", "ecl", "ccl", "abcl", "ros"], &["--eval", "-x", "-eval", "-e"], &["--load"]),
    row(&["clojure", "clj", "bb", "lein", "janet", "hy", "picolisp"], &["-e", "-c", "--eval", "-M"], &[]),
    Interpreter { subcommands: &["eval"], ..row(&["crystal", "swift", "nim", "dart", "vala"], &["-e", "--eval"], &[]) },
    row(&["octave", "octave-cli", "matlab", "sage", "maxima", "gp", "gap", "scilab", "wolframscript", "math"], &["--eval", "-c", "-r", "-batch", "-e", "-code", "--batch-string"], &[]),
    row(&["swipl", "prolog", "gprolog", "yap"], &["-g", "-t", "-e", "--goal"], &["-f", "-s"]),
    row(&["osascript"], &["-e"], &["-l", "-s"]),
    row(&["gnuplot", "dc"], &["-e", "--expression"], &["-f"]),
    row(&["m4", "gm4", "cpp", "groff", "troff"], &["-D", "--define"], &["-I", "-m"]),
    Interpreter { operands: InterpreterOperands::Data, reads: StdinUse::No, ..row(&["gs", "gsnd", "ghostscript"], &["-c"], &["-o"]) },
    Interpreter { operands: InterpreterOperands::Code, ..row(&["tex", "latex", "pdflatex", "pdftex", "xelatex", "lualatex", "luatex", "xetex", "context"], &[], &[]) },
    row(&["gdb", "gdb-multiarch", "cgdb"], &["-ex", "-iex", "--eval-command", "-eval-command", "--ex", "--init-eval-command"], &["-x", "-p", "-c"]),
    row(&["lldb"], &["-o", "-O", "-k", "--one-line", "--one-line-before-file", "--one-line-on-crash"], &["-s", "-p"]),
    Interpreter { operands: InterpreterOperands::Data, reads: StdinUse::Text, ..row(&["vim", "vi", "nvim", "gvim", "mvim", "view", "vimdiff", "rvim", "elvis", "vile", "nvi"], &["-c", "--cmd"], &["-S", "-u", "-U", "-w", "-W", "-T"]) },
    Interpreter { operands: InterpreterOperands::Data, ..row(&["ex", "ed", "red"], &["-c", "--cmd"], &["-p"]) },
    Interpreter { operands: InterpreterOperands::Data, reads: StdinUse::Text, ..row(&["emacs", "emacsclient", "mg", "jed", "kak", "hx"], &["--eval", "-eval", "-e", "--execute", "-execute", "-f", "--funcall"], &["-l", "-q"]) },
    Interpreter { operands: InterpreterOperands::Data, reads: StdinUse::No, ..row(&["less", "more", "most", "pg"], &["--cmd", "-p"], &[]) },
    Interpreter { operands: InterpreterOperands::Code, reads: StdinUse::Text, ..row(&["sqlite3", "sqlite", "duckdb", "litecli", "sqlcipher"], &["-cmd", "-c", "-s"], &["-init", "-separator"]) },
    Interpreter { operands: InterpreterOperands::Data, reads: StdinUse::Text, ..row(&["psql", "pgcli", "usql", "cqlsh"], &["-c", "--command", "-e"], &["-d", "-h", "-p", "-U", "-f", "-v", "-o", "-L", "-F", "-P", "-R", "-T"]) },
    Interpreter { operands: InterpreterOperands::Data, reads: StdinUse::Text, ..row(&["mysql", "mariadb", "mycli", "isql", "sqlcmd", "sqlplus"], &["-e", "--execute", "-Q", "-q"], &["-u", "-h", "-P", "-D", "-S"]) },
    Interpreter { operands: InterpreterOperands::Data, reads: StdinUse::Text, ..row(&["mongo", "mongosh"], &["--eval"], &["--host", "--port"]) },
    Interpreter { operands: InterpreterOperands::Data, reads: StdinUse::Text, ..row(&["lftp", "ftp", "sftp", "tnftp", "telnet", "mail", "mailx", "mutt", "smbclient", "fdisk", "bluetoothctl", "nslookup"], &["-e", "-c"], &["-u", "-p", "-b", "-o", "-P"]) },
    Interpreter { operands: InterpreterOperands::FirstCode, reads: StdinUse::No, language: Language::Awk, ..row(&["awk", "gawk", "mawk", "nawk", "original-awk", "goawk", "bwk"], &["-e", "--source"], &["-F", "-v", "-f", "-i", "-l", "-E", "-W", "--field-separator", "--assign", "--file", "--include", "--load", "--exec"]) },
    Interpreter { operands: InterpreterOperands::FirstCode, reads: StdinUse::No, language: Language::Sed, ..row(&["sed", "gsed", "ssed"], &["-e", "--expression"], &["-f", "-l", "--file", "--line-length"]) },
];

/// The row for a name, with or without a version.
pub(super) fn interpreter(name: &str) -> Option<&'static Interpreter> {
    let find = |name: &str| INTERPRETERS.iter().find(|row| row.names.contains(&name));
    find(name).or_else(|| {
        let bare = name.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-'));
        find(bare)
    })
}

/// Whether this is the name of a program that runs code in a language of its own.
pub(in super::super) fn is_interpreter(name: &str) -> bool {
    interpreter(name).is_some()
}
