//! `log verify`: whether the log is what was recorded.

use std::path::Path;
use std::process::ExitCode;

use serde_json::json;
use snaphook_log::{ChainHead, LogVerification};

use super::args::{PlaceArgs, VerifyLogArgs};
use super::checkpoint::{LogCheckpoint, own_public_key};
use super::opened::{OpenLog, failed};
use crate::error::CommandError;
use crate::show;

pub(super) fn verify(args: &VerifyLogArgs) -> Result<ExitCode, CommandError> {
    refuse_lines(&args.place)?;
    let mut log = OpenLog::of(&args.place)?;
    let (checkpoints, mut problems) = match &args.checkpoints {
        Some(file) => read_checkpoints(file, args.key.as_deref())?,
        None => (Vec::new(), Vec::new()),
    };
    let Some(reader) = log.reader() else {
        if !checkpoints.is_empty() {
            let message = "there is no log, and checkpoints of one: it was removed";
            return Err(CommandError::new(message).help("ask who removed it"));
        }
        return Err(CommandError::new("there is no log yet")
            .help("nothing was recorded: fire an event first"));
    };
    let found = reader
        .verify(&checkpoints)
        .map_err(|error| failed(&error))?;
    problems.extend(found.problems.iter().map(ToString::to_string));
    if args.json {
        show::json(&json!({
            "records": found.records,
            "uncovered": found.uncovered,
            "removedByLimits": found.removed_by_limits,
            "checkpoints": found.checkpoints,
            "oldCheckpoints": found.old_checkpoints,
            "number": found.head.number,
            "link": found.head.link,
            "problems": problems,
        }))?;
    } else {
        print(&found, &problems);
    }
    Ok(ExitCode::from(u8::from(!problems.is_empty())))
}

/// What is imported gets a chain only now, which says nothing of its lines.
pub(super) fn refuse_lines(place: &PlaceArgs) -> Result<(), CommandError> {
    match place.from {
        None => Ok(()),
        Some(_) => Err(
            CommandError::new("a log of JSON lines has no chain to verify")
                .help("name a database: `auditLog.file` without `.jsonl` writes one"),
        ),
    }
}

fn print(found: &LogVerification, problems: &[String]) {
    for problem in problems {
        crate::say!("{problem}");
    }
    let verdict = match problems.len() {
        0 => "the log is what was recorded".to_owned(),
        1 => "1 problem".to_owned(),
        count => format!("{count} problems"),
    };
    crate::say!(
        "{verdict}: {} records, {} from before the chain, {} removed by limits, {} checkpoints hold",
        found.records,
        found.uncovered,
        found.removed_by_limits,
        found.checkpoints
    );
    if found.old_checkpoints > 0 {
        crate::say!(
            "{} checkpoints are older than the oldest record",
            found.old_checkpoints
        );
    }
    if found.checkpoints == 0 {
        crate::say!(
            "without a checkpoint that left this machine nobody can tell whether the log was \
             written anew, or its end removed"
        );
    }
}

/// The checkpoints in a file, and what is wrong with others in it.
fn read_checkpoints(
    file: &Path,
    key: Option<&str>,
) -> Result<(Vec<ChainHead>, Vec<String>), CommandError> {
    let text = std::fs::read_to_string(file).map_err(|error| {
        CommandError::new(format!("failed to read {}: {error}", file.display()))
            .help("name a file with lines that `snaphook log checkpoint` printed")
    })?;
    let key = key.map(str::to_owned).or_else(own_public_key);
    let key = key.ok_or_else(|| {
        CommandError::new("no key to check the signatures of checkpoints with")
            .help("pass --key with the `key` of a checkpoint that you trust")
    })?;
    let (mut heads, mut problems) = (Vec::new(), Vec::new());
    let lines = text.lines().enumerate();
    for (index, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
        let read = serde_json::from_str::<LogCheckpoint>(line).map_err(|error| error.to_string());
        match read.and_then(|checkpoint| checkpoint.verified(&key)) {
            Ok(head) => heads.push(head),
            Err(reason) => problems.push(format!(
                "{}:{}: not a checkpoint of this key: {reason}",
                file.display(),
                index + 1
            )),
        }
    }
    if heads.is_empty() && problems.is_empty() {
        return Err(
            CommandError::new(format!("{} has no checkpoint", file.display()))
                .help("name a file with lines that `snaphook log checkpoint` printed"),
        );
    }
    Ok((heads, problems))
}
