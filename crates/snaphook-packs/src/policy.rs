//! Which packs an organisation or a user accepts: the setting `packs`.

use crate::tree::TreeDigest;

/// What one file of settings says of packs. Several files all count: a pack must satisfy
/// each of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PackPolicy {
    /// Sources that packs may come from, with `*` for any text; `None`: any source.
    pub allowed_sources: Option<Vec<String>>,
    /// Whether a pack must be signed.
    pub require_signature: bool,
    /// Who may have signed, where a signature is needed; empty: anybody.
    pub signers: Vec<String>,
    /// Packs that never run: a name, a source with `*`, or the digest of a tree.
    pub blocked: Vec<String>,
}

/// Why a pack is not accepted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PolicyViolation {
    /// Its source is not in the list.
    #[error("its source `{0}` is not in `packs.allowedSources`")]
    Source(String),
    /// It is not signed.
    #[error("it is not signed, and `packs.requireSignature` wants a signature")]
    Unsigned,
    /// Another one signed it.
    #[error("its signer `{0}` is not in `packs.requireSignature`")]
    Signer(String),
    /// It is in the list of packs that never run.
    #[error("`packs.blocked` has `{0}`")]
    Blocked(String),
}

impl PackPolicy {
    /// Checks a pack by its name, its source, its tree and its verified signer.
    ///
    /// # Errors
    /// When it is not accepted.
    pub fn check(
        &self,
        name: &str,
        source: &str,
        tree: &TreeDigest,
        signer: Option<&str>,
    ) -> Result<(), PolicyViolation> {
        let digest = tree.to_string();
        let is_blocked = |entry: &&String| {
            entry.eq_ignore_ascii_case(name)
                || entry.eq_ignore_ascii_case(&digest)
                || entry.eq_ignore_ascii_case(&tree.hex())
                || matches_source(entry, source)
        };
        if let Some(entry) = self.blocked.iter().find(is_blocked) {
            return Err(PolicyViolation::Blocked(entry.clone()));
        }
        if let Some(allowed) = &self.allowed_sources
            && !allowed
                .iter()
                .any(|pattern| matches_source(pattern, source))
        {
            return Err(PolicyViolation::Source(source.to_owned()));
        }
        match signer {
            _ if !self.require_signature => Ok(()),
            None => Err(PolicyViolation::Unsigned),
            Some(signer)
                if !self.signers.is_empty()
                    && !self.signers.iter().any(|known| known == signer) =>
            {
                Err(PolicyViolation::Signer(signer.to_owned()))
            }
            Some(_) => Ok(()),
        }
    }
}

/// Whether a source fits a pattern. Another spelling of an address must not get around
/// it, so both are compared in one form.
#[must_use]
pub fn matches_source(pattern: &str, source: &str) -> bool {
    let (pattern, source) = (plain(pattern), plain(source));
    let mut parts = pattern.split('*');
    let Some(mut rest) = source.strip_prefix(parts.next().unwrap_or_default()) else {
        return false;
    };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else {
        return rest.is_empty();
    };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// One spelling of a source: `github:` in full, the host in lower case, without `.git`,
/// `/` at the end and the user.
fn plain(source: &str) -> String {
    let source = match source.strip_prefix("github:") {
        Some(repository) => format!("https://github.com/{repository}"),
        None => source.to_owned(),
    };
    let Some((scheme, rest)) = source.split_once("://") else {
        return trimmed(&source);
    };
    let (authority, path) = match rest.split_once('/') {
        Some((authority, path)) => (authority, format!("/{path}")),
        None => (rest, String::new()),
    };
    let host = authority
        .rsplit_once('@')
        .map_or(authority, |(_, host)| host);
    let host = host.to_lowercase();
    // GitHub does not tell case apart.
    let path = match host == "github.com" {
        true => path.to_lowercase(),
        false => path,
    };
    trimmed(&format!("{}://{host}{path}", scheme.to_lowercase()))
}

fn trimmed(source: &str) -> String {
    let source = source.trim_end_matches('/');
    source.strip_suffix(".git").unwrap_or(source).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_spelling_of_a_source_is_the_same_source() {
        for (pattern, source) in [
            ("github:acme/*", "https://github.com/acme/hooks.git"),
            ("https://github.com/acme/*", "github:Acme/hooks"),
            ("https://git.example/*", "https://me@GIT.example/a/b"),
            ("*", "./folder"),
            ("github:acme/hooks", "https://github.com/acme/hooks/"),
        ] {
            assert!(matches_source(pattern, source), "{pattern} {source}");
        }
        for (pattern, source) in [
            ("github:acme/*", "https://github.com.evil.example/acme/x"),
            ("github:acme/*", "https://evil.example/github.com/acme/x"),
            (
                "https://git.example/*",
                "https://git.example@evil.example/x",
            ),
            ("github:acme/hooks", "github:acme/hooks-evil"),
            ("https://git.example/a", "ssh://git.example/a"),
        ] {
            assert!(!matches_source(pattern, source), "{pattern} {source}");
        }
    }

    #[test]
    fn a_pack_must_satisfy_everything() {
        let tree = TreeDigest::of(b"x");
        let check =
            |policy: &PackPolicy, signer| policy.check("guard", "github:acme/x", &tree, signer);
        let mut policy = PackPolicy::default();
        check(&policy, None).unwrap();
        policy.require_signature = true;
        assert_eq!(check(&policy, None), Err(PolicyViolation::Unsigned));
        check(&policy, Some("ssh:a")).unwrap();
        policy.signers = vec!["ssh:b".to_owned()];
        assert!(matches!(
            check(&policy, Some("ssh:a")),
            Err(PolicyViolation::Signer(_))
        ));
        for entry in [
            "guard",
            "GUARD",
            "github:acme/*",
            &tree.to_string(),
            &tree.hex(),
        ] {
            let policy = PackPolicy {
                blocked: vec![entry.to_owned()],
                ..PackPolicy::default()
            };
            assert!(
                matches!(check(&policy, None), Err(PolicyViolation::Blocked(_))),
                "{entry}"
            );
        }
    }
}
