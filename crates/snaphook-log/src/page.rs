//! The Rust code of the book's page on the log, compiled with the documentation.

#[expect(
    rustdoc::invalid_codeblock_attributes,
    reason = "other tests read what stands behind `json`: `file=settings.json`"
)]
#[doc = include_str!("../../../docs/src/log.md")]
struct LogPage;
