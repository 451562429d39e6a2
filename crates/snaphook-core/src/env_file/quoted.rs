//! `$'…'`: text with the escapes of C, as `export -p` and direnv write it.

use super::words::WordResult;

/// Reads the text after `$'`, and what comes after its end.
pub(super) fn ansi_c(text: &str) -> WordResult<(String, &str)> {
    let mut bytes = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '\'' => {
                let inside = String::from_utf8_lossy(&bytes).into_owned();
                return Ok((inside, &text[at + 1..]));
            }
            '\\' => {
                let Some((_, escape)) = chars.next() else {
                    break;
                };
                let mut digits = |most: usize, radix: u32, first: Option<char>| {
                    let mut value: Option<u32> = first.and_then(|c| c.to_digit(radix));
                    let mut count = usize::from(first.is_some());
                    while count < most {
                        let Some(digit) = chars.peek().and_then(|(_, c)| c.to_digit(radix)) else {
                            break;
                        };
                        value = Some(value.unwrap_or(0).wrapping_mul(radix) + digit);
                        chars.next();
                        count += 1;
                    }
                    value
                };
                match escape {
                    'n' => bytes.push(b'\n'),
                    't' => bytes.push(b'\t'),
                    'r' => bytes.push(b'\r'),
                    'a' => bytes.push(7),
                    'b' => bytes.push(8),
                    'v' => bytes.push(11),
                    'f' => bytes.push(12),
                    'e' | 'E' => bytes.push(27),
                    '\\' | '\'' | '"' | '?' => bytes.push(escape as u8),
                    'x' => bytes.push(byte(digits(2, 16, None))?),
                    '0'..='7' => bytes.push(byte(digits(3, 8, Some(escape)))?),
                    'u' => push_char(&mut bytes, digits(4, 16, None))?,
                    'U' => push_char(&mut bytes, digits(8, 16, None))?,
                    'c' => match chars.next() {
                        Some((_, c)) if c.is_ascii() => bytes.push(c as u8 & 0x1f),
                        _ => return Err(UNKNOWN),
                    },
                    _ => return Err(UNKNOWN),
                }
                if bytes.last() == Some(&0) {
                    return Err("a variable cannot contain a NUL character");
                }
            }
            '\0' => return Err("a variable cannot contain a NUL character"),
            c => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    Err("a quote is not closed")
}

const UNKNOWN: &str = "unknown escape in quotes";

fn byte(value: Option<u32>) -> WordResult<u8> {
    Ok((value.ok_or(UNKNOWN)? & 0xff) as u8)
}

fn push_char(bytes: &mut Vec<u8>, value: Option<u32>) -> WordResult<()> {
    let c = char::from_u32(value.ok_or(UNKNOWN)?).ok_or(UNKNOWN)?;
    bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_those_of_bash() {
        let read = |text: &str| ansi_c(text).map(|(text, _)| text);
        assert_eq!(
            read(r"a\n\t\\\'\x41\101\u00e4\U0001F600'").unwrap(),
            "a\n\t\\'AA\u{e4}\u{1F600}"
        );
        assert_eq!(read(r"\xc3\xa4'").unwrap(), "\u{e4}");
        assert_eq!(ansi_c("a'b").unwrap(), ("a".to_owned(), "b"));
        for broken in ["a", r"\0'", r"\x00'", r"\q'", r"\x'", r"\ud800'", "\\"] {
            assert!(ansi_c(broken).is_err(), "{broken}");
        }
    }
}
