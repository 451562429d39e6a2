//! The sandbox from outside: attacks that succeed without it and fail inside.
#![cfg(test)]

#[cfg(target_os = "linux")]
mod attacks;
#[cfg(target_os = "linux")]
mod inside;
#[cfg(target_os = "linux")]
mod network;
