//! Shows requests as they come and end. While it runs, agents wait for an answer.

use snaphook_approvals::{Approval, ApprovalFilter};

use super::args::FollowArgs;
use super::list::line;
use super::opened::{failed, open_or_create};
use crate::error::CommandError;
use crate::fire::Interrupt;
use crate::show::{self, style};

pub(super) async fn follow(args: &FollowArgs) -> Result<(), CommandError> {
    let interrupt = Interrupt::listen();
    let store = open_or_create()?;
    let viewer = store
        .watch_as("command line")
        .map_err(|error| failed(&error))?;
    let seen = store.revision().map_err(|error| failed(&error))?;
    let mut pending = store
        .list(&ApprovalFilter::pending())
        .map_err(|error| failed(&error))?;
    pending.reverse();
    let dim = style::DIM;
    crate::tell!(
        "{dim}waiting for requests; answer them with `snaphook approvals allow ID` or `deny ID`{dim:#}"
    );
    pending
        .iter()
        .try_for_each(|approval| print(approval, args))?;
    let mut changes = store.subscribe_since(seen);
    let following = async {
        loop {
            let changed = changes.next().await.map_err(|error| failed(&error))?;
            changed
                .iter()
                .try_for_each(|approval| print(approval, args))?;
        }
    };
    let ended = tokio::select! {
        ended = following => ended,
        () = interrupt.wait() => Ok(()),
    };
    drop(viewer);
    ended
}

fn print(approval: &Approval, args: &FollowArgs) -> Result<(), CommandError> {
    match args.json {
        true => show::json_line(approval),
        false => {
            crate::say!("{}", line(approval));
            Ok(())
        }
    }
}
