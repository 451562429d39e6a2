//! Conditions in CEL: values, doubt, errors, limits.
#![cfg(test)]

mod doubt;
mod errors;
mod hostile;
mod support;
mod values;
