//! Serves the page until a signal.

use std::process::ExitCode;

use super::args::UiArgs;
use super::open::open;
use super::served_page::ServedPage;
use crate::error::CommandError;
use crate::fire::Interrupt;

/// The page answers small requests; what takes long has threads of its own.
const THREADS: usize = 2;

pub(crate) fn ui(args: &UiArgs) -> Result<ExitCode, CommandError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(THREADS)
        .enable_all()
        .build()
        .map_err(CommandError::no_runtime)?;
    let served = runtime.block_on(run(args));
    runtime.shutdown_background();
    served
}

async fn run(args: &UiArgs) -> Result<ExitCode, CommandError> {
    let told = Interrupt::listen();
    let page = ServedPage::start(args, Some("Press Ctrl-C to end the page.")).await?;
    let opened = match args.open {
        true => open(page.address()),
        false => Ok(None),
    };
    if let Err(error) = &opened {
        crate::tell!("warning: the browser was not opened: {error}; open the address yourself");
    }
    told.wait().await;
    page.end().await;
    Ok(ExitCode::SUCCESS)
}
