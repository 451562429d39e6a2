//! What only looks like `rm` does not match, so that a guard stays useful.
#![cfg(test)]

mod common;
mod snippets;

use common::bash;
use snippets::snippets;

#[test]
fn look_alikes_do_not_match() {
    let snippets = snippets(include_str!("data/harmless.txt"));
    assert!(snippets.len() >= 90, "only {} snippets", snippets.len());
    let wrong: Vec<String> = snippets
        .into_iter()
        .filter_map(|snippet| {
            let tested = bash("Bash(rm *)", snippet);
            tested
                .possible
                .then(|| format!("{snippet}\n    => {:?}", tested.because))
        })
        .collect();
    assert!(wrong.is_empty(), "matched:\n{}", wrong.join("\n----\n"));
}
