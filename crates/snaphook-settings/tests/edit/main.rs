//! Changing settings files: what an edit does to a text, which laws it keeps,
//! and what it does to files that others change, too.
#![cfg(test)]

mod files;
mod laws;
mod refused;
mod texts;
mod writers;
