//! Random lines of Bash, weighted to its odd corners: lines of a grammar, lines
//! that are known to have got past allow rules, and both with a few characters
//! changed.

/// A small generator of numbers: the same lines on every run.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides.max(1)
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.roll(from.len())]
    }
}

/// Lines that ran other code under rules for harmless commands, and lines near
/// the borders of the certain grammar.
const CORPUS: &[&str] = &[
    "[[ 'A[$'\"(mkr x)]\" -eq 0 ]]; ls",
    "for X in 'a[$(mkr x)]'; do ls $((X)); done",
    "ls ${Z:='a[$(mkr x)]'} $((Z))",
    "ls \"${!Q}\"",
    "ls ${HOME:Q}",
    "for PATH in ./e; do ls; done",
    "((PATH=5)); ls",
    "ls $((PATH=5)); ls",
    "select PATH in ./e; do ls; done <<< 1",
    "flock l mkr -- -c ls",
    "env PATH=./e ls",
    "env -S 'PATH=./e ls'",
    "sudo PATH=./e ls",
    "bash 3<<< 'mkr x' < /dev/fd/3",
    "printf -v PATH ./e; ls",
    "read PATH <<< ./e; ls",
    "ls() { mkr; }; ls",
    "alias ls=mkr\nls",
    "hash -p ./mkr ls; ls",
    "trap mkr EXIT; ls",
    "cat <<E\n$(mkr)\nE",
    "cat <<'E'\n$(mkr)\nE\nls",
    "cat <<'E' | grep x\nmkr\nE",
    "echo \"$(cat <<'E'\n)\"; mkr; \"\nE\n)\"",
    "git commit -m \"$(cat <<'E'\na (b)\nE\n)\"",
    "git commit -m \"$X\" -q",
    "timeout 5 ls && nice -n 3 ls x*",
    "env LANG=C ls; sudo -n ls",
    "bash -c 'ls; cd sub && cat a'",
    "find . -name x -exec grep y {} ';'",
    "ls | xargs -n 1 ls -l",
    "ls | xargs -I{} ls {}",
    "uv run ls x",
    "ls {a,b} {} x{1..3} y@{1}",
    "{ ls; (cat a; ls) | grep x; } 2>&1 > out/x",
    "ls # mkr\ncat a",
    "ls \\\n  a \\\n  b",
    "[ -f a ] && test 1 -eq 2 || echo \"$X\"",
    "printf '%s\\n' a 'b c'",
    "CI=1 LC_ALL=C ls a b",
    "cd sub && ls > /dev/null",
    "cat < in/a > out/b 2>/dev/null",
    "! ls | ! cat",
    "time -p ls; time ls | cat",
    "time > out/x ls; time -p ls; time 'ls'; time nice ls",
    "ls ~ ~/a *.rs [ab] ?",
    "echo \"a$\" 'b' c\\ d \"e\\\"f\\$g\"",
];

const NAMES: &[&str] = &[
    "ls",
    "ls",
    "ls",
    "cat",
    "cat",
    "echo",
    "echo",
    "grep x",
    "sort",
    "git status",
    "git commit -m",
    "printf %s",
    "test",
    "[",
    ":",
    "true",
    "timeout 5 ls",
    "nice ls",
    "command ls",
    "env ls",
    "sudo ls",
    "sudo -u x ls",
    "flock l ls",
    "xargs ls",
    "find . -exec ls",
    "uv run ls",
    "time ls",
    "time",
    "mkr",
    "eval",
    "exec",
    "read",
    "export",
    "bash",
    "sh",
    "bash -c",
    "cd",
    "cd sub",
    "source",
    ".",
    "builtin",
    "\"ls\"",
    "'ls'",
    "l\\s",
    "./ls",
    "{ls,}",
    "$LS",
    "nohup ls",
    "stdbuf -oL ls",
    "head -n 1",
    "uniq",
    "sed -n",
    "sort -u",
    "find . -name",
    "git log",
    "git diff",
    "git branch",
    "timeout 5 head",
    "nice -n 5 tr",
    "command -v",
    "awk",
    "awk '{print}'",
    "jq",
    "sed 's/a/b/'",
    "sort",
    "git show",
    "git grep",
    "git tag",
    "diff a",
    "xxd",
    "rg",
    "tree",
];

const WORDS: &[&str] = &[
    "a",
    "b",
    "x",
    "-l",
    "--",
    "-x",
    "'a b'",
    "\"a b\"",
    "a\\ b",
    "''",
    "\"\"",
    "$X",
    "${X}",
    "\"$X\"",
    "\"$Q\"",
    "$Q",
    "*",
    "x*",
    "[ab]",
    "?",
    "~",
    "~/a",
    "~root",
    "{a,b}",
    "{}",
    "a{1..3}",
    "a{b,c}d",
    "$'a'",
    "$\"a\"",
    "`mkr`",
    "\"`mkr`\"",
    "$(mkr)",
    "\"$(mkr)\"",
    "\"$(ls)\"",
    "\"$(ls; cat a)\"",
    "${X:-y}",
    "${X[0]}",
    "$((X))",
    "$[X]",
    "${!X}",
    "$X[0]",
    "\"$X[0]\"",
    "<(mkr)",
    ">(mkr)",
    "a=b",
    "A=$(mkr)",
    "=ls",
    "a#b",
    "#",
    "!",
    "a!b",
    "]",
    "[",
    "-eq",
    "0",
    "-v",
    "PATH",
    "PATH=./e",
    "%s",
    "%n",
    "sub",
    "out/x",
    "in/a",
    "'$(mkr)'",
    "\"\\$(mkr)\"",
    "\\$X",
    "\\;",
    ";",
    "';'",
    "+",
    "-exec",
    "mkr",
    "ls",
    "-c",
    "'mkr'",
    "'ls a'",
    "-S",
    "-I{}",
    "@(a|b)",
    "\u{a0}",
    "\u{e9}",
    "a~",
    "^",
    "-o",
    "--output=out/y",
    "--output",
    "-uo",
    "../secret",
    "w*",
    "{print}",
    "'{print > \"x\"}'",
    "'BEGIN{system(\"mkr\")}'",
    "--compress-program=mkr",
    "-delete",
    "-O",
    "'w x'",
    "'s/a/b/e'",
    "p",
    "\"a\nb\"",
    "'a\nb'",
    "\"$(cat <<'E'\nx\nE\n)\"",
    "/dev/null",
    "\\\n",
];

const REDIRECTS: &[&str] = &[
    "> out/a",
    ">> out/a",
    "> a",
    "2>&1",
    ">&2",
    "2>/dev/null",
    "< in/a",
    "< a",
    "<<< a",
    "&> out/a",
    ">| out/a",
    "<> out/a",
    "> \"$X\"",
    "3> out/a",
    "{fd}> out/a",
    "2>out/b",
    ">&-",
    "> >(mkr)",
    "<<'E'\nmkr\nE\n",
    "<<E\n$(mkr)\nE\n",
    "<<\"E\"\nmkr\nE\n",
    "<<-'E'\n\tmkr\n\tE\n",
    "<<'E' <<'F'\na\nE\nb\nF\n",
];

const ASSIGNS: &[&str] = &[
    "CI=1",
    "LANG=C",
    "PATH=./e",
    "X=y",
    "LC_ALL=",
    "CI=$X",
    "CI='$(mkr)'",
    "A[0]=x",
    "CI+=x",
    "TZ=:x",
];

const ATOMS: &[&str] = &[
    "mkr", "'", "\"", "\\", "`", "$(", ")", "(", "{", "}", "${", "$((", "))", ";", "\n", "&&", "|",
    "&", "#", " ", "\t", "<<E\n", "\nE\n", "<<'E'\n", "<<<", "\\\n", "$'", "$\"", "=", "[", "]",
    "[[ ", " ]]", "<(", ",", "!", "*", "$X", "time ", "((", "@(", "esac", ">", "<", "||", "~",
    "-c ", "; mkr", "\nmkr\n", "&& mkr", "| mkr", "\r", "\u{b}", "\u{a0}", "\u{85}", "x=", "^",
    "%", "..", ":", "$", "in ", "do ", "E",
];

fn word(dice: &mut Dice, depth: usize) -> String {
    match dice.roll(14) {
        0 if depth > 0 => format!("\"$({})\"", list(dice, depth - 1)),
        1 if depth > 0 => format!("\"a $({}) b\"", list(dice, depth - 1)),
        2 => format!("{}{}", dice.pick(WORDS), dice.pick(WORDS)),
        3..=7 => dice
            .pick(&["a", "b", "-l", "'a b'", "x*", "\"$X\"", "~/a", "sub"])
            .to_owned(),
        _ => dice.pick(WORDS).to_owned(),
    }
}

fn simple(dice: &mut Dice, depth: usize) -> String {
    let mut line = String::new();
    if dice.roll(8) == 0 {
        line = format!("{} ", dice.pick(ASSIGNS));
    }
    if dice.roll(30) == 0 {
        line += &format!("{} ", dice.pick(REDIRECTS));
    }
    line += dice.pick(NAMES);
    for _ in 0..dice.roll(4) {
        line += dice.pick(&[" ", " ", " ", "  ", "\t", " \\\n "]);
        line += &word(dice, depth);
    }
    if dice.roll(5) == 0 {
        line += &format!(" {}", dice.pick(REDIRECTS));
    }
    line
}

fn list(dice: &mut Dice, depth: usize) -> String {
    if depth == 0 {
        return simple(dice, 0);
    }
    let one = list(dice, depth - 1);
    let two = list(dice, depth - 1);
    match dice.roll(26) {
        0..=2 => format!("{one}; {two}"),
        3..=4 => format!("{one} && {two}"),
        5 => format!("{one} || {two}"),
        6..=7 => format!("{one} | {two}"),
        8..=9 => format!("{one}\n{two}"),
        10 => format!("({one})"),
        11 => format!("( {one}; {two} ) {}", dice.pick(REDIRECTS)),
        12 => format!("{{ {one}; {two}; }}"),
        13 => format!("! {one}"),
        14 => format!("{one} # {two}\n{two}"),
        15 => format!("bash -c '{}'", one.replace('\'', "")),
        16 => format!("time {one}"),
        17 => format!("for i in {}; do {one}; done; {two}", word(dice, 0)),
        18 => format!("f() {{ {one}; }}; f; {two}"),
        19 => format!("if {one}; then {two}; fi"),
        20 => format!("{one} & {two}"),
        21 => format!("{one} |& {two}"),
        22 => format!("cat <<'E'\n{}\nE\n{two}", one.replace('\n', " ")),
        23 => format!("ls | xargs {one}"),
        _ => one,
    }
}

fn mutate(dice: &mut Dice, mut line: String) -> String {
    for _ in 0..=dice.roll(3) {
        let bounds: Vec<usize> = line.char_indices().map(|(at, _)| at).collect();
        let at = bounds.get(dice.roll(bounds.len())).copied().unwrap_or(0);
        match dice.roll(6) {
            0 | 1 if at < line.len() => {
                line.remove(at);
            }
            2 => line.insert_str(at, dice.pick(WORDS)),
            3 => line.insert(at, ' '),
            _ => line.insert_str(at, dice.pick(ATOMS)),
        }
    }
    line
}

/// The next line.
pub(crate) fn line(dice: &mut Dice) -> String {
    let depth = dice.roll(4);
    let line = match dice.roll(10) {
        0..=2 => dice.pick(CORPUS).to_owned(),
        3 => format!(
            "{}{}{}",
            dice.pick(CORPUS),
            dice.pick(&["; ", "\n", " && ", " | ", " "]),
            dice.pick(CORPUS)
        ),
        _ => list(dice, depth),
    };
    if dice.roll(2) == 0 {
        mutate(dice, line)
    } else {
        line
    }
}
