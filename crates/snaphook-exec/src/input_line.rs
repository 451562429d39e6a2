//! The input of a hook as one line of JSON, made once for all hooks of an event.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use snaphook_core::dialect::Names;
use snaphook_core::input::{Fields, Input};

use crate::process::os::SealedFile;

/// An input, and the one line of JSON it is on stdin. The line is made once,
/// when the first hook wants it, and shared by all.
#[derive(Debug)]
pub struct InputLine {
    input: Arc<Input>,
    names: Names,
    /// The event that the hook is configured for, where the dialect has several names
    /// for one.
    native_event: Option<&'static str>,
    line: OnceLock<Arc<Vec<u8>>>,
    /// The line as a file, if it could be made.
    pub(crate) sealed: OnceLock<Option<SealedFile>>,
}

impl InputLine {
    /// Wraps an input; the line has the dialect's names.
    #[must_use]
    pub fn new(input: Arc<Input>, names: Names) -> Self {
        Self {
            input,
            names,
            native_event: None,
            line: OnceLock::new(),
            sealed: OnceLock::new(),
        }
    }

    /// The input.
    #[must_use]
    pub fn input(&self) -> &Arc<Input> {
        &self.input
    }

    /// The line for a hook that is configured for an event under this name of the
    /// dialect. Where the dialect has one line for all hooks, it is this one.
    #[must_use]
    pub fn for_event(self: &Arc<Self>, native_event: Option<&'static str>) -> Arc<Self> {
        if native_event == self.native_event || self.names.forms.is_none() {
            return Arc::clone(self);
        }
        Arc::new(Self {
            native_event,
            ..Self::new(Arc::clone(&self.input), self.names)
        })
    }

    /// The line, with its newline.
    #[must_use]
    pub fn line(&self) -> &Arc<Vec<u8>> {
        self.line.get_or_init(|| {
            let mut line = self.fields().to_line();
            line.push(b'\n');
            Arc::new(line)
        })
    }

    /// About how many bytes it has.
    pub(crate) fn size(&self) -> usize {
        match self.line.get() {
            Some(line) => line.len(),
            None => self.input.fields().size(),
        }
    }

    /// What the line is made of. A large input is fed to hooks by its pieces, so
    /// that it need not be copied into a line.
    pub(crate) fn fields(&self) -> Cow<'_, Fields> {
        self.names.native_fields(&self.input, self.native_event)
    }
}
