//! Reads a whole environment file, statement by statement. A line that cannot be
//! read costs only itself, so that one command in it loses no assignment.

use super::words::{WordReader, WordResult};

/// What an environment file says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EnvFile {
    /// What it sets, in order, or takes away (nothing as the value); of a name that
    /// occurs twice the last counts.
    pub variables: Vec<(String, Option<String>)>,
    /// Lines that could not be read: their number, and why.
    pub problems: Vec<(usize, &'static str)>,
}

/// Reads an environment file. `known` gives the value of a variable that an
/// assignment refers to.
#[must_use]
pub fn read_env_file(text: &str, known: impl Fn(&str) -> Option<String>) -> EnvFile {
    let mut file = EnvFile::default();
    let mut rest = text;
    let mut number = 1;
    while !rest.is_empty() {
        let mut reader = WordReader {
            rest,
            value_of: &|_| String::new(),
        };
        let before = file.variables.len();
        let read = reader.statement(&mut file.variables, &known);
        let after = match read {
            Ok(()) => reader.rest,
            // A line that cannot be read costs only itself.
            Err(_) => rest.split_once('\n').map_or("", |(_, after)| after),
        };
        if let Err(why) = read {
            file.variables.truncate(before);
            file.problems.push((number, why));
        }
        number += rest[..rest.len() - after.len()].matches('\n').count();
        rest = after;
    }
    file
}

type FileVariables = Vec<(String, Option<String>)>;

impl WordReader<'_, '_> {
    /// One command with what ends it; `None` for a blank line or a comment.
    fn statement(
        &mut self,
        variables: &mut FileVariables,
        known: &dyn Fn(&str) -> Option<String>,
    ) -> WordResult<()> {
        self.blanks();
        let declares = self.keyword("declare") || self.keyword("typeset");
        if declares || self.keyword("export") {
            self.flags(declares)?;
            while !self.is_over() {
                self.assignment(variables, known, true)?;
            }
        } else if self.keyword("unset") {
            if self.keyword("-f") {
                return Err("`unset -f` is not supported");
            }
            let _ = self.keyword("-v") || self.keyword("--");
            while !self.is_over() {
                let name = self.name().ok_or("`unset` needs the name of a variable")?;
                self.end_of_word()?;
                variables.push((name, None));
            }
        } else {
            while !self.is_over() {
                self.assignment(variables, known, false)?;
            }
        }
        match self.rest.strip_prefix(';') {
            Some(after) => self.rest = after,
            None => self.skip_line(),
        }
        Ok(())
    }

    /// Options of `export` and `declare`: a variable that is not exported is not part
    /// of the environment, and neither are lists and functions.
    fn flags(&mut self, declares: bool) -> WordResult<()> {
        let mut exported = !declares;
        while let Some(after) = self.rest.strip_prefix('-') {
            let length = after
                .find([' ', '\t', '\n', '\r', ';'])
                .unwrap_or(after.len());
            let (letters, after) = after.split_at(length);
            let known = if declares { "xrilutg" } else { "" };
            let end = letters == "-";
            if !end && (letters.is_empty() || !letters.chars().all(|c| known.contains(c))) {
                return Err("this option does not set an environment variable");
            }
            exported |= letters.contains('x');
            self.rest = after;
            self.blanks();
            if end {
                break;
            }
        }
        match exported {
            true => Ok(()),
            false => Err("the variable is not exported; use `export` or `declare -x`"),
        }
    }

    /// `NAME=value`, or where that is something, `NAME` by itself.
    fn assignment(
        &mut self,
        variables: &mut FileVariables,
        known: &dyn Fn(&str) -> Option<String>,
        alone: bool,
    ) -> WordResult<()> {
        const NONE: &str = "it is not an assignment such as NAME=value";
        let name = self.name().ok_or(NONE)?;
        let Some(value) = self.rest.strip_prefix('=') else {
            return match alone {
                true => self.end_of_word(),
                false => Err(NONE),
            };
        };
        let value_of = |name: &str| {
            let mut earlier = variables.iter().rev();
            let earlier = earlier.find(|(known, _)| known == name);
            let value = match earlier {
                Some((_, value)) => value.clone(),
                None => known(name),
            };
            value.unwrap_or_default()
        };
        let mut reader = WordReader {
            rest: value,
            value_of: &value_of,
        };
        let value = reader.value()?;
        self.rest = reader.rest;
        self.end_of_word()?;
        variables.push((name, Some(value)));
        Ok(())
    }

    fn end_of_word(&mut self) -> WordResult<()> {
        let spaced = self.rest.starts_with([' ', '\t']);
        self.blanks();
        match spaced || self.is_over() {
            true => Ok(()),
            false => Err("there is more than an assignment in this line"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> EnvFile {
        read_env_file(text, |name| (name == "PATH").then(|| "/bin".to_owned()))
    }

    fn variables(text: &str) -> Vec<(String, String)> {
        let file = read(text);
        assert_eq!(file.problems, [], "{text}");
        let set = file.variables.into_iter();
        set.map(|(name, value)| (name, value.unwrap_or_else(|| "(unset)".to_owned())))
            .collect()
    }

    fn one(text: &str) -> String {
        let variables = variables(text);
        assert_eq!(variables.len(), 1, "{text}");
        variables[0].1.clone()
    }

    #[test]
    fn assignments_are_read_as_a_shell_would() {
        assert_eq!(one("A=b"), "b");
        assert_eq!(one("export A='x y'\"z\"\\ w\n"), "x yz w");
        assert_eq!(one("  A=\"a\\\"b\\n\" # comment"), "a\"b\\n");
        assert_eq!(one("A='two\nlines'"), "two\nlines");
        assert_eq!(one("A=\"$PATH:/opt\""), "/bin:/opt");
        assert_eq!(one("A=${PATH}/x$"), "/bin/x$");
        assert_eq!(one("A=$NONE"), "");
        assert_eq!(one("A='$PATH `x` $(y)'"), "$PATH `x` $(y)");
        assert_eq!(one("A="), "");
        assert_eq!(variables("\n# note\n\nA=1; B=$A\r\nB=2\n").len(), 3);
    }

    #[test]
    fn what_shells_and_direnv_print_counts() {
        let set = |text: &str| -> Vec<String> {
            let set = variables(text).into_iter();
            set.map(|(name, value)| format!("{name}={value}")).collect()
        };
        assert_eq!(
            set(
                "declare -x A=\"a b\"\ndeclare -x OLDPWD\ndeclare -rx B=\"\"\ntypeset -x C='c'\nexport D\n"
            ),
            ["A=a b", "B=", "C=c"]
        );
        assert_eq!(
            set("export A=$'a\\nb\\'';export B=$'/x:/y';unset C;"),
            ["A=a\nb'", "B=/x:/y", "C=(unset)"]
        );
        assert_eq!(
            set("A=1; B=$A; unset A; B=x$A"),
            ["A=1", "B=1", "A=(unset)", "B=x"]
        );
        assert_eq!(set("export A=1 B='2 3'"), ["A=1", "B=2 3"]);
        assert_eq!(set("unset -v A B"), ["A=(unset)", "B=(unset)"]);
    }

    #[test]
    fn what_is_no_assignment_costs_its_line_only() {
        for line in [
            "rm -rf /",
            "A=$(rm x)",
            "A=`rm x`",
            "A=\"$(rm x)\"",
            "A=b c",
            "A=${B:-x}",
            "1A=b",
            "A='open",
            "A=x|y",
            "A=$\"x\"",
            "declare A=1",
            "declare -a A=1",
            "declare -fx A",
            "export -f A",
            "export -n A=1",
            "unset -f A",
            "unset A-b",
            "export A=1 rm-x",
            "A=1 rm x",
            "A+=x",
            "A[0]=x",
            "A=$'\\0'",
            "readonly A=1",
            "eval A=b",
            "=x",
        ] {
            let file = read(&format!("X=1\n{line}\nY=2\n"));
            assert_eq!(file.problems.len(), 1, "{line}: {file:?}");
            assert_eq!(file.problems[0].0, 2, "{line}");
            let names: Vec<_> = file
                .variables
                .iter()
                .map(|(name, _)| name.as_str())
                .collect();
            assert_eq!(names, ["X", "Y"], "{line}");
        }
    }
}
