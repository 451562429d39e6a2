//! The public behaviour of approvals: who may answer, links, several who ask at once.

#![cfg(test)]

mod approvers;
mod beside;
mod common;
mod elicit;
mod link_page;
mod notices;
mod races;
