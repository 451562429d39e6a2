//! `snaphook pack`, from outside: real folders and repositories, and agents' events.

mod git;
mod manage;
mod place;
mod run;
