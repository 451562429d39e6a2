//! Asks the person at the terminal the questions of hooks.

use std::fs::File;
use std::future::Future;
use std::io::{BufRead, BufReader, Write};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use snaphook::{ApprovalReply, Approver, Question};

use crate::os;
use crate::show::style;

/// A question is on the terminal: nothing else may be drawn there.
pub(super) static ASKING: AtomicBool = AtomicBool::new(false);

/// The person was told who answered instead.
static TOLD: AtomicBool = AtomicBool::new(false);

/// Whose question is on the terminal.
static TERMINAL: Mutex<()> = Mutex::new(());

/// Asks at the controlling terminal, whatever stdin and stdout are.
pub(crate) struct Person;

impl Person {
    /// The person, if there is a terminal to ask at.
    pub(crate) fn at_the_terminal() -> Option<Arc<dyn Approver>> {
        File::open(os::KEYBOARD).ok()?;
        Some(Arc::new(Self))
    }
}

impl Approver for Person {
    fn ask(&self, question: Question) -> Pin<Box<dyn Future<Output = ApprovalReply> + Send + '_>> {
        let (reply, asked) = tokio::sync::oneshot::channel();
        // A detached thread: a person who does not answer must not keep the command
        // from ending.
        std::thread::spawn(move || {
            // One question at a time: an answer must not go to another one.
            let _turn = TERMINAL.lock().unwrap_or_else(PoisonError::into_inner);
            ASKING.store(true, Ordering::SeqCst);
            let answer = ask(&question, || reply.is_closed()).unwrap_or(ApprovalReply::Cancelled);
            ASKING.store(false, Ordering::SeqCst);
            let _ = reply.send(answer);
        });
        Box::pin(async move { asked.await.unwrap_or(ApprovalReply::Cancelled) })
    }

    fn answered_elsewhere(&self, _: &Question, how: &str) {
        // At once: the command may end before the thread that asks looks again.
        TOLD.store(true, Ordering::SeqCst);
        if let Ok(mut terminal) = File::options().write(true).open(os::SCREEN) {
            let _ = writeln!(terminal, "\n({})", style::one_line(how));
        }
    }
}

fn ask(question: &Question, given_up: impl Fn() -> bool) -> std::io::Result<ApprovalReply> {
    if given_up() {
        return Ok(ApprovalReply::Cancelled);
    }
    let mut terminal = File::options().write(true).open(os::SCREEN)?;
    let about = question.about.as_deref().map(|about| format!(" ({about})"));
    writeln!(
        terminal,
        "\n{} asks{}: {}",
        style::one_line(&question.hook),
        style::one_line(&about.unwrap_or_default()),
        style::plain(&question.message)
    )?;
    for (number, option) in question.options.iter().enumerate() {
        let description = option
            .description
            .as_deref()
            .map(|text| format!(", {text}"));
        let line = format!("{}{}", option.label, description.unwrap_or_default());
        writeln!(terminal, "  {}. {}", number + 1, style::one_line(&line))?;
    }
    write!(terminal, "Number (empty to cancel): ")?;
    terminal.flush()?;
    let keyboard = File::open(os::KEYBOARD)?;
    while !os::is_ready(&keyboard) {
        if given_up() {
            if !TOLD.swap(false, Ordering::SeqCst) {
                writeln!(terminal, "(no longer needed)")?;
            }
            return Ok(ApprovalReply::Cancelled);
        }
    }
    let mut line = String::new();
    BufReader::new(keyboard).read_line(&mut line)?;
    let chosen = line
        .trim()
        .parse::<usize>()
        .ok()
        .and_then(|n| n.checked_sub(1));
    let option = chosen.and_then(|index| question.options.get(index));
    Ok(option.map_or(ApprovalReply::Cancelled, |option| {
        ApprovalReply::Selected(option.key.clone())
    }))
}
