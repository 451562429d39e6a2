//! Signs a webhook as Standard Webhooks say: HMAC-SHA256 over id, time and body, so that the
//! receiver knows who sent it and that it is not an old one.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// How a secret begins that is written in base64.
const PREFIX: &str = "whsec_";

/// The secret that signs notices. It shows nothing of itself when it is printed for
/// debugging.
#[derive(Clone)]
pub struct WebhookSignature(Vec<u8>);

impl WebhookSignature {
    /// A secret as it is written: `whsec_` and base64, or any text.
    #[must_use]
    pub fn new(secret: &str) -> Self {
        let decoded = secret
            .strip_prefix(PREFIX)
            .and_then(|rest| STANDARD.decode(rest).ok());
        Self(decoded.unwrap_or_else(|| secret.as_bytes().to_vec()))
    }

    /// The value of the header `webhook-signature`.
    #[must_use]
    pub fn sign(&self, id: &str, timestamp: u64, body: &[u8]) -> String {
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.0) else {
            // A key of any length is taken.
            return String::new();
        };
        mac.update(id.as_bytes());
        mac.update(b".");
        mac.update(timestamp.to_string().as_bytes());
        mac.update(b".");
        mac.update(body);
        format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
    }
}

impl std::fmt::Debug for WebhookSignature {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("WebhookSignature")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the specification.
    #[test]
    fn it_is_what_others_compute() {
        let secret = WebhookSignature::new("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        let body = br#"{"test": 2432232314}"#;
        let signed = secret.sign("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, body);
        assert_eq!(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }
}
