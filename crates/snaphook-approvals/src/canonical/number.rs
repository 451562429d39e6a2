//! Numbers as ECMAScript writes them (RFC 8785, section 3.2.2.3).
//!
//! A double holds about 17 digits, and RFC 8785 only admits integers that it holds. Ids of
//! 64 bits are common all the same, and a tool reads all their digits. So an integer that a
//! double would change keeps its own digits: two ids never have one digest.

/// A decimal number: `0.DIGITS × 10^point`, without zeros at either end.
#[derive(Debug, PartialEq, Eq)]
struct Decimal {
    negative: bool,
    digits: String,
    point: i64,
}

impl Decimal {
    /// Reads a number of JSON; `None` if the exponent is absurd.
    fn read(text: &str) -> Option<Self> {
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{whole}{fraction}");
        if all.is_empty() || !all.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let leading = all.len() - all.trim_start_matches('0').len();
        let digits = all.trim_matches('0').to_owned();
        let size = |length: usize| i64::try_from(length).unwrap_or(i64::MAX / 4);
        let point = match digits.is_empty() {
            true => 0,
            false => size(whole.len()) - size(leading) + i64::from(exponent),
        };
        Some(Self {
            negative: negative && !digits.is_empty(),
            digits,
            point,
        })
    }

    /// As ECMAScript's `Number::toString` writes these digits.
    fn write(&self) -> String {
        let (digits, point) = (&*self.digits, self.point);
        let sign = if self.negative { "-" } else { "" };
        if digits.is_empty() {
            return "0".to_owned();
        }
        let count = i64::try_from(digits.len()).unwrap_or(i64::MAX);
        let zeros = |many: i64| "0".repeat(usize::try_from(many).unwrap_or(0));
        if count <= point && point <= 21 {
            return format!("{sign}{digits}{}", zeros(point - count));
        }
        if 0 < point && point <= 21 {
            let (whole, fraction) = digits.split_at(usize::try_from(point).unwrap_or(0));
            return format!("{sign}{whole}.{fraction}");
        }
        if -6 < point && point <= 0 {
            return format!("{sign}0.{}{digits}", zeros(-point));
        }
        let exponent = point - 1;
        let (first, rest) = digits.split_at(1);
        let dot = if rest.is_empty() { "" } else { "." };
        let plus = if exponent >= 0 { "+" } else { "" };
        format!("{sign}{first}{dot}{rest}e{plus}{exponent}")
    }
}

/// The canonical form of a number; `None` if it is no number that can be held.
pub(super) fn canonical_number(text: &str) -> Option<String> {
    let double: f64 = text
        .parse()
        .ok()
        .filter(|double: &f64| double.is_finite())?;
    let own = Decimal::read(text)?;
    // `{:e}` has the fewest digits that mean this double. Of two numbers with so many digits,
    // ECMAScript takes the nearer one, which only a fixed precision asks for.
    let shortest = Decimal::read(&format!("{double:e}"))?;
    let precision = shortest.digits.len().saturating_sub(1);
    let rounded = Decimal::read(&format!("{double:.precision$e}"))?;
    let is_integer = text.bytes().all(|byte| matches!(byte, b'-' | b'0'..=b'9'));
    let kept = match is_integer && own != rounded {
        true => own,
        false => rounded,
    };
    Some(kept.write())
}

#[cfg(test)]
mod tests {
    use super::canonical_number;

    /// The samples of RFC 8785, appendix B, by their IEEE 754 bits.
    #[test]
    fn doubles_are_written_as_the_rfc_says() {
        let samples: [(u64, &str); 24] = [
            (0x0000_0000_0000_0000, "0"),
            (0x8000_0000_0000_0000, "0"),
            (0x0000_0000_0000_0001, "5e-324"),
            (0x8000_0000_0000_0001, "-5e-324"),
            (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
            (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
            (0x4340_0000_0000_0000, "9007199254740992"),
            (0xc340_0000_0000_0000, "-9007199254740992"),
            (0x4430_0000_0000_0000, "295147905179352830000"),
            (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
            (0x44b5_2d02_c7e1_4af6, "1e+23"),
            (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
            (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
            (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
            (0x444b_1ae4_d6e2_ef50, "1e+21"),
            (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
            (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
            (0x41b3_de43_5555_5553, "333333333.3333332"),
            (0x41b3_de43_5555_5554, "333333333.33333325"),
            (0x41b3_de43_5555_5555, "333333333.3333333"),
            (0x41b3_de43_5555_5556, "333333333.3333334"),
            (0x41b3_de43_5555_5557, "333333333.33333343"),
            (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
            (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
        ];
        for (bits, expected) in samples {
            let text = format!("{:e}", f64::from_bits(bits));
            assert_eq!(canonical_number(&text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn spellings_of_one_number_have_one_form() {
        for text in ["100", "1e2", "1E+2", "100.0", "100.000", "1000e-1"] {
            assert_eq!(canonical_number(text).as_deref(), Some("100"), "{text}");
        }
        assert_eq!(canonical_number("-0").as_deref(), Some("0"));
        assert_eq!(canonical_number("-0.0e9").as_deref(), Some("0"));
        assert_eq!(canonical_number("0.10").as_deref(), Some("0.1"));
    }

    #[test]
    fn integers_that_a_double_cannot_hold_stay_apart() {
        let near = ["18446744073709551616", "18446744073709551617"];
        assert_eq!(near[0].parse::<f64>(), near[1].parse::<f64>());
        let forms = near.map(|text| canonical_number(text).unwrap());
        assert_ne!(forms[0], forms[1]);
        let long = "1234567890123456789012345";
        assert_ne!(
            canonical_number(long),
            canonical_number("1234567890123456789012346")
        );
        assert_eq!(canonical_number("1e400"), None);
        assert_eq!(canonical_number("1e99999999999"), None);
    }
}
