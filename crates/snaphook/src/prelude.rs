//! The traits that give engines and sessions their methods of this crate:
//! `use snaphook::prelude::*;`.

pub use crate::ext::{EngineExt, SessionExt};
