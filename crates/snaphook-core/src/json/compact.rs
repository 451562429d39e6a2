//! JSON on one line. Hooks read their input with `read -r line`, so line
//! breaks between tokens must go; numbers and strings must stay as written.

/// `json` without the white space between its tokens. The text must be valid
/// JSON: then a line break can only be between tokens, never in a string.
pub(crate) fn on_one_line(json: &str) -> Option<String> {
    if !json.bytes().any(|byte| matches!(byte, b'\n' | b'\r')) {
        return None;
    }
    let mut line = String::with_capacity(json.len());
    let mut in_string = false;
    let mut escaped = false;
    for c in json.chars() {
        if in_string {
            line.push(c);
            in_string = escaped || c != '"';
            escaped = !escaped && c == '\\';
        } else if !matches!(c, ' ' | '\t' | '\n' | '\r') {
            line.push(c);
            in_string = c == '"';
        }
    }
    Some(line)
}

#[cfg(test)]
mod tests {
    use super::on_one_line;

    #[test]
    fn white_space_goes_and_strings_stay() {
        let json = "{\n \"a b\" : [1.50, \" \\\" x\\\\\" ],\r\n\t\"c\": { }\n}";
        assert_eq!(
            on_one_line(json).unwrap(),
            r#"{"a b":[1.50," \" x\\"],"c":{}}"#
        );
        assert_eq!(on_one_line("{ \"a\": 1 }"), None);
    }
}
