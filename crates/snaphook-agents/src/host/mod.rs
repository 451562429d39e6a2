//! The other role: snaphook as the host of hooks that were written for an agent. They read
//! that agent's input and give its answers; here are both directions.

mod answer;
mod call;
mod forms;
mod input;
mod result;
mod set;
mod spec;

pub use forms::AgentForms;
pub use result::native_answer;
pub use spec::{AnswerForm, DecisionWords, HostSpec};
