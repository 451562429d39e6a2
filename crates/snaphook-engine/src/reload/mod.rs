//! Settings that changed, loaded anew and put in the old ones' place.
//!
//! One file after the other is judged: what it holds now, or what it held
//! before, is what counts.
//!
//! | file now | counts |
//! |---|---|
//! | as it was | what it held |
//! | changed, new, or gone | what it holds now, unless a hook on ConfigChange blocks that |
//! | changed, of managed settings | what it holds now, whatever hooks say |
//! | cannot be loaded at all; was named by the host and is gone | what it held before, and a diagnostic on every outcome |
//! | one entry in it is broken | what it holds now: a bad entry costs only itself, a guard stays and fails |
//!
//! A change that was refused, or a file that is broken, is told of once; it is
//! looked at again when the file changes again.
//!
//! | file | does |
//! |---|---|
//! | `compare` | which files, and which hooks, are others than before |
//! | `ask` | fires ConfigChange |
//! | `decide` | what counts, file by file |
//! | `run` | the whole: read, decide, read again, put in |
//!
//! What a host is told (`reload_report`), what stays in force (`kept_file`) and what the
//! old settings had running (`retired`) are parts of `engine`.

mod ask;
mod compare;
mod decide;
mod error;
mod run;
