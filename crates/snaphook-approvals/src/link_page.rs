//! The page of a one-time link, without scripts: it shows the request, and its form answers.
//! Any HTTP server can show it. Looking never answers, because chat programs open links by
//! themselves to preview them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use snaphook_core::visible;

use crate::answer::AnswerError;
use crate::approval::{Approval, ChoiceKind};
use crate::approvers::Approvers;
use crate::store::{ApprovalStore, LinkToken};

/// The path of links; the token follows.
pub const LINK_PATH: &str = "/approve/";

/// More bytes of a form are not read.
const MOST_BYTES: usize = 64 * 1024;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;\
padding:0 1rem;color:#1a1a1a;background:#fff}pre{white-space:pre-wrap;overflow-wrap:anywhere;\
background:#f2f2f2;padding:1rem;border-radius:6px}dt{color:#666}dd{margin:0 0 .5rem;\
overflow-wrap:anywhere}button{font:inherit;padding:.5rem 1rem;margin:.25rem .5rem .25rem 0;\
border:1px solid #888;border-radius:6px;background:#fff;color:inherit}textarea{font:inherit;\
width:100%;box-sizing:border-box}small{color:#666}@media(prefers-color-scheme:dark){body{\
color:#eee;background:#161616}pre{background:#262626}button,textarea{background:#222;color:#eee}}";

/// An answer to an HTTP request for a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkPage {
    /// The HTTP status.
    pub status: u16,
    /// The page.
    pub html: String,
}

impl LinkPage {
    /// The headers that belong to every page, with `Content-Type`.
    #[must_use]
    pub fn headers() -> Vec<(&'static str, String)> {
        let style = STANDARD.encode(Sha256::digest(STYLE));
        let policy = format!(
            "default-src 'none'; style-src 'sha256-{style}'; form-action 'self'; \
             frame-ancestors 'none'; base-uri 'none'"
        );
        let fixed = [
            ("content-type", "text/html; charset=utf-8"),
            ("cache-control", "no-store"),
            // The address is the secret. With `no-referrer` browsers would send the form
            // with the origin `null`.
            ("referrer-policy", "same-origin"),
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("x-robots-tag", "noindex"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ];
        let fixed = fixed.map(|(name, value)| (name, value.to_owned()));
        fixed
            .into_iter()
            .chain([("content-security-policy", policy)])
            .collect()
    }

    /// Shows the request of a link. Changes nothing.
    #[must_use]
    pub fn show(store: &ApprovalStore, token: &LinkToken) -> Self {
        match store.link(token) {
            Ok(link) if link.approval.is_pending() => page(
                200,
                "May this run?",
                &request(&link.approval, &link.choices),
            ),
            Ok(link) => ended(200, &link.approval),
            Err(error) => refused(&error),
        }
    }

    /// Answers the request of a link by the form of its page.
    #[must_use]
    pub fn answer(
        store: &ApprovalStore,
        token: &LinkToken,
        form: &[u8],
        approvers: &Approvers,
    ) -> Self {
        if form.len() > MOST_BYTES {
            return page(413, "Not answered", "<p>The answer is too long.</p>");
        }
        let (mut choice, mut digest, mut message) = (None, None, None);
        for (name, value) in form_urlencoded::parse(form) {
            match &*name {
                "choice" => choice = Some(value),
                "digest" => digest = Some(value),
                "message" => message = Some(value),
                _ => {}
            }
        }
        let Some(choice) = choice else {
            return page(400, "Not answered", "<p>The form names no choice.</p>");
        };
        let is_bound = match (&digest, store.link(token)) {
            (_, Err(error)) => return refused(&error),
            (None, Ok(_)) => true,
            (Some(digest), Ok(link)) => link.approval.digest == **digest,
        };
        if !is_bound {
            return page(
                409,
                "Not answered",
                "<p>The form is of another request.</p>",
            );
        }
        // Words are for the model, and belong to a denial.
        let message = message.filter(|_| choice == "deny");
        match store.answer_link(token, &choice, message.as_deref(), approvers) {
            Ok(approval) => ended(200, &approval),
            Err(error) => refused(&error),
        }
    }
}

fn request(approval: &Approval, choices: &[String]) -> String {
    let mut html = String::from("<dl>");
    let mut row = |name: &str, text: &str| {
        html.push_str(&format!("<dt>{name}</dt><dd>{}</dd>", escaped(text)));
    };
    if let Some(agent) = &approval.agent {
        row("Agent", agent);
    }
    if let Some(tool) = &approval.tool {
        row("Tool", tool);
    }
    if let Some(cwd) = &approval.cwd {
        row("Folder", cwd);
    }
    row("Question", &approval.message);
    for asker in &approval.asked_by {
        match &asker.reason {
            Some(reason) if *reason != approval.message => {
                row("Asked by", &format!("{}: {reason}", asker.name));
            }
            _ => row("Asked by", &asker.name),
        }
    }
    html.push_str("</dl>");
    let input = serde_json::to_string_pretty(&approval.input).unwrap_or_default();
    let command = approval.input.get("command").and_then(|text| text.as_str());
    if let Some(command) = command {
        html.push_str(&format!("<pre>{}</pre>", escape(&visible::code(command))));
    }
    html.push_str(&format!("<pre>{}</pre>", escaped(&input)));
    if approval.redacted > 0 {
        html.push_str(&format!("<p>{} secrets are hidden.</p>", approval.redacted));
    }
    html.push_str(&form(approval, choices));
    html
}

fn form(approval: &Approval, choices: &[String]) -> String {
    let offered = choices.iter().filter_map(|key| approval.choice(key));
    let mut denies = false;
    let mut buttons = String::new();
    for choice in offered {
        denies |= choice.kind == ChoiceKind::Deny;
        let more = choice.description.as_deref().unwrap_or_default();
        buttons.push_str(&format!(
            "<button name=\"choice\" value=\"{}\">{}</button> <small>{}</small><br>",
            escape(&choice.key),
            escaped(&choice.label),
            escaped(more)
        ));
    }
    let words = match denies {
        true => {
            "<p><label>Words for the model, if you deny<br>\
             <textarea name=\"message\" rows=\"2\" maxlength=\"4000\"></textarea></label></p>"
        }
        false => "",
    };
    format!(
        "<form method=\"post\" autocomplete=\"off\"><input type=\"hidden\" name=\"digest\" \
         value=\"{}\">{words}<p>{buttons}</p></form><p><small>SHA-256 of the input: {}</small></p>",
        escape(&approval.digest),
        escape(&approval.digest)
    )
}

fn ended(status: u16, approval: &Approval) -> LinkPage {
    let tool = approval.tool.as_deref().unwrap_or("The question");
    let words = format!("{tool} is {}.", approval.ended_in_words());
    page(status, "Answered", &format!("<p>{}</p>", escaped(&words)))
}

fn refused(error: &AnswerError) -> LinkPage {
    let status = match error {
        AnswerError::Link(_) | AnswerError::Unknown(_) => 404,
        AnswerError::Late(_) | AnswerError::Digest { .. } => 409,
        AnswerError::NotApprover { .. } => 403,
        AnswerError::Choice { .. } | AnswerError::Input(_) => 400,
        AnswerError::Store(_) => 503,
    };
    // What is wrong with a store is not for others.
    let words = match error {
        AnswerError::Store(_) => "the approvals cannot be read now; try again".to_owned(),
        error => error.to_string(),
    };
    page(
        status,
        "Not answered",
        &format!("<p>{}</p>", escaped(&words)),
    )
}

fn page(status: u16, title: &str, body: &str) -> LinkPage {
    LinkPage {
        status,
        html: format!(
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\">\
             <title>{title}</title><style>{STYLE}</style><h1>{title}</h1>{body}</html>\n"
        ),
    }
}

/// A text of others: no markup, and every character visible.
fn escaped(text: &str) -> String {
    escape(&visible::text(text))
}

fn escape(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            other => html.push(other),
        }
    }
    html
}
