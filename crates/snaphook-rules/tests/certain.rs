//! What allow rules may and may not cover, row by row of the certain grammar.
#![cfg(test)]

use std::path::Path;

use serde_json::json;
use snaphook_rules::{Aliases, Places, Rule, Subject, covering, uncovered};

/// Whether the rules cover the line, in `/srv/repo`.
fn allowed(rules: &[&str], line: &str) -> bool {
    let rules: Vec<Rule> = rules
        .iter()
        .map(|rule| Rule::parse(rule).unwrap())
        .collect();
    let rules: Vec<&Rule> = rules.iter().collect();
    let places = Places {
        home: Some(Path::new("/home/me")),
        ..Places::at(Path::new("/srv/repo"))
    };
    let (aliases, input) = (Aliases::default(), json!({ "command": line }));
    covering(&rules, &Subject::new("Bash", &input, &aliases, &places)).is_some()
}

fn never(rules: &[&str], lines: &[&str]) {
    for line in lines {
        assert!(!allowed(rules, line), "{rules:?} allow {line:?}");
    }
}

fn always(rules: &[&str], lines: &[&str]) {
    for line in lines {
        let input = json!({ "command": line });
        let (aliases, places) = (Aliases::default(), Places::at(Path::new("/srv/repo")));
        let subject = Subject::new("Bash", &input, &aliases, &places);
        let doubt = subject.certain_line().err();
        assert!(
            allowed(rules, line),
            "{rules:?} do not allow {line:?}: {doubt:?}"
        );
    }
}

#[test]
fn what_is_not_covered_is_named() {
    let rules =
        ["Bash(ls *)", "Bash(git *)", "Bash(find *)"].map(|rule| Rule::parse(rule).unwrap());
    let rules: Vec<&Rule> = rules.iter().collect();
    let (aliases, places) = (Aliases::default(), Places::at(Path::new("/srv/repo")));
    for (line, lack) in [
        ("ls; which x", Some("none covers `which x`")),
        ("ls \"$(pwd)\"", Some("none covers `pwd`")),
        ("sudo ls", Some("none covers `sudo ls`")),
        (
            "ls > x",
            Some("none covers that `x` is written: `Edit(x)` would"),
        ),
        (
            "ls < x",
            Some("none covers that `x` is read: `Read(x)` would"),
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

const LS: &[&str] = &["Bash(ls *)"];

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

#[test]
fn package_runners_and_remote_launchers_are_ordinary_commands() {
    always(&["Bash(npx *)"], &["npx prettier x"]);
    always(&["Bash(ssh *)"], &["ssh host uptime"]);
    always(&["Bash(docker exec *)"], &["docker exec c ls"]);
    always(&["Bash(npm exec *)"], &["npm exec x"]);
    never(
        &["Bash(ls *)", "Bash(ssh *)"],
        &["ls | ssh host", "ls | ssh host sh"],
    );
    never(
        &["Bash(ls *)", "Bash(docker *)"],
        &["ls | docker exec -i c sh"],
    );
}

#[test]
fn an_option_that_holds_a_command_needs_a_rule_that_names_it() {
    never(
        &[
            "Bash(git *)",
            "Bash(tar *)",
            "Bash(ssh *)",
            "Bash(rsync *)",
            "Bash(make *)",
            "Bash(sort *)",
        ],
        &[
            "git -c alias.x='!mkr' x",
            "git -c core.pager=mkr log",
            "git -ccore.pager=mkr log",
            "git grep -Omkr x",
            "git bisect run mkr",
            "git submodule foreach mkr",
            "git rebase --exec mkr x",
            "git clone 'ext::mkr' x",
            "tar xf x --to-command=mkr",
            "tar cf x y --checkpoint=1 --checkpoint-action=exec=mkr",
            "ssh -o ProxyCommand=mkr host",
            "ssh -oproxycommand=mkr host",
            "rsync -e mkr a b",
            "make SHELL=./mkr x",
            "sort --compress-program=mkr x",
            "sort --comp=mkr x",
            "tar --to-c=mkr -xf x",
            "tar -xIzstd -f x",
            "tar xIf mkr x",
            "rsync -ae mkr a b",
            "git config alias.x '!mkr'",
            "git clone -c core.fsmonitor=mkr a b",
        ],
    );
    always(
        &["Bash(git *)", "Bash(tar *)"],
        &[
            "git -c color.ui=never log",
            "git log --oneline",
            "tar xf x.tar",
            "git switch -c a.b",
        ],
    );
    always(
        &["Bash(git submodule foreach git status)"],
        &["git submodule foreach git status"],
    );
}

#[test]
fn xargs_runs_only_what_takes_any_operand() {
    always(
        LS,
        &[
            "ls | xargs ls",
            "ls | xargs -0 -n 1 ls -l",
            "ls | xargs -I{} ls {}",
            "ls | xargs -n1 -P4 ls",
        ],
    );
    never(
        &[
            "Bash(xargs *)",
            "Bash(find *)",
            "Bash(ls *)",
            "Bash(git *)",
            "Bash(sh *)",
            "Bash(env *)",
        ],
        &[
            "ls | xargs find",
            "ls | xargs git grep x",
            "ls | xargs sh",
            "ls | xargs env ls",
            "ls | xargs -I{} {} x",
            "ls | xargs -a x ls -l mkr -o",
            "ls | xargs",
            "ls | xargs -I ls ls",
            "ls | xargs \"$X\"",
        ],
    );
    never(&["Bash(ls x)"], &["echo y | xargs ls", "xargs ls x"]);
}

#[test]
fn an_unknown_operand_is_no_option_that_runs_something() {
    always(
        &["Bash(ls *)", "Bash(echo *)", "Bash(grep *)", "Bash(cat *)"],
        &[
            "ls $X",
            "ls ${X}/y",
            "ls \"$X\"",
            "echo \"a ${X} b\"",
            "echo \"$(ls x)\"",
            "cat \"$(ls x | grep y)\"",
            "grep \"a$\" x",
            "ls x* ~/y",
            "ls *",
            "ls ~",
        ],
    );
    let rules = [
        "Bash(find *)",
        "Bash(tar *)",
        "Bash(sort *)",
        "Bash(git grep *)",
        "Bash(rg *)",
        "Bash(test *)",
        "Bash([ *)",
        "Bash(printf *)",
        "Bash(mytool *)",
        "Bash(ls *)",
        "Bash(kill *)",
    ];
    never(
        &rules,
        &[
            "find $X",
            "find \"$X\"",
            "tar xf \"$X\"",
            "tar cf x *",
            "sort \"$X\"",
            "sort *",
            "git grep \"$X\"",
            "rg \"$X\"",
            "rg -- -*",
            "test \"$X\"",
            "test -v 'a[$(mkr)]'",
            "test a -eq 'b[$(mkr)]'",
            "[ \"$X\" = y ]",
            "[ -v 'a[$(mkr)]' ]",
            "[ x -eq 0 ]",
            "printf \"$X\"",
            "mytool \"$X\"",
            "kill $X",
            "ls \"$(mkr)\"",
            "ls $(ls)",
            "ls `ls`",
            "ls \"`ls`\"",
            "ls \"$(ls; mkr)\"",
            "ls $1",
            "ls \"$@\"",
            "ls $?",
            "ls ${X:-y}",
            "ls ${X-y}",
            "ls \"${X}$(mkr)\"",
        ],
    );
    always(
        &rules,
        &[
            "find . -name '*.rs'",
            "find x*",
            "sort ./\"$X\"",
            "[ -f x ]",
            "[ 1 -eq 2 ]",
            "test -d x",
        ],
    );
    always(
        &["Bash(git commit *)", "Bash(cat *)"],
        &[
            "git commit -m \"$M\"",
            "git commit -a -m \"$M\"",
            "git commit -m \"$(cat <<'E'\nfix: a (b)\n\nc\nE\n)\"",
        ],
    );
    never(
        &["Bash(git commit *)", "Bash(cat *)"],
        &[
            "git commit -F -m \"$M\"",
            "git commit -m $M",
            "git commit \"$M\"",
            "git commit -m x \"$M\"",
            "git commit -m \"$(cat <<'E'\n)\"; mkr; \"\nE\n)\"",
        ],
    );
}

#[test]
fn a_redirection_needs_a_rule_for_its_file() {
    let rules = &["Bash(ls *)", "Edit(out/**)", "Read(in/**)"];
    always(
        rules,
        &[
            "ls > out/x",
            "ls >> out/x",
            "ls >out/x 2>&1",
            "ls 2> out/x",
            "ls 2>/dev/null",
            "ls > /dev/null 2>&1",
            "ls >&2",
            "ls 1>&2",
            "ls < in/x",
            "{ ls; ls; } > out/x",
            "(ls) 2>/dev/null",
            "cd out && ls > /dev/null",
        ],
    );
    never(
        rules,
        &[
            "ls > x",
            "ls > \"$X\"",
            "ls > out/$X",
            "ls > out/*",
            "ls > {out/a,b}",
            "ls > ~/x",
            "ls > out/../x",
            "ls >| out/x",
            "ls <> out/x",
            "ls &> out/x",
            "ls &>> out/x",
            "ls >& out/x",
            "ls >&3",
            "ls 3> out/x",
            "ls 12> out/x",
            "ls {fd}> out/x",
            "ls < x",
            "ls <&3",
            "ls >&-",
            "ls > /dev/tcp/h/1",
            "ls > /dev/fd/3",
            "ls > >(mkr)",
            "ls < <(mkr)",
            "ls <(mkr)",
            "ls <<< x",
            "> out/x",
            "cd out && ls > x",
            "cd sub && ls > out/x",
            "ls 2>&1x",
        ],
    );
    always(&["Bash(ls *)", "Edit"], &["cd sub && ls > x"]);
}

#[test]
fn a_here_document_is_quoted_and_feeds_no_interpreter() {
    let rules = &[
        "Bash(cat *)",
        "Bash(sh *)",
        "Bash(python3 *)",
        "Bash(ls *)",
        "Bash(make *)",
        "Bash(sqlite3 *)",
    ];
    always(
        rules,
        &[
            "cat <<'E'\n$(mkr)\nE",
            "cat <<\"E\"\n`mkr`\nE",
            "cat <<'E' | cat\nmkr\nE\nls",
            "ls && cat <<'EOF'\n'\nEOF\n",
        ],
    );
    never(
        rules,
        &[
            "cat <<E\n$(mkr)\nE",
            "cat <<E\nx\nE",
            "cat <<\\E\nx\nE",
            "cat <<'E'\nx",
            "cat <<'E'\nx\nE \nmkr",
            "cat <<'E'\nE\nmkr\nE",
            "cat <<-'E'\nx\nE",
            "cat <<'E' <<'F'\nE\nF\n",
            "cat <<'E F'\nx\nE F",
            "cat <<'E'x\nEx\nmkr\n",
            "cat <<'E' 'a\nE\n'\nmkr\nE",
            "(cat <<'E')\nx\nE",
            "sh <<'E'\nls\nE",
            "python3 <<'E'\nls\nE",
            "python3 - <<'E'\nls\nE",
            "make -f - <<'E'\nls\nE",
            "sqlite3 x <<'E'\n.shell mkr\nE",
            "ls | python3",
            "ls | python3 -",
            "ls | python3 -u",
        ],
    );
    always(rules, &["ls | python3 -m json.tool", "ls | python3 x.py"]);
}

#[test]
fn only_harmless_variables_are_set() {
    always(
        LS,
        &[
            "CI=1 ls",
            "LANG=C LC_ALL=C TZ=Europe/Berlin ls",
            "RUST_LOG='a=debug,b' ls",
            "NO_COLOR= ls",
        ],
    );
    never(
        LS,
        &[
            "X=1 ls",
            "LD_PRELOAD=x ls",
            "LC_PATH1=x ls",
            "CI=$(mkr) ls",
            "CI=\"$(ls)\" ls",
            "CI='$(shell mkr)' ls",
            "CI=1",
            "CI=1; ls",
            "TZ=/etc/x ls",
            "LANGUAGE=../../x ls",
            "CI=(a) ls",
            "CI=~ ls",
            "BASH_ENV=x ls",
            "IFS=x ls",
        ],
    );
}

#[test]
fn a_cd_leads_nowhere_else() {
    always(
        &["Bash(ls *)", "Bash(/bin/x *)"],
        &[
            "cd sub && ls",
            "cd sub; ls; cd deeper; ls",
            "(cd sub && ls) && ls",
            "cd /srv/repo/sub && ls",
            "cd ./sub && /bin/x",
        ],
    );
    never(
        &[
            "Bash(ls *)",
            "Bash(make *)",
            "Bash(./x *)",
            "Bash(npm *)",
            "Bash(cargo *)",
            "Bash(python3 *)",
            "Bash(direnv *)",
            "Bash(pre-commit *)",
            "Bash(timeout *)",
        ],
        &[
            "cd / && ls",
            "cd .. && ls",
            "cd sub && cd ../.. && ls",
            "cd && ls",
            "cd - && ls",
            "cd ~ && ls",
            "cd ~root && ls",
            "cd \"$X\" && ls",
            "cd s* && ls",
            "cd a b && ls",
            "cd '' && ls",
            "CDPATH=/ cd x && ls",
            "LANG=C cd x && ls",
            "cd {a,b} && ls",
            "command cd x && ls",
            "cd sub && make",
            "cd sub && timeout 5 make",
            "cd sub && ./x",
            "cd sub && npm test",
            "cd sub && cargo test",
            "cd sub && python3 x.py",
            "cd sub && direnv allow",
            "cd sub && pre-commit run",
            "ls \"$(cd sub && make)\"",
        ],
    );
}

#[test]
fn odd_text_is_read_as_no_shell_would() {
    never(
        &[
            "Bash(ls *)",
            "Bash(if *)",
            "Bash(. *)",
            "Bash(eval *)",
            "Bash(source *)",
            "Bash(! *)",
        ],
        &[
            "",
            " ",
            "#",
            "ls &",
            "ls & ls",
            "ls |& ls",
            "ls;; ls",
            "ls ; ; ls",
            "&& ls",
            "ls &&",
            "ls |",
            "| ls",
            "(ls",
            "ls)",
            "{ ls }",
            "{ls;}",
            "{ls,-l}",
            "{ls,x}",
            "l{s,} x",
            "$X",
            "\"$X\" y",
            "$LS y",
            "l\\\ns x",
            "ls x\\\n; mkr",
            "ls\\\n",
            "ls\rmkr",
            "ls\0mkr",
            "ls \x0bmkr",
            "ls \x1b x",
            "ls\u{a0}x",
            "ls \u{2003}x",
            "ls \u{85}x",
            "ls $'x'",
            "ls $\"x\"",
            "ls \"x",
            "ls 'x",
            "ls @(a|b)",
            "ls !(a)",
            "ls *(e:mkr:)",
            "ls ~root",
            "ls ~+",
            "ls ~-",
            "ls x=~/y",
            "=ls x",
            "ls =mkr",
            "! ! ls",
            "!ls",
            "time",
            "time | ls",
            "time ! ls",
            "'if' ls",
            "\\if ls",
            "if ls",
            "then ls",
            ". x",
            "source x",
            "eval ls",
            "%1",
            "-ls",
            "./ls x",
            "/bin/ls x",
            "~/ls x",
            "'ls x'",
            "ls\\ x",
            "ls (x)",
            "ls x(y)",
            "ls() ls",
            "((ls))",
            "( (ls)",
            "ls # \\\nmkr",
            "ls \"$(ls # )\"\nmkr\n)\"",
            "ls {a..$X}",
            "ls {a,$(mkr)}",
            "ls {a,b}*",
            "ls {a,{b,c}}",
            "ls {x",
            "ls \"a\\\nb\"",
            "ls; mkr",
            "ls\nmkr",
            "ls && mkr",
            "ls || mkr",
            "ls | mkr",
            "(mkr)",
            "{ mkr; }",
            "! mkr",
        ],
    );
    always(
        LS,
        &[
            "ls",
            "  ls  ",
            "ls -la 'a b' \"c d\" e\\ f",
            "'ls' x",
            "ls; ls && ls || ls | ls\nls",
            "! ls",
            "{ ls; }",
            "{\nls\n}",
            "(ls)",
            "( (ls) )",
            "(ls; ls) | ls",
            "ls # comment",
            "# comment\nls",
            "ls \\\n  -l \\\n  x",
            "ls {a,b} {} x{1..3} HEAD@{1}",
            "ls [ab]* a?c",
            "ls !",
            "ls HEAD^ a~ a:b a=b a,b a@b 100% a#b",
            "ls caf\u{e9} '\u{a0}'",
            "ls;\n\nls\n",
            "ls ''",
        ],
    );
}

#[test]
fn a_rule_may_name_the_whole_line() {
    always(
        &["Bash(make a && make b)"],
        &["make a && make b", " make a && make b\n"],
    );
    always(
        &["Bash(for i in 1 2; do ls; done)"],
        &["for i in 1 2; do ls; done"],
    );
    never(
        &["Bash(make a && make b)"],
        &[
            "make a && make b && make c",
            "make a",
            "make b",
            "make a && make b; mkr",
        ],
    );
    never(
        &["Bash(make a && *)", "Bash(ls * | sh)"],
        &["make a && mkr", "ls x | sh"],
    );
    always(&["Bash"], &["for i in 1; do mkr; done", "mkr $(x)"]);
}

#[test]
fn a_deny_rule_may_name_the_whole_line() {
    let tested = |rule: &str, line: &str| {
        let (aliases, places) = (Aliases::default(), Places::at(Path::new("/srv/repo")));
        let input = json!({ "command": line });
        let subject = Subject::new("Bash", &input, &aliases, &places);
        Rule::parse(rule).unwrap().test(&subject)
    };
    assert!(tested("Bash(make a && make b)", "make a && make b").known);
    assert!(tested("Bash(curl * | sh)", "curl x | sh").known);
    assert!(!tested("Bash(curl * | sh)", "curl x").possible);
}

#[test]
fn an_odd_blank_around_a_whole_line_is_not_dropped() {
    always(&["Bash(sh)"], &["sh", " sh\n", "\tsh "]);
    // To the shell each of these is the name of a command, or a part of one.
    never(
        &["Bash(sh)"],
        &[
            "\u{b} sh",
            "\u{c}sh",
            "sh\u{a0}",
            "\u{2003} sh",
            "\r sh",
            "\u{85}sh",
        ],
    );
}
