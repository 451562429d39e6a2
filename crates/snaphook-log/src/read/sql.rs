//! A filter as SQL.
//!
//! What decides is where it begins: with the index of words, of a hook's name or
//! of a session, each of which gives events in order; else with the events
//! themselves, which are narrow. So the newest few of a million are found at once,
//! and a filter that nothing fits reads each row once.

use rusqlite::types::Value;

use super::filter::Filter;

/// Which way, and from where.
#[derive(Debug, Clone, Copy)]
pub(super) enum Order {
    /// The newest first.
    Newest,
    /// The newest first, up to this id.
    UpTo(i64),
    /// The oldest first, behind this id.
    After(i64),
}

/// A statement, and what is put into it.
#[derive(Debug)]
pub(super) struct Query {
    from: String,
    conditions: Vec<String>,
    /// The column that has the id.
    key: &'static str,
    /// An event may be in several rows: it is given once.
    once: bool,
    pub(super) values: Vec<Value>,
}

impl Query {
    /// The rows that a filter means. `since_id` is the first id that may be meant;
    /// `by_name` tells whether a word is the name of a hook, or else its id.
    pub(super) fn of(
        filter: &Filter,
        since_id: Option<i64>,
        by_name: impl Fn(&str) -> bool,
    ) -> Self {
        let mut query = Self {
            from: "events e".to_owned(),
            conditions: Vec::new(),
            key: "e.id",
            once: false,
            values: Vec::new(),
        };
        let hook = match filter.hooks.as_slice() {
            [one] if filter.text.is_none() => Some(one),
            _ => None,
        };
        if let Some(phrase) = filter.phrase() {
            query.from = "texts CROSS JOIN events e ON e.id = texts.rowid".to_owned();
            query.key = "texts.rowid";
            query.holds("texts MATCH ?", phrase);
        } else if let Some(hook) = hook {
            query.from = "hooks h CROSS JOIN events e ON e.id = h.event".to_owned();
            query.key = "h.event";
            query.once = true;
            let column = if by_name(hook) { "name" } else { "hook" };
            query.holds(&format!("h.{column} = ?"), hook.clone());
        }
        if let Some(id) = since_id {
            query.holds(&format!("{} >= ?", query.key), id);
        }
        // With a sign, so that no index on the time is used: it would have to be
        // sorted again.
        query.holds_some("+e.time >= ?", filter.since);
        query.holds_some("+e.time < ?", filter.until);
        query.is_one_of("e.event", &filter.events);
        query.is_one_of("e.tool", &filter.tools);
        query.is_one_of("e.session", &filter.sessions);
        query.has_body(filter);
        let decisions: Vec<_> = filter.decisions.iter().map(ToString::to_string).collect();
        query.is_one_of("e.decision", &decisions);
        if hook.is_none() && !filter.hooks.is_empty() {
            query.has_one_of(&filter.hooks);
        }
        query
    }

    fn holds(&mut self, condition: &str, value: impl Into<Value>) {
        self.conditions.push(condition.to_owned());
        self.values.push(value.into());
    }

    fn holds_some(&mut self, condition: &str, value: Option<i64>) {
        if let Some(value) = value {
            self.holds(condition, value);
        }
    }

    fn is_one_of(&mut self, column: &str, words: &[String]) {
        if words.is_empty() {
            return;
        }
        let places = vec!["?"; words.len()].join(", ");
        self.conditions.push(format!("{column} IN ({places})"));
        self.values.extend(words.iter().cloned().map(Value::from));
    }

    /// Conditions on columns of the wide rows, which are read only where there are such.
    fn has_body(&mut self, filter: &Filter) {
        let body = |condition: &str| {
            format!("EXISTS (SELECT 1 FROM bodies b WHERE b.id = e.id AND {condition})")
        };
        let places = |words: &[String]| vec!["?"; words.len()].join(", ");
        if !filter.projects.is_empty() {
            let of = format!("b.project IN ({})", places(&filter.projects));
            self.conditions.push(body(&of));
            let projects = filter.projects.iter().cloned();
            self.values.extend(projects.map(Value::from));
        }
        if !filter.agents.is_empty() {
            let places = places(&filter.agents);
            let of = body(&format!("b.dialect IN ({places})"));
            self.conditions
                .push(format!("(e.source IN ({places}) OR {of})"));
            for _ in 0..2 {
                let agents = filter.agents.iter().cloned();
                self.values.extend(agents.map(Value::from));
            }
        }
    }

    fn has_one_of(&mut self, hooks: &[String]) {
        let places = vec!["?"; hooks.len()].join(", ");
        self.conditions.push(format!(
            "EXISTS (SELECT 1 FROM hooks x WHERE x.event = e.id
                AND (x.name IN ({places}) OR x.hook IN ({places})))"
        ));
        for _ in 0..2 {
            self.values.extend(hooks.iter().cloned().map(Value::from));
        }
    }

    fn condition(&self) -> String {
        match self.conditions.is_empty() {
            true => String::new(),
            false => format!("WHERE {}", self.conditions.join(" AND ")),
        }
    }

    /// These columns of the rows, in order.
    pub(super) fn ordered(&mut self, columns: &str, order: Order, limit: usize) -> String {
        let direction = match order {
            Order::Newest => "DESC",
            Order::UpTo(id) => {
                self.holds(&format!("{} <= ?", self.key), id);
                "DESC"
            }
            Order::After(id) => {
                self.holds(&format!("{} > ?", self.key), id);
                "ASC"
            }
        };
        self.values
            .push(i64::try_from(limit).unwrap_or(i64::MAX).into());
        let (from, condition, key) = (&self.from, self.condition(), self.key);
        // Before the limit: two hooks of one name in one event are one event.
        let once = match self.once {
            true => format!("GROUP BY {key}"),
            false => String::new(),
        };
        format!(
            "SELECT {columns} FROM {from} {condition} {once} ORDER BY {key} {direction} LIMIT ?"
        )
    }

    /// The ids of the rows, the newest first.
    pub(super) fn ids(&self) -> String {
        let (from, condition, key) = (&self.from, self.condition(), self.key);
        format!("SELECT DISTINCT {key} FROM {from} {condition} ORDER BY {key} DESC")
    }

    /// How many rows there are.
    pub(super) fn count(&self) -> String {
        let (from, condition, key) = (&self.from, self.condition(), self.key);
        format!("SELECT count(DISTINCT {key}) FROM {from} {condition}")
    }

    /// The hooks of the rows.
    pub(super) fn hooks(&self, columns: &str) -> String {
        if self.conditions.is_empty() {
            return format!("SELECT {columns} FROM hooks k");
        }
        let (from, condition) = (&self.from, self.condition());
        let key = self.key;
        format!(
            "SELECT {columns} FROM hooks k WHERE k.event IN (SELECT {key} FROM {from} {condition})"
        )
    }
}
