//! What is known of one tool call. Each fact is found when something first asks for
//! it, and once.

use std::path::Path;
use std::sync::OnceLock;

use super::fact::{Fact, FactList};
use super::{commands, paths, url};
use crate::Subject;

/// The call that facts are about.
#[derive(Debug, Clone, Copy)]
pub enum FactSubject<'a> {
    /// A tool call.
    Call(&'a Subject<'a>),
    /// The event is not about a tool call.
    None,
    /// The event is about a tool call, and its input does not say which tool.
    Nameless,
}

/// The facts of one tool call.
#[derive(Debug)]
pub struct CallFacts<'a> {
    subject: FactSubject<'a>,
    project: Option<&'a Path>,
    commands: OnceLock<Fact>,
    paths: OnceLock<Fact>,
    url: OnceLock<Fact>,
}

impl<'a> CallFacts<'a> {
    /// The facts of a call, in a project.
    #[must_use]
    pub fn new(subject: FactSubject<'a>, project: Option<&'a Path>) -> Self {
        Self {
            subject,
            project,
            commands: OnceLock::new(),
            paths: OnceLock::new(),
            url: OnceLock::new(),
        }
    }

    /// The commands of a call of a shell: `name`, `subcommand`, `args`, `wrapper`,
    /// `redirections`, `certain`, `text`.
    pub fn commands(&self) -> &Fact {
        let find = |subject: &Subject<'_>| Fact::List(commands::of(subject));
        self.commands.get_or_init(|| self.of_call(nothing(), find))
    }

    /// The files that the call names: `path`, `resolved`, `inside`, `access`, `certain`.
    pub fn paths(&self) -> &Fact {
        let find = |subject: &Subject<'_>| Fact::List(paths::of(subject, self.project));
        self.paths.get_or_init(|| self.of_call(nothing(), find))
    }

    /// The URL that the call names: `scheme`, `host`, `port`, `text`; all of them empty
    /// where it names none.
    pub fn url(&self) -> &Fact {
        self.url.get_or_init(|| self.of_call(url::none(), url::of))
    }

    /// Whether the meaning of the whole call is certain.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        match self.subject {
            FactSubject::Call(subject) => match subject.shell_command() {
                Some(_) => subject.certain_line().is_ok(),
                None => true,
            },
            FactSubject::None => true,
            FactSubject::Nameless => false,
        }
    }

    fn of_call(&self, none: Fact, find: impl FnOnce(&Subject<'_>) -> Fact) -> Fact {
        match self.subject {
            FactSubject::Call(subject) => find(subject),
            FactSubject::None => none,
            FactSubject::Nameless => Fact::Unknown,
        }
    }
}

fn nothing() -> Fact {
    Fact::List(FactList {
        items: Vec::new(),
        complete: true,
    })
}
