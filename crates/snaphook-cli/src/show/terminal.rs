//! Sends escape sequences of hooks to the user's terminal.

use std::io::{IsTerminal, Write};

use snaphook::Outcome;

/// Writes them to stderr if a person sees it: into a file or another program they
/// would be rubbish. The engine has let through titles, notifications and BEL only.
pub(crate) fn terminal_sequences(outcome: &Outcome) {
    let mut stderr = std::io::stderr();
    if outcome.terminal_sequences.is_empty() || !stderr.is_terminal() {
        return;
    }
    for sequence in &outcome.terminal_sequences {
        let _ = stderr.write_all(sequence.as_bytes());
    }
    let _ = stderr.flush();
}
