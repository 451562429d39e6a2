//! Base64, as far as it tells whether a text is `user:password`.

/// Whether a text is the base64 of a user's name and password.
pub(super) fn is_user_and_password(text: &str) -> bool {
    let written = text.trim_end_matches('=');
    if written.len() < 4 || written.len() > 4096 {
        return false;
    }
    let mut bits = 0_u32;
    let mut has = 0;
    let mut colon = false;
    for c in written.bytes() {
        let six = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return false,
        };
        bits = bits << 6 | u32::from(six);
        has += 6;
        if has >= 8 {
            has -= 8;
            let byte = (bits >> has & 0xff) as u8;
            if byte < b' ' || byte == 0x7f {
                return false;
            }
            colon |= byte == b':';
        }
    }
    colon
}

#[cfg(test)]
mod tests {
    use super::is_user_and_password;

    #[test]
    fn only_a_name_a_colon_and_more_in_base64_is_one() {
        for text in ["bWU6a2l0dGVu", "bWU6a2l0dA==", "OmtpdHRlbg=="] {
            assert!(is_user_and_password(text), "{text}");
        }
        for text in ["none", "required", "basic", "a2l0dGVu", "bWU6*", ""] {
            assert!(!is_user_and_password(text), "{text}");
        }
    }
}
