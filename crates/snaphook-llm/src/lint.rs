//! A hook that asks a language model to which there is no key here.

use serde_json::Value;
use snaphook_core::Severity;
use snaphook_core::kind::{KindFinding, LintSubject, Place};

use crate::model::{Provider, split};

const KEY: &str = "hookModel";
const HELP: &str = "set it in the environment of the agent, or use a server without a key in \
    `hookModel`";

/// The settings of all files about the models of hooks. Which of them counts
/// depends on files that may not be here: several are as good as anything.
struct ModelSettings<'a>(Vec<&'a Value>);

impl<'a> ModelSettings<'a> {
    fn of(settings: &[(&str, &'a Value)]) -> Self {
        let models = settings.iter().filter(|(key, _)| *key == KEY);
        Self(models.map(|(_, value)| *value).collect())
    }

    /// The variables one of which must be set for a hook that wants this model;
    /// none where nobody can know.
    fn variables(&self, wanted: Option<&str>) -> Vec<&str> {
        let named = wanted.and_then(|model| split(model).0);
        let servers: Vec<_> = self.0.iter().filter(|value| value.is_object()).collect();
        match (named, servers.as_slice(), self.0.len()) {
            (Some(provider), [], _) => variables_of(&[provider]),
            // It may be the server's own, with a key of its own.
            (Some(_), ..) => Vec::new(),
            (None, [server], 1) => server["keyVariable"].as_str().into_iter().collect(),
            (None, [_, ..], _) => Vec::new(),
            (None, [], _) => {
                let said = match self.0.as_slice() {
                    [Value::String(model)] => Some(model.as_str()),
                    _ => None,
                };
                let provider = wanted.or(said).and_then(|model| {
                    let (named, name) = split(model);
                    named.or_else(|| Provider::of_model(name))
                });
                match provider {
                    Some(provider) => variables_of(&[provider]),
                    None => variables_of(Provider::ALL),
                }
            }
        }
    }
}

/// A key will do, and so will an address, whose server may need none.
fn variables_of(providers: &[Provider]) -> Vec<&'static str> {
    let keys = providers.iter().map(|provider| provider.key_variable());
    let addresses = providers.iter().map(|provider| provider.base_variable());
    keys.chain(addresses).collect()
}

/// What is found in a hook that wants this model.
pub(crate) fn check(subject: &LintSubject<'_>, wanted: Option<&str>) -> Option<KindFinding> {
    let is_set = subject.is_set.filter(|_| subject.is_runnable)?;
    let models = ModelSettings::of(subject.settings);
    let variables = models.variables(wanted);
    if variables.is_empty() || variables.iter().any(|name| is_set(name)) {
        return None;
    }
    let is_address = |name: &str| Provider::ALL.iter().any(|one| one.base_variable() == name);
    let keys: Vec<_> = variables
        .iter()
        .filter(|name| !is_address(name))
        .map(|name| format!("`{name}`"))
        .collect();
    let missing = match keys.as_slice() {
        [one] => format!("{one} is not set"),
        several => format!("none of {} is set", several.join(", ")),
    };
    Some(KindFinding {
        severity: Severity::Hint,
        code: "model-without-key",
        place: Place::Key(match wanted {
            Some(_) => "model",
            None => "type",
        }),
        message: format!("the key for the model of this hook is missing: {missing}"),
        help: HELP.to_owned(),
    })
}
