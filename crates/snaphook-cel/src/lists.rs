//! Lists, whose items may be uncertain and which may be incomplete.

use crate::value::{ListVal, Val};

impl<'a> ListVal<'a> {
    /// Its items, each with whether it is certain to be there.
    pub(crate) fn items(&self) -> Vec<(Val<'a>, bool)> {
        (0..self.len()).filter_map(|at| self.item(at)).collect()
    }

    /// One item, with whether it is certain to be there.
    pub(crate) fn item(&self, at: usize) -> Option<(Val<'a>, bool)> {
        match self {
            Self::Json(items) => items.get(at).map(|item| (Val::of_json(item), true)),
            Self::Facts(list) => {
                let item = list.items.get(at)?;
                Some((Val::of_fact(&item.value), item.certain))
            }
            Self::Own(items, _) => items.get(at).map(|item| (item.clone(), true)),
        }
    }

    /// How many items are seen.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Json(items) => items.len(),
            Self::Facts(list) => list.items.len(),
            Self::Own(items, _) => items.len(),
        }
    }

    /// Whether nothing else can be in it.
    pub(crate) fn is_complete(&self) -> bool {
        match self {
            Self::Json(_) => true,
            Self::Facts(list) => list.complete,
            Self::Own(_, complete) => *complete,
        }
    }

    /// Whether all of it is known to be there, and nothing else can be.
    pub(crate) fn is_certain(&self) -> bool {
        let items_are = match self {
            Self::Facts(list) => list.items.iter().all(|item| item.certain),
            Self::Json(_) | Self::Own(..) => true,
        };
        items_are && self.is_complete()
    }
}
