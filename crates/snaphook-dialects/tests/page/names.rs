//! What dialects call otherwise.

use snaphook_dialects::HAND_WRITTEN;

use crate::table::{Table, code};

pub(super) fn tables() -> String {
    let mut text = String::new();
    for dialect in HAND_WRITTEN {
        let names = dialect.rules().names;
        let parts = [
            ("input", names.input),
            ("answer", names.answer),
            ("event", names.events),
        ];
        if parts.iter().all(|(_, pairs)| pairs.is_empty()) {
            continue;
        }
        let mut table = Table::new(&["", "canonical", dialect.name()]);
        for (what, pairs) in parts {
            for (native, canonical) in pairs {
                table.row([what.to_owned(), code(canonical), code(native)]);
            }
        }
        text.push_str(&table.text());
    }
    text
}
