//! How fast snaphook is, beside what anybody must pay for the same.
//!
//! `cargo bench` prints one table: for each operation its floor, what the engine
//! takes, the ratio, and whether the ratio is what was promised. The floor is
//! coded here and measured in the same run, in rounds that take turns, so that a
//! busy machine hurts both alike: only the ratios travel from one machine to
//! another. That is also why this does not use `criterion`: it measures one thing after
//! the other, and compares with a run of last week.
//!
//! | module | holds |
//! |---|---|
//! | [`measure`] | rounds that take turns, medians |
//! | [`instructions`] | the same in instructions, which no noise changes |
//! | [`heap`] | an allocator that counts |
//! | [`rows`] | what is measured, by subject |
//! | [`placement`] | processes on one core, or on two |
//! | [`machine`] | where it was measured, and when |
//! | [`report`] | rows and curves, and the JSON of them |
//! | [`table`], [`chart`], [`page`] | for the terminal, as SVG, as Markdown |
//! | [`world`] | inputs, settings and matchers to measure with |

pub mod chart;
pub mod heap;
pub mod instructions;
pub mod machine;
pub mod measure;
pub mod options;
pub mod page;
pub mod placement;
pub mod report;
pub mod rows;
pub mod table;
pub mod world;
