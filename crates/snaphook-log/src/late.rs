//! Background hooks are over when their dispatch is recorded already, or will be:
//! their answers find it.

use std::collections::{HashMap, VecDeque};

use serde_json::Value;
use serde_json::value::RawValue;

use crate::queue::DispatchNumber;

/// Dispatches, and answers, that are remembered.
const REMEMBERED: usize = 1024;

/// Records that were written, and answers whose record is not.
#[derive(Debug, Default)]
pub(crate) struct LateAnswers {
    places: HashMap<DispatchNumber, i64>,
    order: VecDeque<DispatchNumber>,
    late: VecDeque<(DispatchNumber, Value)>,
}

impl LateAnswers {
    /// An answer came late.
    pub(crate) fn late(&mut self, number: DispatchNumber, entry: Value) {
        self.late.push_back((number, entry));
        if self.late.len() > REMEMBERED {
            self.late.pop_front();
        }
    }

    /// The answers that wait for this dispatch.
    pub(crate) fn of(&mut self, number: DispatchNumber) -> Vec<Value> {
        self.take(|wanted| wanted == number)
            .into_iter()
            .map(|(_, entry)| entry)
            .collect()
    }

    /// The answers whose record is written, with its place.
    pub(crate) fn ready(&mut self) -> Vec<(i64, Value)> {
        let places = std::mem::take(&mut self.places);
        let ready = self.take(|number| places.contains_key(&number));
        let placed = |(number, entry)| Some((*places.get(&number)?, entry));
        let ready = ready.into_iter().filter_map(placed).collect();
        self.places = places;
        ready
    }

    fn take(&mut self, wanted: impl Fn(DispatchNumber) -> bool) -> Vec<(DispatchNumber, Value)> {
        if self.late.is_empty() {
            return Vec::new();
        }
        let all = std::mem::take(&mut self.late).into_iter();
        let (taken, rest) = all.partition::<Vec<_>, _>(|(number, _)| wanted(*number));
        self.late = rest.into();
        taken
    }

    /// These dispatches were written at these places.
    pub(crate) fn written(&mut self, numbers: &[Option<DispatchNumber>], places: &[i64]) {
        for (number, place) in numbers.iter().zip(places) {
            let Some(number) = number else { continue };
            self.places.insert(*number, *place);
            self.order.push_back(*number);
            if self.order.len() > REMEMBERED
                && let Some(oldest) = self.order.pop_front()
            {
                self.places.remove(&oldest);
            }
        }
    }
}

/// An outcome in which a background hook has its answer.
pub(crate) fn with_late(outcome: Box<RawValue>, late: &Value) -> Box<RawValue> {
    let Ok(mut value) = serde_json::from_str::<Value>(outcome.get()) else {
        return outcome;
    };
    let hooks = value.get_mut("hooks").and_then(Value::as_array_mut);
    let mut hooks = hooks.into_iter().flatten();
    let found = hooks.find(|hook| hook["id"] == late["id"] && hook["status"] == "background");
    if let Some(hook) = found {
        hook.clone_from(late);
        hook["background"] = true.into();
    }
    serde_json::value::to_raw_value(&value).unwrap_or(outcome)
}
