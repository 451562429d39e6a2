//! Names that always count, also at the end of a longer one: `DB_PASSWORD`.

use super::base64::is_user_and_password;

/// A name by which secrets go.
#[derive(Debug)]
pub(super) struct UsualName {
    /// In lower case, without what separates words.
    pub(super) name: &'static str,
    /// Numbers of so many digits are secrets, too; `None`: none are.
    pub(super) digits: Option<usize>,
    /// A word of its own within a longer name, because others end like it, and
    /// mere words before a colon are not names: `PASS: test 1`.
    pub(super) apart: bool,
    /// A word beside it on a line of YAML is its value, though it has no digit.
    pub(super) alone: bool,
    /// Only a user's name and password in base64 is one: `"auth": "none"`.
    pub(super) encoded: bool,
}

const fn usual(name: &'static str) -> UsualName {
    UsualName {
        name,
        digits: None,
        apart: false,
        alone: false,
        encoded: false,
    }
}

const fn password(name: &'static str) -> UsualName {
    UsualName {
        digits: Some(1),
        alone: true,
        ..usual(name)
    }
}

const fn key(name: &'static str) -> UsualName {
    UsualName {
        alone: true,
        ..usual(name)
    }
}

const fn separate_word(name: &'static str, digits: Option<usize>) -> UsualName {
    UsualName {
        digits,
        apart: true,
        ..usual(name)
    }
}

/// The names.
pub(super) const USUAL: &[UsualName] = &[
    password("password"),
    password("passwd"),
    password("passphrase"),
    password("passcode"),
    key("secret"),
    key("token"),
    key("apikey"),
    key("accesskey"),
    key("secretkey"),
    key("privatekey"),
    usual("authorization"),
    usual("cookie"),
    usual("credentials"),
    usual("credential"),
    usual("connectionstring"),
    key("signingkey"),
    key("encryptionkey"),
    key("masterkey"),
    key("presharedkey"),
    key("sharedaccesskey"),
    key("accountkey"),
    key("subscriptionkey"),
    key("appkey"),
    key("authkey"),
    key("keydata"),
    key("clientcertificatedata"),
    key("secretkeybase"),
    key("secretstring"),
    key("authident"),
    key("rediscliauth"),
    key("basicauth"),
    password("sshpass"),
    password("storepass"),
    password("keypass"),
    separate_word("psk", None),
    separate_word("otp", Some(4)),
    UsualName {
        encoded: true,
        ..separate_word("auth", None)
    },
    separate_word("pwd", Some(1)),
    separate_word("pass", None),
    separate_word("pin", Some(4)),
];

impl UsualName {
    /// Whether a word ends with this name, or with more than one of it;
    /// `compared` is the word without case and separators.
    pub(super) fn ends(&self, word: &str, compared: &str) -> bool {
        if self.apart {
            return self.is_last_word(word);
        }
        let one = compared.strip_suffix('s').unwrap_or(compared);
        compared.ends_with(self.name) || one.ends_with(self.name)
    }

    fn is_last_word(&self, word: &str) -> bool {
        let Some(at) = word.len().checked_sub(self.name.len()) else {
            return false;
        };
        if !word.is_char_boundary(at) || !word[at..].eq_ignore_ascii_case(self.name) {
            return false;
        }
        let begins_large = word[at..].starts_with(|c: char| c.is_ascii_uppercase());
        match word[..at].chars().next_back() {
            None => true,
            Some(before) if before.is_alphabetic() => begins_large && before.is_lowercase(),
            Some(_) => true,
        }
    }

    /// Whether a text is not a secret although its name says so: `PWD=/repo`.
    pub(super) fn is_other(&self, text: &str) -> bool {
        if self.encoded {
            return !is_user_and_password(text);
        }
        let drive = text.as_bytes().get(1) == Some(&b':');
        self.name == "pwd" && (text.starts_with(['/', '~', '.']) || drive)
    }

    /// Whether a number is a secret.
    pub(super) fn takes_number(&self, number: &str) -> bool {
        let digits = number.chars().filter(char::is_ascii_digit).count();
        self.digits.is_some_and(|least| digits >= least)
    }

    /// Whether a number in a text only counts something: `max_tokens=100000`.
    pub(super) fn counts(&self, text: &str) -> bool {
        let number = text
            .chars()
            .all(|c| c.is_ascii_digit() || "._,".contains(c));
        let of_things = matches!(self.name, "token" | "cookie" | "pass");
        number && of_things && text.len() < 12
    }
}
