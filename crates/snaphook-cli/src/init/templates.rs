//! The files of each template of `init`.

use clap::ValueEnum;

/// What to begin with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Template {
    /// A guard that is a rule, and a script that tells the agent about the project
    #[default]
    Guard,
    /// A Python script that stays and answers every event, and its library
    Worker,
    /// A guard as a worker in JavaScript
    WorkerJs,
}

/// One file: its name, its text, and whether it is a script.
pub(super) type File = (&'static str, &'static str, bool);

const TEST: &str = ".snaphook/guard.hooktest.json";

/// The cases for every script: all of them deny the same calls.
const TEST_OF_SCRIPTS: File = (TEST, include_str!("worker/guard.hooktest.json"), false);

const SETTINGS: &str = ".snaphook/settings.json";

impl Template {
    pub(super) fn files(self) -> &'static [File] {
        match self {
            Self::Guard => &[
                (SETTINGS, include_str!("settings.json"), false),
                (".snaphook/context.sh", include_str!("context.sh"), true),
                (TEST, include_str!("guard.hooktest.json"), false),
            ],
            Self::Worker => &[
                (SETTINGS, include_str!("worker/settings.json"), false),
                (".snaphook/guard.py", include_str!("worker/guard.py"), true),
                (
                    ".snaphook/snaphook_worker.py",
                    include_str!("../../workers/python/snaphook_worker.py"),
                    false,
                ),
                TEST_OF_SCRIPTS,
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
                TEST_OF_SCRIPTS,
            ],
        }
    }

    /// A command line that the guard denies.
    pub(super) fn denied(self) -> &'static str {
        match self {
            Self::Guard => "git push",
            Self::Worker | Self::WorkerJs => "rm -rf x",
        }
    }

    /// The file to change.
    pub(super) fn guard(self) -> &'static str {
        match self {
            Self::Guard => SETTINGS,
            Self::Worker => ".snaphook/guard.py",
            Self::WorkerJs => ".snaphook/guard.mjs",
        }
    }
}
