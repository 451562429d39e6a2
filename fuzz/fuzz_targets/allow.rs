//! Feeds lines of arbitrary text to allow rules, and those that are allowed to
//! a real Bash with a `PATH` of marker programs.
//!
//! What must hold: nothing runs that no rule names, and nothing is written where
//! no rule lets the line write.
#![no_main]

#[path = "../../crates/snaphook-rules/tests/folders/mod.rs"]
mod folders;
#[path = "../../crates/snaphook-rules/tests/allow_oracle/judge.rs"]
mod judge;

use std::cell::RefCell;

use judge::Judge;
use libfuzzer_sys::fuzz_target;

thread_local! {
    static JUDGE: RefCell<Option<Judge>> = RefCell::new(Judge::new("bash"));
}

fuzz_target!(|line: &str| {
    JUDGE.with_borrow_mut(|judge| {
        let Some(judge) = judge else {
            return;
        };
        // A name with a slash may be a real program, which no rule here allows.
        if judge.allows(line) {
            let breach = judge.run(line).expect("bash runs in a scratch folder");
            if let Some(breach) = breach {
                panic!("{:?} ran {}", breach.line, breach.ran);
            }
        }
    });
});
