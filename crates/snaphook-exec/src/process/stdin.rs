//! Where a command hook reads its input from: a pipe or a file.

use std::borrow::Cow;
use std::fs::File;
use std::io::PipeReader;
use std::sync::Arc;

use snaphook_core::input::Fields;

use super::os::{self, SealedFile};
use crate::input_line::InputLine;

/// Where command hooks read their input from. Hooks that ask questions always
/// have a pipe: the replies come on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StdinKind {
    /// Whichever is faster for an input of its size.
    #[default]
    Auto,
    /// A pipe.
    Pipe,
    /// A sealed file in memory that all hooks of an event share, each from its
    /// beginning; a pipe where the operating system has none.
    File,
}

/// Up to here a pipe takes the whole input at once, so that nobody waits for
/// anybody; a larger one is fed in pieces.
pub(super) const PIPE_TAKES: usize = 64 * 1024;

/// Up to here making a file costs more than feeding a pipe, as measured by the
/// bench (`cargo bench -p snaphook-bench -- sizes`).
const FILE_FROM: usize = 2 * 1024 * 1024;

/// The standard input of one process.
#[derive(Debug)]
pub(crate) enum ProcessStdin {
    /// This input, through a pipe.
    Pipe(Arc<InputLine>),
    /// A pipe that already holds the whole input; no task writes to it.
    Filled(PipeReader),
    /// This file.
    File(File),
}

impl ProcessStdin {
    /// Chooses the standard input of a hook that asks no questions.
    pub(crate) fn of(kind: StdinKind, input: &Arc<InputLine>) -> Self {
        let size = input.size();
        let as_file = match kind {
            StdinKind::Auto => size > FILE_FROM,
            StdinKind::Pipe => false,
            StdinKind::File => true,
        };
        let file = as_file.then(|| input.sealed()?.open().ok()).flatten();
        if let Some(file) = file {
            return Self::File(file);
        }
        let filled = (size <= PIPE_TAKES).then(|| os::filled_pipe(input.line()).ok());
        match filled.flatten() {
            Some(pipe) => Self::Filled(pipe),
            None => Self::pipe(input),
        }
    }

    /// Chooses a pipe, whatever else is possible.
    pub(crate) fn pipe(input: &Arc<InputLine>) -> Self {
        Self::Pipe(Arc::clone(input))
    }
}

/// A line with its end, in pieces: large values are not copied.
pub(super) fn in_pieces(fields: &Fields) -> Vec<Cow<'_, [u8]>> {
    let mut pieces = fields.to_pieces();
    pieces.push(b"\n".into());
    pieces
}

impl InputLine {
    /// The line as a file that hooks share, made when the first one wants it.
    fn sealed(&self) -> Option<&SealedFile> {
        let make = || {
            let fields = self.fields();
            SealedFile::of(&in_pieces(&fields)).ok()
        };
        self.sealed.get_or_init(make).as_ref()
    }
}
