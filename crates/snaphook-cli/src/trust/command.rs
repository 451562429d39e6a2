//! Shows what the hooks run, asks, and stores what was shown.

use std::io::{BufRead, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use snaphook::TrustQuestion;
use snaphook::hook::Hook;
use snaphook::trust::{Evidence, TrustFile};

use super::args::TrustArgs;
use super::{question, store, text};
use crate::error::CommandError;
use crate::show::{self, Problems, style};
use crate::world;

pub(crate) fn trust(args: &TrustArgs) -> Result<ExitCode, CommandError> {
    let file = world::trust_file().ok_or_else(|| {
        CommandError::new("no folder for the trust store: neither HOME nor XDG_STATE_HOME is set")
            .help("set one of them")
    })?;
    let store = TrustFile::new(file);
    let project = args.settings().project(&world::folder(None)?)?;
    if args.list {
        return store::list(&store, args.json);
    }
    if args.revoke {
        return store::revoke(&store, &project, &args.hooks);
    }
    let engine = args.settings().engine(&project)?;
    Problems::of(&engine, &args.settings()).print();
    if let Some(line) = show::recognised(&args.settings().dialect(&project)) {
        crate::tell!("{line}");
    }
    let questions = chosen(engine.trust_questions(), args)?;
    let texts = match args.show {
        true => text::Texts::read(&store, &project, &questions, &args.hooks)?,
        false => text::Texts::default(),
    };
    if args.json {
        show::json(&question::as_json(&engine, &project, &questions, &texts))?;
    } else {
        question::print(&engine, &project, &questions, &texts);
    }
    let (open, hopeless): (Vec<_>, Vec<_>) = questions
        .iter()
        .filter(|question| !question.standing.is_trusted())
        .partition(|question| question.evidence.obstacles().is_empty());
    if open.is_empty() && !hopeless.is_empty() {
        return Err(CommandError::new(
            "nothing was trusted: none of these hooks can be trusted as it is",
        )
        .help("correct what is marked `cannot be trusted` above, and run this again"));
    }
    if open.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    if !args.yes && !confirmed(open.len())? {
        crate::tell!("nothing was trusted");
        return Ok(ExitCode::from(1));
    }
    // What was shown is what is stored: a script that changes meanwhile is
    // not what the person saw.
    let trusted: Vec<(&Hook, &Evidence)> = open
        .iter()
        .map(|question| (&*question.hook, &question.evidence))
        .collect();
    store
        .trust(&project, &trusted, now())
        .map_err(|error| CommandError::new(error.to_string()))?;
    if !args.json {
        let good = style::GOOD;
        crate::say!("{good}trusted{good:#} {}", counted(trusted.len()));
    }
    Ok(ExitCode::SUCCESS)
}

/// The hooks that were named, or all.
fn chosen(
    questions: Vec<TrustQuestion>,
    args: &TrustArgs,
) -> Result<Vec<TrustQuestion>, CommandError> {
    let names = &args.hooks;
    if names.is_empty() {
        return Ok(questions);
    }
    let is = |question: &TrustQuestion, name: &String| {
        question.hook.name == *name
            || question.hook.id.as_str() == name
            || (args.show && text::names_script(question, name))
    };
    let missing = |name: &&String| !questions.iter().any(|question| is(question, name));
    if let Some(name) = names.iter().find(missing) {
        return Err(
            CommandError::new(format!("no hook of this project is named `{name}`")).help(
                "run `snaphook list` to see the names, or `snaphook list --json` to see the ids",
            ),
        );
    }
    let named = |question: &TrustQuestion| names.iter().any(|name| is(question, name));
    Ok(questions.into_iter().filter(named).collect())
}

/// Asks at the terminal.
fn confirmed(count: usize) -> Result<bool, CommandError> {
    let stdin = std::io::stdin();
    if !stdin.is_terminal() {
        return Err(CommandError::new(
            "nothing was trusted: stdin is not a terminal, so no question can be asked",
        )
        .help("run it at a terminal, or pass --yes after you have read the above"));
    }
    let mut stderr = anstream::stderr();
    let _ = write!(stderr, "Trust {}? [y/N] ", counted(count));
    let _ = stderr.flush();
    let mut answer = String::new();
    stdin
        .lock()
        .read_line(&mut answer)
        .map_err(|error| CommandError::new(format!("failed to read the answer: {error}")))?;
    let answer = answer.trim().to_lowercase();
    Ok(answer == "y" || answer == "yes")
}

pub(super) fn counted(hooks: usize) -> String {
    match hooks {
        1 => "1 hook".to_owned(),
        more => format!("{more} hooks"),
    }
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

/// A path as it is shown.
pub(super) fn shown(path: &Path) -> String {
    style::plain(&path.display().to_string())
}
