//! The schemas against what they are about: the files, the reader of settings, the
//! reader of answers, and whole dispatches.
#![cfg(test)]

mod files;
