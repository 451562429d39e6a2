//! One run's tools, and how much they may still bring.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use serde::de::DeserializeOwned;
use tokio_util::sync::CancellationToken;

use super::{find, list, read, search, transcript};
use crate::run::agent::folders::ReadableFolders;
use crate::run::agent::page::{PER_CALL, PER_RUN, Page};
use crate::run::language_model::ModelToolCall;

/// With less than this left, a call could not say anything of use.
const LEAST: usize = 1000;

pub(in crate::run::agent) struct Toolbox {
    pub(super) folders: ReadableFolders,
    pub(super) transcript: Option<PathBuf>,
    left: Mutex<usize>,
}

impl Toolbox {
    pub(in crate::run::agent) fn new(
        folders: ReadableFolders,
        transcript: Option<PathBuf>,
    ) -> Self {
        Self {
            folders,
            transcript,
            left: Mutex::new(PER_RUN),
        }
    }

    /// Makes a call. What goes wrong is for the model to read.
    pub(in crate::run::agent) fn run(
        &self,
        call: &ModelToolCall,
        stop: &CancellationToken,
    ) -> Result<String, String> {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        if *left < LEAST {
            return Err("nothing more can be read in this run: call `verdict`".to_owned());
        }
        let page = Page::new(PER_CALL.min(*left));
        let text = match call.name.as_str() {
            "read_file" => read::run(self, args(call)?, page),
            "list_files" => list::run(self, args(call)?, page),
            "find_files" => find::run(self, args(call)?, page, stop),
            "search_text" => search::run(self, &args(call)?, page, stop),
            "read_transcript" => transcript::run(self, args(call)?, page),
            other => Err(format!("unknown tool `{other}`")),
        }?;
        *left = left.saturating_sub(text.len());
        Ok(text)
    }
}

fn args<T: DeserializeOwned>(call: &ModelToolCall) -> Result<T, String> {
    serde_json::from_value(call.input.clone())
        .map_err(|error| format!("`{}` was called wrongly: {error}", call.name))
}
