//! Wrappers that run a command for every file or line: find, fd, parallel.

use super::inner::InnerCommand;
use super::shells::dynamic;
use super::special::as_code;
use super::unwrap::could_be;
use super::walk::after;
use crate::shell::found::SimpleCommand;
use crate::shell::{Gap, Piece, Unknown, Word};

fn ends(word: &Word) -> bool {
    matches!(word.known(), Some(";" | "+"))
}

/// The command, with a gap for what is put in and for what is added.
fn with_gaps(words: impl Iterator<Item = Word>, range: std::ops::Range<usize>) -> InnerCommand {
    let mut run: Vec<Word> = words.map(|w| w.with_gap_for("{}")).collect();
    run.push(Word::gap(Gap::Many, range));
    InnerCommand::Words(run)
}

/// `find … -exec COMMAND ;`
pub(super) fn find(markers: &[&str], words: &[Word], inner: &mut Vec<InnerCommand>) {
    let names = markers.join(" ");
    let mut at = 1;
    while let Some(word) = words.get(at) {
        at += 1;
        if word.may_vanish() {
            // It may bring an `-exec` of its own.
            inner.push(InnerCommand::Words(words[at - 1..].to_vec()).doubtful());
            return;
        }
        let starts = word.known().is_some_and(|text| markers.contains(&text));
        let end = words[at..].iter().position(ends).map(|end| at + end);
        // An unknown word may be a marker, if there is an end to go with it.
        let may_start = word.known().is_none() && end.is_some() && could_be(word, &names);
        if !starts && !may_start {
            continue;
        }
        let end = end.unwrap_or(words.len());
        let run = with_gaps(words[at..end].iter().cloned(), word.range());
        inner.push(if may_start { run.doubtful() } else { run });
        if !may_start {
            at = end;
        }
    }
}

/// Short options of `fd` that take a value, which may hold an `x`.
const FD_VALUES: [char; 9] = ['d', 't', 'e', 'E', 'c', 'j', 'S', 'o', 'C'];

/// `fd -x COMMAND`, `fd -HxCOMMAND`, `fd --exec=COMMAND`.
pub(super) fn fd(words: &[Word], inner: &mut Vec<InnerCommand>) {
    let mut at = 1;
    while let Some(word) = words.get(at) {
        at += 1;
        let head = word.head();
        if word.may_vanish() {
            inner.push(InnerCommand::Words(words[at - 1..].to_vec()).doubtful());
            return;
        }
        let attached = if head.starts_with("--") {
            let (name, value) = match head.split_once('=') {
                Some((name, _)) => (name, Some(after(word, name.len() + 1))),
                None => (head, None),
            };
            let fits = name.len() > 4 && "--exec-batch".starts_with(name);
            if !fits && word.known().is_some() {
                continue;
            }
            value
        } else if head.starts_with('-') {
            let cut = head.find(|c: char| FD_VALUES.contains(&c) || matches!(c, 'x' | 'X'));
            match cut.map(|cut| (cut, &head[cut..=cut])) {
                Some((cut, "x" | "X")) => {
                    let rest = after(word, cut + 1);
                    (!rest.pieces().is_empty()).then_some(rest)
                }
                None if word.known().is_none() => None,
                _ => continue,
            }
        } else if word.known().is_none() && head.is_empty() {
            // It may be `-x`.
            let end = words[at..].iter().position(ends).map(|end| at + end);
            if let Some(end) = end {
                let run = with_gaps(words[at..end].iter().cloned(), word.range());
                inner.push(run.doubtful());
            }
            continue;
        } else {
            continue;
        };
        let attached = attached.map(|word| match word.head().strip_prefix('=') {
            Some(_) => after(&word, 1),
            None => word,
        });
        let end = words[at..].iter().position(ends);
        let end = end.map_or(words.len(), |end| at + end);
        let run = attached.into_iter().chain(words[at..end].iter().cloned());
        inner.push(with_gaps(run, word.range()));
        at = end;
    }
}

/// Options of `parallel` that are alone.
const PARALLEL_FLAGS: &str = "-0 -k -X -m -v -t -u -q -z --null --keep-order --bar --eta --progress --verbose --group --ungroup --line-buffer --lb --xargs --quote --will-cite --no-notice --dry-run --dryrun --shuf --pipe --resume --resume-failed --tag --fg --bg --silent --no-run-if-empty -r";

/// Options of `parallel` with a value.
const PARALLEL_VALUES: &str = "-j -a -I -n -N -P -L -S -d -C --jobs --max-procs --arg-file --max-args --max-replace-args --delay --retries --halt --joblog --results --timeout --load --memfree --nice --colsep --delimiter --arg-sep --tagstring --tempdir --workdir --wd --env --tmpdir --semaphore-name --id --block --recstart --recend --profile -J";

/// `parallel COMMAND ::: ARGUMENTS`
pub(super) fn parallel(
    words: &[Word],
    command: &SimpleCommand,
    inner: &mut Vec<InnerCommand>,
) -> Result<(), Unknown> {
    let mut start = 1;
    while let Some(text) = words.get(start).and_then(Word::known) {
        let attached = (text.starts_with("-j")
            || text.starts_with("-P")
            || text.starts_with("-n")
            || text.starts_with("-N")
            || text.starts_with("-L"))
            && text.len() > 2
            || text.starts_with("--") && text.contains('=');
        if super::row::has(PARALLEL_FLAGS, text) || attached {
            start += 1;
        } else if super::row::has(PARALLEL_VALUES, text) {
            start += 2;
        } else {
            break;
        }
    }
    let start = start.min(words.len());
    let end = words[start..]
        .iter()
        .position(|w| w.head().starts_with(":::"))
        .map_or(words.len(), |end| start + end);
    let run = &words[start..end];
    let Some(first) = run.first() else {
        return dynamic(command);
    };
    let name = first
        .head()
        .split_ascii_whitespace()
        .next()
        .unwrap_or_default();
    if first.head().starts_with('-') || name.contains('{') {
        return dynamic(command);
    }
    let special = |c: char| !c.is_alphanumeric() && !" _-./,:=@%+{}".contains(c);
    let plain = |w: &Word| {
        let odd = |piece: &Piece| matches!(piece, Piece::Text(text) if text.contains(special));
        w.known().is_some() && !w.pieces().iter().any(odd)
    };
    if run.iter().all(plain) && !run.iter().any(Word::has_blank) {
        inner.push(with_gaps(run.iter().cloned(), first.range()));
    } else {
        inner.push(as_code(run));
    }
    Ok(())
}
