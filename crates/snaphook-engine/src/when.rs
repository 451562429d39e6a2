//! The expression of one hook (`when`). It is compiled when it is first tested: a
//! process that runs no such hook loads no language.

use std::sync::{Arc, OnceLock};

use snaphook_core::hook::Hook;
use snaphook_rules::facts::{Expression, ExpressionLanguage, ExpressionTest, FactScope, SubValue};

/// The expression of one hook.
#[derive(Debug)]
pub(crate) struct HookExpression {
    text: Arc<str>,
    event: snaphook_core::event::Event,
    language: Option<&'static dyn ExpressionLanguage>,
    compiled: OnceLock<Result<Arc<dyn Expression>, String>>,
}

impl HookExpression {
    pub(crate) fn of(
        hook: &Hook,
        language: Option<&'static dyn ExpressionLanguage>,
    ) -> Option<Self> {
        Some(Self {
            text: Arc::clone(hook.when.as_ref()?),
            event: hook.event.clone(),
            language,
            compiled: OnceLock::new(),
        })
    }

    /// The expression as it is written.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Tests it; the error says why it cannot be tested.
    pub(crate) fn test(&self, scope: &FactScope<'_>) -> Result<ExpressionTest, String> {
        let expression = self.compiled()?;
        expression.test(scope).map_err(|error| error.to_string())
    }

    /// The value of each of its parts.
    pub(crate) fn explain(&self, scope: &FactScope<'_>) -> Vec<SubValue> {
        match self.compiled() {
            Ok(expression) => expression.explain(scope),
            Err(_) => Vec::new(),
        }
    }

    fn compiled(&self) -> Result<&Arc<dyn Expression>, String> {
        let compiled = self.compiled.get_or_init(|| {
            let language = self.language.ok_or_else(|| {
                "this build has no language for it; help: build it with the feature `cel`"
                    .to_owned()
            })?;
            let compiled = language.compile(&self.text, self.event.spec());
            compiled.map_err(|error| error.to_string())
        });
        compiled.as_ref().map_err(Clone::clone)
    }
}
