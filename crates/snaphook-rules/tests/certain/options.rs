//! Options and operands of commands that may run something.

use super::*;

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
