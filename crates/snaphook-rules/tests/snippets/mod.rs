//! Reading the data files.

/// The snippets of a data file, without its heading comment.
pub(crate) fn snippets(text: &'static str) -> Vec<&'static str> {
    let body = text
        .split_inclusive('\n')
        .take_while(|line| line.starts_with("# "))
        .map(str::len)
        .sum::<usize>();
    text[body..]
        .trim_end_matches('\n')
        .split("\n----\n")
        .collect()
}
