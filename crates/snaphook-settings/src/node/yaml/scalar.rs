//! What a scalar means: the core schema of YAML 1.2. Only plain words are
//! anything else than text, so `on` and `yes` are text as in JSON.

use granit_parser::Tag;

use crate::node::Kind;

/// The value of a scalar.
pub(super) fn resolve(text: &str, plain: bool, tag: Option<&Tag>) -> Result<Kind, String> {
    let wanted = match tag {
        Some(tag) if is_bare(tag) => Some("str"),
        Some(tag) => tag.core_suffix(),
        None => None,
    };
    let kind = match wanted {
        Some("str") => return Ok(Kind::Text(text.to_owned())),
        None if !plain => return Ok(Kind::Text(text.to_owned())),
        _ => untagged(text),
    };
    let fits = match wanted {
        None => true,
        Some("null") => kind == Kind::Null,
        Some("bool") => matches!(kind, Kind::Bool(_)),
        Some("float") => matches!(kind, Kind::Number(_)),
        Some("int") => integer(text).is_some(),
        Some(_) => false,
    };
    match wanted {
        Some(name) if !fits => Err(format!("`{text}` is not a valid `!!{name}`")),
        _ => Ok(kind),
    }
}

/// Whether a list (`seq`) or a mapping (`map`) may have this tag.
pub(super) fn check_collection(tag: Option<&Tag>, is: &str) -> Result<(), String> {
    match tag.and_then(Tag::core_suffix) {
        Some(name) if name != is => Err(format!("this is a `!!{is}`, not a `!!{name}`")),
        _ => Ok(()),
    }
}

/// `!` alone: a text, whatever it looks like.
fn is_bare(tag: &Tag) -> bool {
    tag.parts() == ("", "!")
}

fn untagged(text: &str) -> Kind {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Kind::Null,
        "true" | "True" | "TRUE" => Kind::Bool(true),
        "false" | "False" | "FALSE" => Kind::Bool(false),
        _ => match integer(text).or_else(|| float(text)) {
            Some(number) => Kind::Number(number),
            None => Kind::Text(text.to_owned()),
        },
    }
}

fn integer(text: &str) -> Option<f64> {
    if let Some(digits) = text.strip_prefix("0x") {
        return in_radix(digits, 16);
    }
    if let Some(digits) = text.strip_prefix("0o") {
        return in_radix(digits, 8);
    }
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    all_digits(digits).then(|| text.parse().ok()).flatten()
}

fn in_radix(digits: &str, radix: u32) -> Option<f64> {
    if digits.is_empty() {
        return None;
    }
    digits.chars().try_fold(0.0, |number, digit| {
        Some(number * f64::from(radix) + f64::from(digit.to_digit(radix)?))
    })
}

fn float(text: &str) -> Option<f64> {
    let (sign, size) = match text.strip_prefix('-') {
        Some(size) => (-1.0, size),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    match size {
        ".inf" | ".Inf" | ".INF" => return Some(sign * f64::INFINITY),
        ".nan" | ".NaN" | ".NAN" if size.len() == text.len() => return Some(f64::NAN),
        _ => {}
    }
    let (mantissa, exponent) = match size.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (size, None),
    };
    let exponent_fits = exponent
        .is_none_or(|exponent| all_digits(exponent.strip_prefix(['-', '+']).unwrap_or(exponent)));
    let mantissa_fits = match mantissa.split_once('.') {
        None => all_digits(mantissa),
        Some(("", fraction)) => all_digits(fraction),
        Some((whole, fraction)) => {
            all_digits(whole) && (fraction.is_empty() || all_digits(fraction))
        }
    };
    // The standard library reads all of these, and more that is not YAML.
    (mantissa_fits && exponent_fits)
        .then(|| text.parse().ok())
        .flatten()
}

fn all_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Option<f64> {
        match resolve(text, true, None) {
            Ok(Kind::Number(number)) => Some(number),
            _ => None,
        }
    }

    #[test]
    fn plain_words_follow_the_core_schema() {
        for (text, value) in [
            ("0", 0.0),
            ("-12", -12.0),
            ("+7", 7.0),
            ("007", 7.0),
            ("0x1F", 31.0),
            ("0o17", 15.0),
            ("1.5", 1.5),
            (".5", 0.5),
            ("1.", 1.0),
            ("-1e3", -1000.0),
            ("2E-1", 0.2),
            (".inf", f64::INFINITY),
            ("-.Inf", f64::NEG_INFINITY),
        ] {
            assert_eq!(number(text), Some(value), "{text}");
        }
        assert!(number(".nan").is_some_and(f64::is_nan));
        for text in [
            "on", "yes", "nUll", "tRue", "1_000", "0b1", "0x", "0xG", "-0x1", "1e", ".", "-", "+.",
            "e5", "1.2.3", "inf", "nan", "-.nan", "12:30", "1 2", "١",
        ] {
            let text = text.to_owned();
            assert_eq!(resolve(&text, true, None), Ok(Kind::Text(text)));
        }
        for text in ["", "~", "null", "Null", "NULL"] {
            assert_eq!(resolve(text, true, None), Ok(Kind::Null), "{text}");
        }
        assert_eq!(resolve("True", true, None), Ok(Kind::Bool(true)));
        assert_eq!(resolve("FALSE", true, None), Ok(Kind::Bool(false)));
    }

    #[test]
    fn quoted_words_are_text() {
        for text in ["", "~", "true", "5"] {
            let kind = Kind::Text(text.to_owned());
            assert_eq!(resolve(text, false, None), Ok(kind));
        }
    }
}
