//! Packs through the public interface: real repositories and servers, made on the spot.
#![cfg(test)]
#![cfg(unix)]

mod archives;
mod common;
mod git;
mod locks;
mod signatures;
mod sources;
mod store;
mod trees;
