//! The Rust in the README and in the book, compiled and run with the documentation.
#![expect(
    rustdoc::invalid_codeblock_attributes,
    reason = "other tests read what stands behind `json`: `file=settings.json`"
)]

#[doc = include_str!("../../../README.md")]
struct RepositoryReadme;

#[doc = include_str!("../README.md")]
struct CrateReadme;

#[doc = include_str!("../../../docs/src/embedding.md")]
struct EmbeddingPage;

#[doc = include_str!("../../../docs/src/permissions.md")]
struct PermissionsPage;
