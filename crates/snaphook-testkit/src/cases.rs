//! Files of test cases.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use snaphook_core::event::nearest;

use crate::expect::check_form;
use crate::form::{CaseFormError, wrong_type};

/// A file of cases.
#[derive(Debug, Clone)]
pub struct CaseFile {
    /// Where it is.
    pub path: PathBuf,
    /// The dialect that its cases speak, unless one says otherwise.
    pub dialect: String,
    /// Its cases.
    pub cases: Vec<Case>,
    /// What is wrong with cases that cannot be run: one costs only itself.
    pub errors: Vec<String>,
}

/// One case.
#[derive(Debug, Clone)]
pub struct Case {
    /// What it shows.
    pub name: String,
    /// The dialect it speaks.
    pub dialect: String,
    /// The agent whose hooks are meant, where the settings describe several.
    pub agent: Option<String>,
    /// The settings it runs with, in rising precedence.
    pub settings: Vec<SettingsRef>,
    /// The event.
    pub input: Map<String, Value>,
    /// What the outcome must hold, for each time it is fired.
    pub expect: Vec<Value>,
    /// What the result in the dialect's own shape must hold.
    pub expect_native: Option<Value>,
    /// The exit status that `snaphook fire` must give.
    pub expect_exit: Option<u8>,
    /// How often it is fired in one session.
    pub repeat: usize,
    /// Names or ids of the hooks that must have decided.
    pub decided_by: Option<Vec<String>>,
    /// Variables added to the hooks' environment.
    pub env: Vec<(String, String)>,
    /// Files written into a fresh folder, which is then the cwd. A file that
    /// begins with `#!` is executable.
    pub files: Vec<(String, String)>,
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
    /// It is not JSON, or not YAML.
    #[error("{}: not valid {format}: {message}", .path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// What it should be.
        format: &'static str,
        /// Why it is not.
        message: String,
    },
    /// Something in it has the wrong form.
    #[error("{}: {source}", .path.display())]
    Form {
        /// The file.
        path: PathBuf,
        /// What.
        source: CaseFormError,
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
        let syntax = |format, message| CaseError::Syntax {
            path: path.to_owned(),
            format,
            message,
        };
        let yaml = path
            .extension()
            .is_some_and(|ending| ending == "yaml" || ending == "yml");
        let value: Value = if yaml {
            serde_saphyr::from_str(&text).map_err(|error| syntax("YAML", error.to_string()))?
        } else {
            // With comments, like the settings that are beside it.
            jsonc_parser::parse_to_serde_value(&text, &Default::default())
                .map_err(|error| syntax("JSON", error.to_string()))?
        };
        Self::read(path, &value).map_err(|source| CaseError::Form {
            path: path.to_owned(),
            source,
        })
    }

    fn read(path: &Path, value: &Value) -> Result<Self, CaseFormError> {
        let cases = value
            .get("cases")
            .and_then(Value::as_array)
            .ok_or(CaseFormError::Missing("a list of `cases`"))?;
        let dialect = match value.get("dialect") {
            None => "claude",
            Some(dialect) => dialect
                .as_str()
                .ok_or_else(|| wrong_type("dialect", "a string"))?,
        };
        let mut file = Self {
            path: path.to_owned(),
            dialect: dialect.to_owned(),
            cases: Vec::new(),
            errors: Vec::new(),
        };
        for (index, case) in cases.iter().enumerate() {
            match read_case(path, case, value) {
                Ok(case) => file.cases.push(case),
                Err(what) => file
                    .errors
                    .push(match case.get("name").and_then(Value::as_str) {
                        Some(name) => format!("case \"{name}\": {what}"),
                        None => format!("case {}: {what}", index + 1),
                    }),
            }
        }
        Ok(file)
    }
}

/// Keys a case may have: a slip in one would silently test less.
const CASE_KEYS: &[&str] = &[
    "name",
    "dialect",
    "agent",
    "settings",
    "input",
    "expect",
    "expectNative",
    "expectExit",
    "expectDecidedBy",
    "repeat",
    "env",
    "files",
    "description",
];

/// Reads a case of a file; what the file itself says holds for all its cases.
fn read_case(path: &Path, case: &Value, file: &Value) -> Result<Case, CaseFormError> {
    let members = case.as_object().ok_or(CaseFormError::NotAnObject)?;
    for key in members.keys() {
        if !CASE_KEYS.contains(&key.as_str()) && !key.starts_with('_') {
            return Err(CaseFormError::UnknownKey {
                key: key.clone(),
                near: nearest(key, CASE_KEYS.iter().copied()).map(str::to_owned),
                known: CASE_KEYS,
            });
        }
    }
    let name = case
        .get("name")
        .and_then(Value::as_str)
        .ok_or(CaseFormError::Missing("a `name`"))?;
    let of_both = |key: &str| case.get(key).or_else(|| file.get(key));
    let text = |key: &str| match of_both(key) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(wrong_type(key, "a string")),
    };
    let settings = match of_both("settings") {
        Some(Value::Array(all)) => all.iter().map(|one| settings_ref(path, one)).collect(),
        Some(one) => settings_ref(path, one).map(|one| vec![one]),
        None => Err(CaseFormError::Missing("`settings`, its own or the file's")),
    }?;
    let input = case
        .get("input")
        .and_then(Value::as_object)
        .ok_or(CaseFormError::Missing("an `input` object"))?;
    let repeat = match case.get("repeat") {
        None => 1,
        Some(number) => number
            .as_u64()
            .and_then(|n| usize::try_from(n).ok())
            .filter(|n| (1..=1000).contains(n))
            .ok_or_else(|| wrong_type("repeat", "a whole number from 1 to 1000"))?,
    };
    let expect = match case.get("expect") {
        None => Vec::new(),
        Some(Value::Array(each)) if each.len() == repeat => each.clone(),
        Some(Value::Array(_)) => {
            return Err(CaseFormError::ExpectPerRepeat);
        }
        Some(all) => vec![all.clone(); repeat],
    };
    let expect_native = case.get("expectNative").cloned();
    for one in expect.iter().chain(&expect_native) {
        check_form(one)?;
    }
    let expect_exit = match case.get("expectExit") {
        None => None,
        Some(code) => Some(
            code.as_u64()
                .and_then(|code| u8::try_from(code).ok())
                .ok_or_else(|| wrong_type("expectExit", "an exit status"))?,
        ),
    };
    let decided_by = match case.get("expectDecidedBy") {
        None => None,
        Some(Value::String(name)) => Some(vec![name.clone()]),
        Some(names) => {
            let names = texts(names);
            Some(names.ok_or_else(|| wrong_type("expectDecidedBy", "a name, or a list"))?)
        }
    };
    let native = expect_native.is_some();
    if expect.is_empty() && expect_exit.is_none() && decided_by.is_none() && !native {
        return Err(CaseFormError::NoExpectation);
    }
    Ok(Case {
        name: name.to_owned(),
        dialect: text("dialect")?.unwrap_or_else(|| "claude".to_owned()),
        agent: text("agent")?,
        settings,
        input: input.clone(),
        expect,
        expect_native,
        expect_exit,
        repeat,
        decided_by,
        env: pairs(case, "env")?,
        files: pairs(case, "files")?,
    })
}

fn settings_ref(path: &Path, value: &Value) -> Result<SettingsRef, CaseFormError> {
    match value {
        Value::String(file) => {
            let folder = path.parent().unwrap_or(Path::new(""));
            Ok(SettingsRef::File(folder.join(file)))
        }
        inline @ Value::Object(_) => Ok(SettingsRef::Inline(inline.clone())),
        _ => Err(wrong_type(
            "settings",
            "a path, an object, or a list of them",
        )),
    }
}

fn texts(value: &Value) -> Option<Vec<String>> {
    let items = value.as_array()?;
    items
        .iter()
        .map(|item| item.as_str().map(str::to_owned))
        .collect()
}

fn pairs(case: &Value, key: &str) -> Result<Vec<(String, String)>, CaseFormError> {
    let Some(value) = case.get(key) else {
        return Ok(Vec::new());
    };
    let members = value
        .as_object()
        .ok_or_else(|| wrong_type(key, "an object of strings"))?;
    members
        .iter()
        .map(|(name, value)| match value.as_str() {
            Some(text) => Ok((name.clone(), text.to_owned())),
            None => Err(wrong_type(format!("{key}.{name}"), "a string")),
        })
        .collect()
}
