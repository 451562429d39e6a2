//! Where a pattern of files leads: `../x`, `{a,/etc}/*`, `.[.]/x`.

/// The folders that a pattern of files starts from, where these may be others
/// than the one it is given; `/` where nobody can tell.
pub(crate) fn leads_away(pattern: &str) -> Vec<String> {
    let rooted = pattern.starts_with(['/', '~']);
    // An alternative may be rooted, too: `{src,/etc}/*`.
    let hidden = ["{/", ",/", "{~", ",~"]
        .iter()
        .any(|start| pattern.contains(start))
        // Another person's home: nobody knows where that is.
        || (pattern.starts_with('~') && pattern != "~" && !pattern.starts_with("~/"))
        || pattern.split('/').any(may_be_parent);
    if !rooted && !hidden && !pattern.contains("..") {
        return Vec::new();
    }
    let is_plain = |name: &&str| !name.contains(['*', '?', '[', '{']);
    let known: Vec<&str> = pattern.split('/').take_while(is_plain).collect();
    let known = known.join("/");
    let rest = pattern.get(known.len()..).unwrap_or_default();
    let mut folders = vec![if known.is_empty() && rooted {
        "/".to_owned()
    } else {
        known
    }];
    if hidden || rest.contains("..") {
        folders.push("/".to_owned());
    }
    folders
}

/// Whether a name of a pattern may come to `..` without saying so: `.{.,x}`,
/// `\.\.`, `.?`. It cannot where a letter or digit is left in any case.
fn may_be_parent(name: &str) -> bool {
    const SPECIAL: [char; 6] = ['{', '}', '[', '\\', '(', '?'];
    name.contains('.') && name.contains(SPECIAL) && !holds_a_letter(name)
}

/// Whether a letter or digit is in the name whatever its groups stand for.
/// Braces within braces, and those that do not fit, are not looked into.
fn holds_a_letter(name: &str) -> bool {
    let (mut outside, mut groups) = (false, false);
    let mut rest = name.chars();
    while let Some(c) = rest.next() {
        match c {
            '\\' => {
                rest.next();
            }
            '[' | '(' => {
                let close = if c == '[' { ']' } else { ')' };
                if !rest.any(|c| c == close) {
                    return false;
                }
            }
            '{' => {
                let text = rest.as_str();
                let Some((inner, after)) = text.split_once('}') else {
                    return false;
                };
                if inner.contains(['{', '[', '(', '\\']) {
                    return false;
                }
                let lettered = |part: &str| part.contains(char::is_alphanumeric);
                groups |= inner.split(',').all(lettered);
                rest = after.chars();
            }
            '}' | ')' | ']' => return false,
            c => outside |= c.is_alphanumeric(),
        }
    }
    outside || groups
}
