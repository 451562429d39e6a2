//! The client for servers behind HTTP, and what it must not tell.

use reqwest::redirect::Policy;
use reqwest::{Client, Url};
use serde_json::Value;

/// A client that takes nothing from the process environment, and carries a
/// server's headers nowhere else.
pub(crate) fn client() -> Result<Client, reqwest::Error> {
    Client::builder()
        .no_proxy()
        .redirect(Policy::none())
        .build()
}

/// An address whose variables were replaced, perhaps by keys. Messages show it
/// as it was written.
#[derive(Debug)]
pub(crate) struct HiddenUrl {
    shown: String,
    written: String,
}

impl HiddenUrl {
    pub(crate) fn new(url: &str, definition: &Value) -> Self {
        let written = definition.get("url").and_then(Value::as_str);
        Self {
            // As the client's messages have it.
            shown: Url::parse(url).map_or_else(|_| url.to_owned(), Url::into),
            written: written.unwrap_or_default().to_owned(),
        }
    }

    pub(crate) fn hide(&self, message: &str) -> String {
        without_queries(&message.replace(&self.shown, &self.written))
    }
}

/// A message with every address in it cut where its query begins: keys often
/// are there.
fn without_queries(message: &str) -> String {
    let cut: Vec<String> = message.split(' ').map(without_query).collect();
    cut.join(" ")
}

fn without_query(word: &str) -> String {
    let query = word.find("://").and_then(|scheme| {
        let query = word[scheme..].find(['?', '#'])?;
        Some(scheme + query)
    });
    let Some(query) = query else {
        return word.to_owned();
    };
    let (address, rest) = word.split_at(query);
    // What closes around the address, as in `(https://h/?k=v):`.
    let closing = rest.trim_start_matches(|c| !matches!(c, ')' | '"' | ',' | ';'));
    format!("{address}{closing}")
}

#[cfg(test)]
mod tests {
    use super::without_queries;

    #[test]
    fn an_address_loses_its_query() {
        assert_eq!(
            without_queries("error for url (https://h/mcp?key=SECRET&b=1): refused"),
            "error for url (https://h/mcp): refused"
        );
        assert_eq!(
            without_queries("why? https://h/x nothing#"),
            "why? https://h/x nothing#"
        );
        assert_eq!(without_queries("http://h#k"), "http://h");
    }
}
