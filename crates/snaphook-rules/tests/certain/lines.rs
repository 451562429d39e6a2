//! Redirections, here-documents, variables and odd text of a whole line.

use super::*;

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
            "ls < ../x",
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
        let (aliases, places) = (Aliases::default(), PathRoots::at(Path::new("/srv/repo")));
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
