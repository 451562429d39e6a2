//! One turn of a model, with what every caller wants done about it.

use std::sync::Arc;

use snaphook_exec::{PanicError, catch_panics};

use crate::run::language_model::{Completion, LanguageModel, ModelRequest};
use crate::run::meter::Meter;

/// A model that a hook asks.
pub(crate) struct HookModelSession {
    pub(crate) model: Arc<dyn LanguageModel>,
    pub(crate) meter: Meter,
}

impl HookModelSession {
    /// The model's next turn. Its use is counted, and a refusal is an error.
    pub(crate) async fn complete(&self, request: &ModelRequest) -> Result<Completion, String> {
        let completion = catch_panics(|| self.model.complete(request))
            .await
            .map_err(|PanicError| "the model's client panicked".to_owned())?
            .map_err(|error| error.to_string())?;
        self.meter.add(&completion.usage);
        match &completion.refusal {
            Some(words) if words.trim().is_empty() => {
                Err("the model refused to answer, and did not say why".to_owned())
            }
            Some(words) => Err(format!("the model refused to answer: {}", excerpt(words))),
            None => Ok(completion),
        }
    }
}

/// The beginning of a text, on one line.
pub(crate) fn excerpt(text: &str) -> String {
    const LENGTH: usize = 300;
    let mut words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = words.char_indices().nth(LENGTH) {
        words.truncate(end);
        words.push('…');
    }
    words
}
