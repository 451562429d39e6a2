//! `snaphook --version`: what this is, and how it was built.

use std::sync::LazyLock;

/// The version with everything that a report of a fault needs.
pub(crate) static LONG_VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut text = env!("CARGO_PKG_VERSION").to_owned();
    let mut fact = |name: &str, value: &str| {
        if !value.is_empty() {
            text.push_str(&format!("\n{name}: {value}"));
        }
    };
    fact("commit", env!("SNAPHOOK_BUILD_COMMIT"));
    fact("target", env!("SNAPHOOK_BUILD_TARGET"));
    fact("compiler", env!("SNAPHOOK_BUILD_RUSTC"));
    fact(
        "build",
        if cfg!(debug_assertions) {
            "debug"
        } else {
            "release"
        },
    );
    fact("features", &features());
    text
});

/// The parts that can be left out of a build.
fn features() -> String {
    let features = [
        ("http", cfg!(feature = "http")),
        ("mcp", cfg!(feature = "mcp")),
        ("llm", cfg!(feature = "llm")),
        ("cel", cfg!(feature = "cel")),
        ("cedar", cfg!(feature = "cedar")),
        ("rego", cfg!(feature = "rego")),
        ("watch", cfg!(feature = "watch")),
        ("otel", cfg!(feature = "otel")),
    ];
    let built_in = features.iter().filter(|(_, built_in)| *built_in);
    let names: Vec<_> = built_in.map(|(name, _)| *name).collect();
    match names.is_empty() {
        true => "none".to_owned(),
        false => names.join(", "),
    }
}
