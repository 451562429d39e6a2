//! The agent's list of tasks. Hooks have a say when one is added or done.

use serde::Deserialize;
use snaphook::input::typed::{TaskCompleted, TaskCreated};
use snaphook::turn::EventReply;

use crate::agent::Agent;

#[derive(Deserialize)]
pub struct List {
    todos: Vec<Todo>,
}

#[derive(Deserialize)]
struct Todo {
    subject: String,
    #[serde(default)]
    done: bool,
}

/// The tasks so far.
#[derive(Default)]
pub struct TaskList(Vec<Task>);

struct Task {
    id: String,
    subject: String,
    done: bool,
}

/// Takes over the list that the model wrote, except what hooks refuse; the
/// model is told what they say.
pub async fn write(agent: &mut Agent, list: List) -> String {
    let mut refused = Vec::new();
    for todo in list.todos {
        let known = |task: &Task| task.subject == todo.subject;
        let place = match agent.tasks.0.iter().position(known) {
            Some(place) => place,
            None => {
                let id = agent.host.next_id("task");
                let created = TaskCreated::new(id.as_str(), todo.subject.as_str());
                let decided = agent.hooks.task_created(created).await;
                if is_refused(agent, decided, &mut refused) {
                    continue;
                }
                let (subject, done) = (todo.subject, false);
                agent.tasks.0.push(Task { id, subject, done });
                agent.tasks.0.len() - 1
            }
        };
        let task = &agent.tasks.0[place];
        if todo.done && !task.done {
            let completed = TaskCompleted::new(task.id.as_str(), task.subject.as_str());
            let decided = agent.hooks.task_completed(completed).await;
            let refused = is_refused(agent, decided, &mut refused);
            agent.tasks.0[place].done = !refused;
        }
    }
    let tasks = agent.tasks.0.iter().map(|task| {
        let mark = if task.done { 'x' } else { ' ' };
        format!("[{mark}] {}", task.subject)
    });
    tasks.chain(refused).collect::<Vec<_>>().join("\n")
}

fn is_refused(agent: &mut Agent, decided: EventReply, refused: &mut Vec<String>) -> bool {
    agent.hear_in_tool(&decided.messages);
    refused.extend(decided.messages.text_for_model);
    !decided.decision.proceeds()
}
