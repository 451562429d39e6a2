//! Ready clients: two wire formats over one pool of connections.

mod anthropic;
mod endpoint;
mod failures;
mod key;
mod openai;
mod wire;

pub use anthropic::Anthropic;
pub use endpoint::Endpoint;
pub use key::ModelKey;
pub use openai::OpenAi;
pub(crate) use wire::Wire;
