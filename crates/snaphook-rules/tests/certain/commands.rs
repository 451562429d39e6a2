//! What may change later commands, and commands behind others.

use super::*;

#[test]
fn what_is_not_covered_is_named() {
    let rules =
        ["Bash(ls *)", "Bash(git *)", "Bash(find *)"].map(|rule| Rule::parse(rule).unwrap());
    let rules: Vec<&Rule> = rules.iter().collect();
    let (aliases, places) = (Aliases::default(), PathRoots::at(Path::new("/srv/repo")));
    for (line, lack) in [
        ("ls; make x", Some("none covers `make x`")),
        ("ls \"$(touch x)\"", Some("none covers `touch x`")),
        // What is read-only needs no rule.
        ("ls; which x < y", None),
        ("sudo ls", Some("none covers `sudo ls`")),
        ("ls > x", Some("none covers writing `x`: `Edit(x)` would")),
        (
            "ls < /x",
            Some("none covers reading `/x`: `Read(/x)` would"),
        ),
        (
            "cd /tmp && ls",
            Some("`cd /tmp` leads out of the working directories"),
        ),
        (
            "git config user.name x",
            Some(
                "`git config user.name x` may do more than it says: only a rule that spells out \
                 all of it covers it",
            ),
        ),
        ("find . -exec rm x ';'", Some("none covers `rm x`")),
        ("ls && git log", None),
        // Not certain: the doubt is the reason.
        ("for f in x; do which x; done", None),
    ] {
        let input = json!({ "command": line });
        let subject = Subject::new("Bash", &input, &aliases, &places);
        assert_eq!(uncovered(&rules, &subject).as_deref(), lack, "{line}");
    }
}

#[test]
fn code_within_arithmetic_tests_and_subscripts_is_never_allowed() {
    never(
        LS,
        &[
            "[[ 'A[$'\"(mkr x)]\" -eq 0 ]]; ls",
            "[[ -v 'a[$(mkr)]' ]] && ls",
            "X='a[$(mkr)]'; ls $((X))",
            "for X in 'a[$(mkr x)]'; do ls $((X)); done",
            "ls ${Z:='a[$(mkr x)]'} $((Z))",
            "ls \"${Z:=a}\"",
            "ls \"${!Q}\"",
            "ls ${!Q@}",
            "ls ${HOME:Q}",
            "ls ${HOME:0:Q}",
            "ls ${A[Q]}",
            "ls ${A[$(mkr)]}",
            "ls $A[Q]",
            "ls \"$A[Q]\"",
            "ls ${A@P}",
            "ls ${#A[Q]}",
            "ls ${A/x/$(mkr)}",
            "ls $[Q]",
            "ls $((PATH=5)); ls",
            "((PATH=5)); ls",
            "let PATH=5; ls",
            "ls \"$((Q))\"",
        ],
    );
}

#[test]
fn what_changes_later_commands_is_never_allowed() {
    never(
        LS,
        &[
            "for PATH in ./e; do ls; done",
            "for PATH in ./e; do :; done; ls",
            "select PATH in ./e; do ls; done",
            "while ls; do ls; done",
            "until ls; do ls; done",
            "if ls; then ls; fi",
            "case x in x) ls;; esac",
            "PATH=. ls",
            "PATH=.; ls",
            "PATH+=:. ls",
            "A[0]=x ls",
            "A=(x) ls",
            "export PATH=.; ls",
            "ls() { mkr; }; ls",
            "ls () { mkr; }; ls",
            "function ls { mkr; }; ls",
            "alias ls=mkr; ls",
            "alias ls=mkr\nls",
            "hash -p ./mkr ls; ls",
            "enable -f ./x.so ls; ls",
            "set -- a; ls",
            "shopt -s expand_aliases; ls",
            "trap 'mkr' EXIT; ls",
            "exec 3< x; ls",
            "unset PATH; ls",
            "declare PATH=.; ls",
            "typeset PATH=.; ls",
            "local PATH=.; ls",
            "readonly PATH=.; ls",
            "mapfile PATH < x; ls",
            "getopts x PATH; ls",
            "wait -p PATH; ls",
            "read PATH < x; ls",
            "pushd x; ls",
            "popd; ls",
            "coproc ls",
            "coproc ls { mkr; }",
            "umask 0; ls",
        ],
    );
    let named: Vec<String> = [
        "printf", "read", "export", "alias", "hash", "declare", "set",
    ]
    .map(|name| format!("Bash({name} *)"))
    .into();
    let rules: Vec<&str> = named
        .iter()
        .map(String::as_str)
        .chain(["Bash(ls *)"])
        .collect();
    never(
        &rules,
        &[
            "printf -v PATH ./e; ls",
            "printf -vPATH ./e; ls",
            "printf %n PATH; ls",
            "printf '%s%n' x 'a[$(mkr)]'; ls",
            "printf %d 'a[$(mkr)]'; ls",
            "printf \"$X\"; ls",
            "printf %s \"$X\"; ls",
            "read PATH <<< ./e; ls",
            "export PATH=./e; ls",
            "alias ls=mkr; ls",
            "hash -p ./mkr ls; ls",
            "declare PATH=./e; ls",
            "set -o posix; ls",
        ],
    );
    always(&rules, &["printf '%s\\n' 'a b'; ls", "printf 'x\\n'"]);
}

#[test]
fn home_set_by_a_loop_does_not_let_git_run_hooks() {
    never(
        &["Bash(git status *)"],
        &[
            "for HOME in ../gh; do git status; done",
            "HOME=../gh git status",
            "GIT_DIR=x git status",
            "cd sub && git status",
            "cd sub; git status",
            "(cd sub; git status)",
            "cd sub | git status",
            "git status \"$X\"",
            "git status $X",
            "git status *",
        ],
    );
    always(
        &["Bash(git status *)"],
        &["git status; cd sub", "git status x*"],
    );
}

#[test]
fn a_wrapper_is_not_walked_past_its_command() {
    never(
        &[
            "Bash(flock *)",
            "Bash(env *)",
            "Bash(sudo *)",
            "Bash(bash *)",
            "Bash(ls *)",
        ],
        &[
            "flock l mkr -- -c ls",
            "flock l -c mkr",
            "flock -n l mkr",
            "flock -c mkr l",
            "env PATH=. ls",
            "env -S 'PATH=. ls'",
            "env -i ls",
            "env a.b=1 mkr",
            "env =1 mkr",
            "env 'BASH_FUNC_q%%=() { mkr; }' bash -c q",
            "env mkr",
            "env -u X ls",
            "sudo PATH=. ls",
            "sudo mkr",
            "sudo -u root mkr",
            "sudo -s mkr",
            "sudo -e x",
            "bash 3<<< 'mkr x' < /dev/fd/3",
            "bash <<< 'mkr x'",
            "bash <<'E'\nmkr x\nE",
            "bash < x",
            "ls | bash",
            "ls | bash -",
            "ls | bash -s",
            "ls | bash /dev/stdin",
            "ls | sudo bash",
            "bash -c 'mkr x'",
            "bash -c 'ls; mkr x'",
            "bash -c ls mkr",
            "bash -lc ls",
            "bash -c \"$X\"",
            "bash --rcfile x -i",
            "sudo bash -c mkr",
        ],
    );
    always(
        &[
            "Bash(flock *)",
            "Bash(env *)",
            "Bash(sudo *)",
            "Bash(bash *)",
            "Bash(ls *)",
        ],
        &[
            "flock l ls x",
            "env ls",
            "env LANG=C ls x",
            "env",
            "sudo ls",
            "sudo -n -u root ls x",
            "bash x.sh",
            "bash -c 'ls x'",
            "bash -c 'cd sub && ls'",
        ],
    );
}

#[test]
fn a_rule_for_a_wrapper_alone_allows_no_command_behind_it() {
    never(
        &["Bash(timeout *)"],
        &["timeout 5 mkr", "timeout 5 mkr x", "timeout -s KILL 5 mkr"],
    );
    never(&["Bash(nice *)"], &["nice mkr", "nice -n 5 mkr"]);
    never(
        &["Bash(time *)"],
        &["time mkr", "time -p mkr", "ls | time mkr"],
    );
    never(&["Bash(nohup *)"], &["nohup mkr"]);
    never(&["Bash(stdbuf *)"], &["stdbuf -oL mkr"]);
    never(
        &["Bash(command *)"],
        &["command mkr", "command -p mkr", "command eval mkr"],
    );
    never(&["Bash(xargs *)"], &["xargs mkr", "ls | xargs mkr"]);
    never(&["Bash(uv run *)"], &["uv run mkr", "uv --quiet run mkr"]);
    never(&["Bash(uv *)"], &["uv --quiet run mkr"]);
    never(
        &["Bash(find *)"],
        &["find . -exec mkr {} ';'", "find . -execdir mkr {} +"],
    );
    never(
        &["Bash(watch *)", "Bash(ls *)"],
        &["watch mkr", "watch -x mkr"],
    );
    never(&["Bash(timeout 5 *)"], &["timeout 5 mkr"]);
    never(
        LS,
        &[
            "./timeout 5 ls",
            "/tmp/nice ls",
            "timeout -x 5 ls",
            "timeout \"$X\" ls",
            "time -o x ls",
            "time PATH=. ls",
        ],
    );
    never(
        &["Bash(ls *)", "Edit(out/**)"],
        &[
            "time \\-p ls",
            "time '-p' ls",
            "time -\"p\" ls",
            "time -p -p ls",
            "time time -p -p ls",
            "time time ls",
            "time -p time -p ls",
            "time > out/x -p ls",
            "time \\\n -p ls",
            "time -- ls",
            "'time' -p ls",
        ],
    );
    always(
        LS,
        &[
            "timeout 5 ls x",
            "timeout -k 5 --signal=KILL 1.5m ls",
            "nice -n 5 ls",
            "nice -n5 ls",
            "time ls",
            "time -p ls",
            "nohup ls",
            "stdbuf -oL -e 0 ls",
            "command ls",
            "timeout 5 nice ls",
        ],
    );
    always(
        &["Bash(uv run pytest *)"],
        &["uv run pytest -q", "timeout 5 uv run pytest"],
    );
    always(&["Bash(timeout 60 make *)"], &["timeout 60 make x"]);
    always(&["Bash(sudo ls *)"], &["sudo ls x"]);
    never(&["Bash(sudo timeout *)"], &["sudo timeout 5 mkr"]);
    always(
        &["Bash(find *)", "Bash(grep *)"],
        &["find . -name '*.rs' -exec grep x {} +"],
    );
    never(
        &["Bash(find *)", "Bash(git *)"],
        &["find . -exec git grep x {} ';'"],
    );
}
