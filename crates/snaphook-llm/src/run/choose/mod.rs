//! Which model a hook asks, and where that is: the hook's word, the settings'
//! word, the environment's.

mod endpoint;
mod models;
mod setting;

pub(crate) use models::Models;
pub(crate) use setting::HookModel;
