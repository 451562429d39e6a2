//! `cargo bench`: the whole table. See `src/lib.rs` for how it is measured, and
//! `src/options.rs` for what it may be asked.
#![expect(clippy::print_stdout, reason = "a program for a person to read")]

use std::error::Error;
use std::path::{Path, PathBuf};

use snaphook_bench::heap::CountingAllocator;
use snaphook_bench::options::BenchOptions;
use snaphook_bench::{chart, page, rows, table};

#[global_allocator]
static HEAP: CountingAllocator = CountingAllocator;

fn main() -> Result<(), Box<dyn Error>> {
    let update_docs = std::env::var_os("UPDATE_DOCS").is_some_and(|value| value == "1");
    let options = BenchOptions::read(std::env::args_os().skip(1), update_docs);
    if let Some((row, times)) = &options.count {
        let known = rows::count(row, *times);
        return known
            .then_some(())
            .ok_or_else(|| format!("unknown row `{row}`").into());
    }
    let report = rows::measure(&options, &mut std::io::stderr());
    let json = serde_json::to_string_pretty(&report)?;
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let found = target_folder().join("performance.json");
    let written = std::fs::write(&found, &json);
    if options.update_docs {
        let docs = workspace.join("docs/src");
        let folder = docs.join("performance");
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join("report.json"), json + "\n")?;
        std::fs::write(folder.join("ratios.svg"), chart::ratios(&report))?;
        std::fs::write(folder.join("sizes.svg"), chart::curves(&report))?;
        std::fs::write(docs.join("performance.md"), page::page(&report))?;
    }
    println!("\n{}\n{}", table::table(&report), table::curves(&report));
    for left_out in &report.left_out {
        println!("not measured: {left_out}");
    }
    match written {
        Ok(()) => println!("as JSON, with the curves: {}", found.display()),
        Err(error) => println!("not written: {}: {error}", found.display()),
    }
    Ok(())
}

/// The folder that cargo builds in: this program is in `target/PROFILE/deps`. Where
/// it was copied elsewhere, the working directory.
fn target_folder() -> PathBuf {
    let exe = std::env::current_exe().unwrap_or_default();
    let deps = exe.parent().filter(|folder| folder.ends_with("deps"));
    deps.and_then(|deps| deps.parent()?.parent())
        .unwrap_or(Path::new("."))
        .to_owned()
}
