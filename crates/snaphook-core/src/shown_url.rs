//! A URL as it may be shown: its query, fragment and user info may be secret.

/// Cuts from a URL, as it was written, what may be secret.
#[must_use]
pub fn shown_url(written: &str) -> String {
    let end = written.find(['?', '#']).unwrap_or(written.len());
    let whole = &written[..end];
    let Some((scheme, rest)) = whole.split_once("://") else {
        return whole.to_owned();
    };
    let host_end = rest.find(['/', '\\']).unwrap_or(rest.len());
    let (host, path) = rest.split_at(host_end);
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    format!("{scheme}://{host}{path}")
}

#[cfg(test)]
mod tests {
    use super::shown_url;

    #[test]
    fn what_may_be_secret_is_cut() {
        for (written, shown) in [
            ("https://a.test/b", "https://a.test/b"),
            ("https://a.test/b?c=SECRET", "https://a.test/b"),
            ("https://a.test?SECRET/@b", "https://a.test"),
            ("https://a.test/#SECRET", "https://a.test/"),
            ("https://me:SECRET@a.test/b@c", "https://a.test/b@c"),
            ("https://me:SE@CRET@a.test", "https://a.test"),
            ("not a URL", "not a URL"),
            ("", ""),
        ] {
            assert_eq!(shown_url(written), shown, "{written}");
        }
    }
}
