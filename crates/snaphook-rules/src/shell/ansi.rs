//! The escapes of `$'…'`.
//!
//! A name can be spelled entirely in escapes (`$'\x72\155'` is `rm`), so they
//! have to be read as Bash reads them. A zero byte ends the string, as it does
//! in Bash.

pub(super) fn decode(body: &[u8]) -> String {
    let mut out = Vec::with_capacity(body.len());
    let mut at = 0;
    while at < body.len() {
        let byte = body[at];
        at += 1;
        if byte != b'\\' || at == body.len() {
            out.push(byte);
            continue;
        }
        let escape = body[at];
        at += 1;
        let (value, used) = match escape {
            b'x' if body.get(at) == Some(&b'{') => {
                let (value, used) = number(&body[at + 1..], 16, 8);
                let closed = body.get(at + 1 + used) == Some(&b'}');
                (value.map(|v| v & 0xff), used + 1 + usize::from(closed))
            }
            b'x' => number(&body[at..], 16, 2),
            b'0'..=b'7' => {
                let (value, used) = number(&body[at - 1..], 8, 3);
                (value.map(|v| v & 0xff), used - 1)
            }
            b'u' | b'U' => {
                let (value, used) = number(&body[at..], 16, if escape == b'u' { 4 } else { 8 });
                at += used;
                match value.map(char::from_u32) {
                    Some(Some('\0')) => break,
                    Some(Some(c)) => out.extend(c.to_string().bytes()),
                    _ => out.extend([b'\\', escape]),
                }
                continue;
            }
            b'c' if at < body.len() => {
                let control = body[at] & 0x1f;
                at += 1;
                (Some(u32::from(control)), 0)
            }
            _ => (simple(escape).map(u32::from), 0),
        };
        at += used;
        match value {
            Some(0) => break,
            Some(value) => out.push((value & 0xff) as u8),
            None => out.extend([b'\\', escape]),
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn simple(escape: u8) -> Option<u8> {
    Some(match escape {
        b'a' => 7,
        b'b' => 8,
        b'e' | b'E' => 27,
        b'f' => 12,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'v' => 11,
        b'\\' | b'\'' | b'"' | b'?' => escape,
        _ => return None,
    })
}

/// Up to `most` digits in `base`, and how many there were.
fn number(text: &[u8], base: u32, most: usize) -> (Option<u32>, usize) {
    let mut value = None;
    let mut used = 0;
    while used < most
        && let Some(digit) = text.get(used).and_then(|b| char::from(*b).to_digit(base))
    {
        value = Some(value.unwrap_or(0u32).wrapping_mul(base).wrapping_add(digit));
        used += 1;
    }
    (value, used)
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn names_spelled_in_escapes() {
        for (text, want) in [
            (r"\x72\155", "rm"),
            (r"\u0072m", "rm"),
            (r"\x{72}m", "rm"),
            (r"rm\0ignored", "rm"),
            (r"r\x6d", "rm"),
            (r"a\nb", "a\nb"),
            (r"\q", r"\q"),
            (r"\'", "'"),
            (r"\x", r"\x"),
            (r"\U0001F600", "😀"),
        ] {
            assert_eq!(decode(text.as_bytes()), want, "{text}");
        }
    }
}
