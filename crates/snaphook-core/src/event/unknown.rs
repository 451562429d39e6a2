//! A name that no event has.

/// There is no event of this name, and what was probably meant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown event `{name}`")]
pub struct UnknownEvent {
    name: String,
    near: Option<&'static str>,
}

impl UnknownEvent {
    /// A name, and the event that was probably meant.
    #[must_use]
    pub fn new(name: impl Into<String>, near: Option<&'static str>) -> Self {
        Self {
            name: name.into(),
            near,
        }
    }

    /// The event that was probably meant.
    #[must_use]
    pub fn near(&self) -> Option<&'static str> {
        self.near
    }

    /// What to do about it, where an event is near.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        self.near.map(|near| format!("did you mean `{near}`?"))
    }
}
