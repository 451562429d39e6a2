//! Globs over names: `*` is any run of characters, `?` is any one. A name has
//! no folders, so there is nothing else to know.

/// Whether the whole name fits.
pub(crate) fn fits(glob: &str, name: &str) -> bool {
    let mut glob = glob.chars();
    let mut name = name.chars();
    // Behind the last star, and where the name stood then: a star that took too
    // little takes one more. Only the last one ever needs to.
    let mut star = None;
    loop {
        let here = name.clone();
        match (glob.next(), name.next()) {
            (Some('*'), _) => {
                star = Some((glob.clone(), here.clone()));
                name = here;
            }
            (None, None) => return true,
            (Some('?'), Some(_)) => {}
            (Some(wanted), Some(found)) if wanted == found => {}
            _ => {
                let Some((behind, taken)) = &mut star else {
                    return false;
                };
                if taken.next().is_none() {
                    return false;
                }
                (glob, name) = (behind.clone(), taken.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn the_whole_name_must_fit() {
        for (glob, name, expected) in [
            ("mcp__*", "mcp__memory__read", true),
            ("mcp__*", "mcp__", true),
            ("mcp__*", "a mcp__memory", false),
            ("*__read", "mcp__memory__read", true),
            ("*__read", "mcp__memory__readme", false),
            ("mcp__*__read*", "mcp__read__memory__read", true),
            ("a*b*c", "abbbcbc", true),
            ("a*b*c", "acb", false),
            ("Tas?", "Task", true),
            ("Tas?", "Tas", false),
            ("?", "é", true),
            ("*", "", true),
            ("**", "x", true),
            ("", "", true),
            ("", "x", false),
        ] {
            assert_eq!(fits(glob, name), expected, "{glob} on {name}");
        }
    }
}
