//! Reads the headers for a server: `NAME: VALUE`, with variables of the environment.

use crate::error::CommandError;

/// The name and the value of a header.
pub(super) fn read(
    written: &str,
    variable: impl Fn(&str) -> Option<String>,
) -> Result<(String, String), CommandError> {
    let Some((name, value)) = written.split_once(':') else {
        return Err(CommandError::new("a header must be `NAME: VALUE`")
            .help("for example --header 'Authorization: Bearer ${TOKEN}'")
            .usage());
    };
    Ok((name.trim().to_owned(), filled(value.trim(), variable)?))
}

/// A text with its variables replaced. One that is not set is an error: a request without
/// its key would only be refused elsewhere.
fn filled(text: &str, variable: impl Fn(&str) -> Option<String>) -> Result<String, CommandError> {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, name)) = rest.split_once("${") {
        let Some((name, after)) = name.split_once('}') else {
            break;
        };
        let value = variable(name).ok_or_else(|| {
            CommandError::new(format!("the variable `{name}` of a header is not set"))
                .help(format!("set {name} in the environment of the client"))
        })?;
        filled.push_str(before);
        filled.push_str(&value);
        rest = after;
    }
    filled.push_str(rest);
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn variables_are_filled_in() {
        let variable = |name: &str| (name == "TOKEN").then(|| "secret".to_owned());
        let header = read("Authorization: Bearer ${TOKEN}", variable).unwrap();
        assert_eq!(
            header,
            ("Authorization".to_owned(), "Bearer secret".to_owned())
        );
        assert!(read("X: ${OTHER}", variable).is_err());
        assert!(read("X", variable).is_err());
        assert_eq!(read("X: $a ${", variable).unwrap().1, "$a ${");
    }
}
