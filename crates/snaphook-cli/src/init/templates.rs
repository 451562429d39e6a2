//! What `init` can write.

use clap::ValueEnum;

/// What to begin with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Template {
    /// A shell script, started for every event
    #[default]
    Guard,
    /// A Python script that stays and answers every event, and its library
    Worker,
    /// The same in JavaScript
    WorkerJs,
}

/// One file: its name, its text, and whether it is a script.
pub(super) type File = (&'static str, &'static str, bool);

/// The same for every guard: they refuse the same.
const TEST: File = (
    ".snaphook/guard.hooktest.json",
    include_str!("guard.hooktest.json"),
    false,
);

const SETTINGS: &str = ".snaphook/settings.json";

impl Template {
    pub(super) fn files(self) -> &'static [File] {
        match self {
            Self::Guard => &[
                (SETTINGS, include_str!("settings.json"), false),
                (".snaphook/guard.sh", include_str!("guard.sh"), true),
                TEST,
            ],
            Self::Worker => &[
                (SETTINGS, include_str!("worker/settings.json"), false),
                (".snaphook/guard.py", include_str!("worker/guard.py"), true),
                (
                    ".snaphook/snaphook_worker.py",
                    include_str!("../../workers/python/snaphook_worker.py"),
                    false,
                ),
                TEST,
            ],
            Self::WorkerJs => &[
                (SETTINGS, include_str!("worker-js/settings.json"), false),
                (
                    ".snaphook/guard.mjs",
                    include_str!("worker-js/guard.mjs"),
                    true,
                ),
                (
                    ".snaphook/snaphook-worker.mjs",
                    include_str!("../../workers/javascript/snaphook-worker.mjs"),
                    false,
                ),
                TEST,
            ],
        }
    }

    /// The script to change.
    pub(super) fn script(self) -> &'static str {
        match self {
            Self::Guard => ".snaphook/guard.sh",
            Self::Worker => ".snaphook/guard.py",
            Self::WorkerJs => ".snaphook/guard.mjs",
        }
    }
}
