//! Tests of the page as a program asks it: who is let in, what is listed, how changes arrive, and
//! how approvals are answered. What a browser makes of it is tested in `clients/ui-test`.

#![expect(clippy::unwrap_used, reason = "a test that fails panics")]

mod access;
mod approvals;
mod assets;
mod events;
mod page;
mod stream;
