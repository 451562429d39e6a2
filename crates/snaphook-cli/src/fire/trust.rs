//! What is said of hooks that were skipped because nobody has trusted them.

use snaphook::Outcome;
use snaphook::outcome::HookEntry;
use snaphook::select::SkipReason;

use crate::args::EventArgs;
use crate::settings_args::TrustChoice;
use crate::show::style;

/// One clear line, if there are any.
pub(super) fn tell(args: &EventArgs, outcome: &Outcome) {
    let untrusted = [SkipReason::Untrusted, SkipReason::Changed].map(SkipReason::as_str);
    let is_untrusted = |entry: &&HookEntry| {
        let reason = entry.skip_reason;
        reason.is_some_and(|reason| untrusted.contains(&reason))
    };
    let count = outcome.hooks.iter().filter(is_untrusted).count();
    if count == 0 {
        return;
    }
    let (hooks, were) = match count {
        1 => ("1 hook".to_owned(), "was"),
        more => (format!("{more} hooks"), "were"),
    };
    let what_to_do = match args.settings.trust {
        TrustChoice::Managed => "with `--trust managed`, only managed hooks run",
        TrustChoice::All | TrustChoice::Store => "look at what would run with `snaphook trust`",
    };
    let warning = style::WARNING;
    let line =
        format!("{warning}{hooks} {were} skipped for lack of trust{warning:#}: {what_to_do}");
    // stderr holds the reason of a block, for whoever called this as a hook.
    match (args.json, outcome.blocked) {
        (false, _) => crate::say!("  {line}"),
        (true, false) => crate::tell!("{line}"),
        (true, true) => {}
    }
}
