//! Tells the user about hooks that were skipped because they are not trusted.

use snaphook::Outcome;
use snaphook::outcome::HookEntry;
use snaphook::select::SkipCause;

use crate::args::EventArgs;
use crate::settings_args::TrustChoice;
use crate::show::style;

/// One clear line, if there are any.
pub(crate) fn untrusted(args: &EventArgs, outcomes: &[Outcome]) -> Option<String> {
    let untrusted = [SkipCause::Untrusted, SkipCause::Changed].map(SkipCause::as_str);
    let is_untrusted = |entry: &&HookEntry| {
        let reason = entry.skip_reason;
        reason.is_some_and(|reason| untrusted.contains(&reason))
    };
    let hooks = outcomes.iter().flat_map(|outcome| &outcome.hooks);
    let (hooks, were) = match hooks.filter(is_untrusted).count() {
        0 => return None,
        1 => ("1 hook".to_owned(), "was"),
        more => (format!("{more} hooks"), "were"),
    };
    let what_to_do = match args.settings.trust {
        TrustChoice::Managed => "with `--trust managed`, only managed hooks run",
        TrustChoice::All | TrustChoice::Store => "look at what would run with `snaphook trust`",
    };
    let warning = style::WARNING;
    Some(format!(
        "{warning}{hooks} {were} skipped for lack of trust{warning:#}: {what_to_do}"
    ))
}
