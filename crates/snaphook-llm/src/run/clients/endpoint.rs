//! Where a model is.

use reqwest::Url;

use super::key::ModelKey;
use crate::model::{Provider, full_name, split};
use crate::run::language_model::{ModelError, ModelRequest};

/// A model on a server.
#[derive(Debug, Clone)]
pub struct Endpoint {
    /// Without a slash at its end.
    base: String,
    /// Host and port, for messages.
    server: String,
    model: String,
    pub(super) key: Option<ModelKey>,
    pub(super) key_variable: Option<String>,
}

impl Endpoint {
    /// A model on the server at this address: for Anthropic the text before
    /// `/v1/messages`, for OpenAI the text before `/chat/completions`.
    ///
    /// # Errors
    /// When it is not an address of a server, or holds a password.
    pub fn new(base_url: &str, model: impl Into<String>) -> Result<Self, ModelError> {
        let url = parse(base_url)
            .map_err(|why| ModelError::Setup(format!("the address of the model {why}")))?;
        let host = url.host_str().unwrap_or_default();
        Ok(Self {
            base: base_url.trim().trim_end_matches('/').to_owned(),
            server: match url.port() {
                Some(port) => format!("{host}:{port}"),
                None => host.to_owned(),
            },
            model: model.into(),
            key: None,
            key_variable: None,
        })
    }

    /// With this key.
    #[must_use]
    pub fn key(mut self, key: ModelKey) -> Self {
        self.key = Some(key);
        self
    }

    /// With a key from this variable: errors name the variable.
    #[must_use]
    pub(crate) fn key_from(mut self, key: ModelKey, variable: &str) -> Self {
        self.key_variable = Some(variable.to_owned());
        self.key(key)
    }

    /// The server's address.
    #[must_use]
    pub fn base_url(&self) -> &str {
        &self.base
    }

    /// The model's name.
    #[must_use]
    pub fn model(&self) -> &str {
        &self.model
    }

    /// Whether an address can be used; if not, why not.
    pub(crate) fn check(base_url: &str) -> Result<(), &'static str> {
        parse(base_url).map(|_| ())
    }

    pub(super) fn server(&self) -> &str {
        &self.server
    }

    pub(super) fn is_plain(&self) -> bool {
        !self.base.starts_with("https:")
    }

    /// The model to ask: the request's, if this server can have it.
    pub(super) fn model_for<'a>(
        &'a self,
        own: Provider,
        request: &'a ModelRequest,
    ) -> Result<&'a str, ModelError> {
        let Some(wanted) = &request.model else {
            return Ok(&self.model);
        };
        match split(wanted) {
            (Some(other), _) if other != own => Err(ModelError::Setup(format!(
                "the hook needs `{wanted}`, but only {} is available here",
                own.as_str()
            ))),
            (_, name) => Ok(full_name(name)),
        }
    }
}

fn parse(text: &str) -> Result<Url, &'static str> {
    let url = Url::parse(text.trim()).map_err(|_| FORM)?;
    if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none_or(str::is_empty) {
        return Err(FORM);
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("must not hold a name or password: keys come from variables");
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err("must end with its path, without `?` and `#`");
    }
    Ok(url)
}

const FORM: &str = "must be an address like `https://host/v1`";
