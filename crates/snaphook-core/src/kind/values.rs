//! The values of a hook's own keys, once each was held to what its key says.

use serde_json::{Map, Value};

/// The values of a hook's own keys. What is absent, and what is `null`, is not there.
#[derive(Debug, Clone, Default)]
pub struct FieldValues(Map<String, Value>);

impl FieldValues {
    /// These values by their keys, each of which was checked.
    #[must_use]
    pub fn new(values: Map<String, Value>) -> Self {
        Self(values)
    }

    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.0.get(key)
    }

    /// All of them.
    #[must_use]
    pub fn into_map(self) -> Map<String, Value> {
        self.0
    }

    /// A string.
    #[must_use]
    pub fn string(&self, key: &str) -> Option<String> {
        self.get(key)?.as_str().map(str::to_owned)
    }

    /// A string that must be there, so that it is.
    #[must_use]
    pub fn required(&self, key: &str) -> String {
        self.string(key).unwrap_or_default()
    }

    /// Strings.
    #[must_use]
    pub fn strings(&self, key: &str) -> Option<Vec<String>> {
        let items = self.get(key)?.as_array()?.iter();
        let strings = items.filter_map(|item| item.as_str().map(str::to_owned));
        Some(strings.collect())
    }

    /// True or false; false where nothing is said.
    #[must_use]
    pub fn is_true(&self, key: &str) -> bool {
        self.get(key).and_then(Value::as_bool).unwrap_or_default()
    }

    /// A number without a fraction.
    #[must_use]
    pub fn integer(&self, key: &str) -> Option<u32> {
        self.get(key)?.as_u64()?.try_into().ok()
    }

    /// The members of an object of strings, in their order.
    #[must_use]
    pub fn pairs(&self, key: &str) -> Vec<(String, String)> {
        let members = self.get(key).and_then(Value::as_object);
        let members = members.into_iter().flatten();
        members
            .filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned())))
            .collect()
    }
}
