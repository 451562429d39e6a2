//! Files of test cases.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

/// A file of cases.
#[derive(Debug, Clone)]
pub struct CaseFile {
    /// Where it is.
    pub path: PathBuf,
    /// The dialect its cases speak.
    pub dialect: String,
    /// Its cases.
    pub cases: Vec<Case>,
}

/// One case.
#[derive(Debug, Clone)]
pub struct Case {
    /// What it shows.
    pub name: String,
    /// The settings it runs with.
    pub settings: SettingsRef,
    /// The event.
    pub input: Map<String, Value>,
    /// What the outcome must hold, for each time it is fired.
    pub expect: Vec<Value>,
    /// The exit status that `snaphook fire` must give.
    pub expect_exit: Option<u8>,
    /// How often it is fired in one session.
    pub repeat: usize,
}

/// Where a case's settings are.
#[derive(Debug, Clone)]
pub enum SettingsRef {
    /// In the case itself.
    Inline(Value),
    /// In a file, relative to the test file.
    File(PathBuf),
}

/// Why a file of cases cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CaseError {
    /// It cannot be read.
    #[error("{}: cannot be read: {source}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It is not JSON.
    #[error("{}: not valid JSON: {source}", .path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// Why.
        source: serde_json::Error,
    },
    /// Something in it has the wrong form.
    #[error("{}: {what}", .path.display())]
    Form {
        /// The file.
        path: PathBuf,
        /// What.
        what: String,
    },
}

impl CaseFile {
    /// Reads a file of cases.
    ///
    /// # Errors
    /// When it is not one.
    pub fn load(path: &Path) -> Result<Self, CaseError> {
        let text = std::fs::read_to_string(path).map_err(|source| CaseError::Unreadable {
            path: path.to_owned(),
            source,
        })?;
        let value = serde_json::from_str(&text).map_err(|source| CaseError::Syntax {
            path: path.to_owned(),
            source,
        })?;
        Self::read(path, &value).map_err(|what| CaseError::Form {
            path: path.to_owned(),
            what,
        })
    }

    fn read(path: &Path, value: &Value) -> Result<Self, String> {
        let dialect = match value.get("dialect") {
            None => "claude",
            Some(dialect) => dialect.as_str().ok_or("`dialect` must be a string")?,
        };
        let cases = value
            .get("cases")
            .and_then(Value::as_array)
            .ok_or("a test file needs a list of `cases`")?;
        let cases = cases
            .iter()
            .enumerate()
            .map(|(index, case)| {
                read_case(path, case, value.get("settings")).map_err(|what| {
                    let name = case.get("name").and_then(Value::as_str);
                    match name {
                        Some(name) => format!("case \"{name}\": {what}"),
                        None => format!("case {}: {what}", index + 1),
                    }
                })
            })
            .collect::<Result<_, _>>()?;
        Ok(Self {
            path: path.to_owned(),
            dialect: dialect.to_owned(),
            cases,
        })
    }
}

fn read_case(path: &Path, case: &Value, shared: Option<&Value>) -> Result<Case, String> {
    let name = case
        .get("name")
        .and_then(Value::as_str)
        .ok_or("it needs a `name`")?;
    let settings = match case.get("settings").or(shared) {
        Some(Value::String(file)) => {
            SettingsRef::File(path.parent().unwrap_or(Path::new("")).join(file))
        }
        Some(inline @ Value::Object(_)) => SettingsRef::Inline(inline.clone()),
        Some(_) => return Err("`settings` must be a path or an object".to_owned()),
        None => return Err("it needs `settings`, its own or the file's".to_owned()),
    };
    let input = case
        .get("input")
        .and_then(Value::as_object)
        .ok_or("it needs an `input` object")?;
    let repeat = match case.get("repeat") {
        None => 1,
        Some(number) => number
            .as_u64()
            .and_then(|n| usize::try_from(n).ok())
            .filter(|n| *n > 0)
            .ok_or("`repeat` must be a whole number from 1")?,
    };
    let expect = match case.get("expect") {
        None => Vec::new(),
        Some(Value::Array(each)) if each.len() == repeat => each.clone(),
        Some(Value::Array(_)) => {
            return Err("a list of `expect` needs one item per `repeat`".to_owned());
        }
        Some(all) => vec![all.clone(); repeat],
    };
    let expect_exit = match case.get("expectExit") {
        None => None,
        Some(code) => Some(
            code.as_u64()
                .and_then(|code| u8::try_from(code).ok())
                .ok_or("`expectExit` must be an exit status")?,
        ),
    };
    Ok(Case {
        name: name.to_owned(),
        settings,
        input: input.clone(),
        expect,
        expect_exit,
        repeat,
    })
}
