//! "Did you mean …?": the nearest of a list of known words.

/// The candidate that `word` most likely misspells, if one is near enough.
///
/// Case, `_` and `-` are ignored, so `pre_tool_use` is near `PreToolUse`.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Distances on long garbage cost time and find nothing.
    if word.len() > 64 {
        return None;
    }
    let plain = simplified(word);
    if plain.is_empty() {
        return None;
    }
    candidates
        .into_iter()
        .map(|candidate| {
            let distance = strsim::damerau_levenshtein(&plain, &simplified(candidate));
            (distance, candidate)
        })
        // One slip per four letters: `id` is not taken for `if`, nor `comment` for `command`.
        .filter(|(distance, candidate)| *distance <= candidate.len().max(plain.len()) / 4)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

fn simplified(word: &str) -> String {
    word.chars()
        .filter(|c| !matches!(c, '_' | '-' | ' '))
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_other_spellings_and_small_slips_only() {
        let known = ["PreToolUse", "PostToolUse", "Stop"];
        assert_eq!(nearest("pre_tool_use", known), Some("PreToolUse"));
        assert_eq!(nearest("PreTolUse", known), Some("PreToolUse"));
        assert_eq!(nearest("Stpo", known), Some("Stop"));
        assert_eq!(nearest("Deploy", known), None);
        assert_eq!(nearest("id", ["if"]), None);
        assert_eq!(nearest("_comment", ["command"]), None);
        assert_eq!(nearest("htp", ["http"]), Some("http"));
        assert_eq!(nearest("", known), None);
    }
}
