//! Runs the user's hooks on an agent's event, and makes the agent's own answer of what
//! they say.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use snaphook::outcome::{HookEntry, Status};
use snaphook::select::SkipCause;
use snaphook::{
    CancellationToken, Engine, ExecuteOptions, Input, Outcome, Places, Recorder, Session,
};
use snaphook_agents::{
    Ability, AgentSpec, BridgeOutput, DecodedInput, ToolMatch, WantedEffects, degrade,
};

use super::answer::Deliver;
use super::approval::{ShownCall, ask_person};
use super::args::{HookArgs, Include, OnHookError};
use super::call::BridgeCall;
use super::decisions::CallDecisions;
use super::failure::{BridgeFailure, denies_on_error};
use super::held::{BRIDGE_FAILED, BridgeRemark, DEGRADED, HeldRecord, UNKNOWN_TOOL};
use super::readings::canonical_inputs;
use super::rules::{RuledCall, has_restrictions};
use crate::approvals::AskFor;
use crate::audit::Audit;
use crate::error::CommandError;
use crate::fire::Interrupt;
use crate::fire::session_file::SessionFile;
use crate::settings_args::{EngineOptions, SettingsArgs};
use crate::{depth, run_async, stakes};

/// The variable that tells programs which agent started them.
const AI_AGENT: &str = "AI_AGENT";

/// A request ends so long before the hooks' time is over, so that its end is the answer.
const ASK_MARGIN: Duration = Duration::from_millis(500);

/// The settings that the arguments name.
pub(super) fn settings_of(args: &HookArgs) -> SettingsArgs {
    SettingsArgs {
        settings: args.settings.clone(),
        project: args.project.clone(),
        trust: args.trust,
        ..SettingsArgs::usual()
    }
}

/// Runs the hooks and delivers the answer; then does what is left to do.
pub(super) fn run(
    call: &BridgeCall,
    mut decoded: DecodedInput,
    deliver: Deliver<'_>,
) -> Result<(), BridgeFailure> {
    let (args, agent) = (&*call.args, call.agent);
    let inputs = canonical_inputs(&mut decoded)?;
    let fields = inputs[0].fields();
    let cwd = fields.text("cwd").unwrap_or_default().into_owned();
    let id = fields.text("session_id").unwrap_or_default().into_owned();
    call.found_cwd(&cwd);
    let loop_mark = depth::refuse_bridge_loop(agent.name, &id).map_err(of_command)?;
    let settings = settings_of(args);
    let project = settings.project(Path::new(&cwd)).map_err(of_command)?;
    let mut variables = agent_variables(agent);
    variables.push(loop_mark);
    let audit = Audit::of("hook", args.no_log);
    let held = Arc::new(HeldRecord::before(audit.recorder()));
    let options = EngineOptions {
        places: Some(&|places| leave_to_agent(places, agent, args)),
        variables: &variables,
        ..EngineOptions::recorded(Arc::clone(&held) as Arc<dyn Recorder>)
    };
    let engine = settings
        .engine_with(&project, options)
        .map_err(of_command)?;
    let always = args.on_error == OnHookError::Deny || denies_on_error(&engine);
    let event = inputs[0].event();
    let guarded = stakes::guarded(&engine, Some(event)) || has_restrictions(&engine, &inputs[0]);
    call.stakes.set(always || guarded);
    let remarks = load_remarks(&engine);
    if always && !remarks.is_empty() {
        return Err(BridgeFailure::new(remarks.join("; ")));
    }
    audit.begin(&engine, &project, false);
    let bridge = Bridge {
        call,
        session: engine.session(&id),
        kept: SessionFile::of(&format!("{}-{id}", agent.name)),
        decisions: CallDecisions::of(agent, &decoded, &inputs[0], &id),
        held,
        engine,
        remarks,
    };
    let mut failed = None;
    let ran = run_async(async {
        match bridge.answer(inputs, &decoded).await {
            Ok(printed) => {
                deliver(&printed);
                bridge.finish_background().await;
            }
            Err(failure) => failed = Some(failure),
        }
        bridge.engine.shutdown(Duration::ZERO).await;
        Ok(std::process::ExitCode::SUCCESS)
    });
    if let Some(failure) = failed {
        bridge.held.pass(&[(BRIDGE_FAILED, failure.to_string())]);
        audit.written();
        return Err(failure);
    }
    ran.map_err(of_command)?;
    audit.written();
    Ok(())
}

/// What tells hooks for whom they run: `AI_AGENT`, unless the agent itself has set it, and
/// the variable by which Claude Code says that a program runs in it.
fn agent_variables(agent: &AgentSpec) -> Vec<(OsString, OsString)> {
    let named = std::env::var_os(AI_AGENT).is_some();
    let name = (!named).then(|| (AI_AGENT.into(), agent.name.into()));
    let in_claude = agent.name.starts_with("claude");
    let in_claude = in_claude.then(|| ("CLAUDECODE".into(), "1".into()));
    name.into_iter().chain(in_claude).collect()
}

fn of_command(error: CommandError) -> BridgeFailure {
    BridgeFailure::new(error.to_string())
}

/// Takes away what the agent reads by itself, and what was not asked for.
pub(super) fn leave_to_agent(places: &mut Places, agent: &AgentSpec, args: &HookArgs) {
    if agent.reads_managed_claude_settings {
        places
            .managed
            .retain(|place| !place.ends_with("claude-code"));
    }
    if args.include.contains(&Include::Claude) && !agent.reads_claude_settings {
        return;
    }
    keep_own_places(places);
}

/// Leaves the places of snaphook's own settings, and what an organisation manages.
pub(crate) fn keep_own_places(places: &mut Places) {
    places.user.retain(|place| place.ends_with("snaphook"));
    places
        .plugin_homes
        .retain(|place| place.ends_with("snaphook/plugins"));
    places.folders = &[".snaphook"];
}

/// The settings files that could not be loaded.
fn load_remarks(engine: &Engine) -> Vec<String> {
    let errors = engine.load_errors();
    errors.iter().map(ToString::to_string).collect()
}

/// Names the hooks that did not run because nobody has trusted them.
fn untrusted_remark(outcome: &Outcome) -> Option<String> {
    let reasons = [SkipCause::Untrusted, SkipCause::Changed].map(SkipCause::as_str);
    let untrusted = |entry: &&HookEntry| {
        entry
            .skip_reason
            .is_some_and(|reason| reasons.contains(&reason))
    };
    let names: Vec<_> = outcome
        .hooks
        .iter()
        .filter(untrusted)
        .map(|hook| hook.name.to_string())
        .collect();
    (!names.is_empty()).then(|| {
        let names = names.join(", ");
        format!("skipped for lack of trust: {names}; run `snaphook trust`")
    })
}

/// Names the hooks that failed and blocked nothing.
fn failed_remarks(outcome: &Outcome) -> impl Iterator<Item = String> {
    let failed = |entry: &&HookEntry| matches!(entry.status, Status::Failed | Status::TimedOut);
    let remarks = outcome.hooks.iter().filter(failed).map(|entry| {
        let why = entry.error.as_deref().unwrap_or("it said nothing");
        format!(
            "the hook {} failed, and the call goes on: {why}",
            entry.name
        )
    });
    remarks.take(if outcome.blocked { 0 } else { usize::MAX })
}

/// Says that every guard of the event was asked, whatever its matcher.
fn unknown_tool_remark(decoded: &DecodedInput, input: &Input) -> Option<BridgeRemark> {
    matches!(decoded.tool, ToolMatch::Unknown).then(|| {
        let tool = input.fields().text("tool_name").unwrap_or_default();
        let words = match tool.contains(':') {
            true => format!("unknown tool `{tool}`: every guard of the event was asked"),
            false => format!(
                "the input of `{tool}` does not say for sure what it touches: every guard of the event was asked"
            ),
        };
        (UNKNOWN_TOOL, words)
    })
}

struct Bridge<'a> {
    call: &'a BridgeCall,
    engine: Engine,
    session: Session,
    kept: SessionFile,
    /// What was decided for other events of the same call.
    decisions: Option<CallDecisions>,
    held: Arc<HeldRecord>,
    /// What is wrong with the settings.
    remarks: Vec<String>,
}

impl Bridge<'_> {
    async fn answer(
        &self,
        inputs: Vec<Input>,
        decoded: &DecodedInput,
    ) -> Result<BridgeOutput, BridgeFailure> {
        let id = inputs[0].fields().text("tool_use_id");
        let id = id.map(std::borrow::Cow::into_owned);
        let unknown = unknown_tool_remark(decoded, &inputs[0]);
        let decided = self.decisions.as_ref();
        let (mut wanted, mut remarks) = match decided.and_then(|one| one.take(id.as_deref())) {
            Some(wanted) => (wanted, Vec::new()),
            None => {
                let decision = self.decide(inputs, decoded).await?;
                if let Some(decisions) = decided {
                    decisions.keep(id.as_deref(), &decision.0);
                }
                decision
            }
        };
        if decoded.event.can(Ability::Context) {
            wanted.context.extend(self.kept.take_waiting_context());
        }
        let agent = self.call.agent;
        let (reply, waiting, degradations) = degrade(agent.title, wanted, decoded);
        let mut printed = reply.print(agent);
        let degraded = degradations.into_iter().map(|one| (DEGRADED, one.words));
        let told: Vec<BridgeRemark> = unknown.into_iter().chain(degraded).collect();
        self.held.pass(&told);
        remarks.extend(self.remarks.iter().cloned());
        remarks.extend(told.into_iter().map(|(_, words)| words));
        if !waiting.is_empty() && !self.kept.add_waiting_context(&waiting) {
            remarks.push(format!(
                "this context could not be delivered: {}",
                waiting.join("; ")
            ));
        }
        if printed.exit == 0 {
            let lines: Vec<_> = remarks
                .iter()
                .map(|line| format!("snaphook: {line}"))
                .collect();
            printed.stderr = lines.join("\n");
        }
        Ok(printed)
    }

    /// Has the hooks decide, in the time that is left for them.
    async fn decide(
        &self,
        inputs: Vec<Input>,
        decoded: &DecodedInput,
    ) -> Result<(WantedEffects, Vec<String>), BridgeFailure> {
        let interrupt = Interrupt::listen();
        self.kept.restore(&self.session);
        let cancel = CancellationToken::new();
        let left = self.call.deadline.left_for_hooks();
        let shown = ShownCall::of(&inputs, decoded);
        let firing = async {
            let (wanted, remarks) = self.fire(inputs, &cancel).await;
            (self.ask_person(wanted, shown, decoded).await, remarks)
        };
        let running = tokio::time::timeout(left, firing);
        let (wanted, interrupted) = interrupt.or_end_of(running, &cancel).await;
        let decision = match wanted {
            Ok(wanted) if !interrupted => wanted,
            Ok(_) => return Err(BridgeFailure::new("interrupted; the hooks were stopped")),
            Err(_) => {
                cancel.cancel();
                let limit = self.call.deadline.hooks_in_words();
                return Err(BridgeFailure::new(format!(
                    "the hooks did not finish within {limit}"
                )));
            }
        };
        self.kept.keep(&self.session, &[]);
        Ok(decision)
    }

    /// Fires every reading of the event, and gathers what the hooks ask for.
    async fn fire(
        &self,
        inputs: Vec<Input>,
        cancel: &CancellationToken,
    ) -> (WantedEffects, Vec<String>) {
        let mut all: Option<WantedEffects> = None;
        let mut remarks = Vec::new();
        for input in inputs {
            let options = ExecuteOptions {
                cancel: Some(cancel.clone()),
                ..ExecuteOptions::default()
            };
            let call = RuledCall::of(&input);
            let outcome = self
                .session
                .execute_and_recheck(input, options, false)
                .await;
            let mut wanted = WantedEffects::of(&outcome);
            if let Some(call) = call {
                call.restrict(&self.session, &outcome, &mut wanted);
            }
            if let Some(remark) = untrusted_remark(&outcome).filter(|one| !remarks.contains(one)) {
                remarks.push(remark);
            }
            for remark in failed_remarks(&outcome) {
                if !remarks.contains(&remark) {
                    remarks.push(remark);
                }
            }
            match &mut all {
                None => all = Some(wanted),
                Some(all) => all.add_reading(wanted),
            }
        }
        let mut wanted = all.unwrap_or_default();
        let notices = self.session.drain_notices();
        wanted
            .context
            .extend(notices.into_iter().map(|notice| notice.text));
        (wanted, remarks)
    }

    /// Asks whoever looks at requests, where hooks want a person's approval and the agent
    /// cannot ask for it.
    async fn ask_person(
        &self,
        wanted: WantedEffects,
        shown: Option<ShownCall>,
        decoded: &DecodedInput,
    ) -> WantedEffects {
        let (event, left) = (decoded.event, self.call.deadline.left_for_hooks());
        let asks = !event.can(Ability::Ask) && event.can(Ability::Deny);
        match shown {
            Some(shown) if asks => {
                let cwd = self.call.cwd().unwrap_or(Path::new("")).to_string_lossy();
                let ask = AskFor {
                    session: self.session.id().to_owned(),
                    cwd: cwd.into_owned(),
                    agent: Some(self.call.agent.name),
                    limit: Some(left.saturating_sub(ASK_MARGIN)),
                    ..AskFor::default()
                };
                let approver = || ask.approver().without_edits();
                ask_person(wanted, shown, approver).await
            }
            _ => wanted,
        }
    }

    /// Waits for background hooks, and keeps what they say for the session's next event.
    async fn finish_background(&self) {
        let cancel = CancellationToken::new();
        let left = match self.call.args.keep {
            true => Duration::MAX,
            false => self.call.deadline.left_for_exit(),
        };
        let quiet = tokio::time::timeout(left, self.session.until_quiet());
        let _ = Interrupt::listen().or_end_of(quiet, &cancel).await;
        let notices = self.session.drain_notices();
        if !notices.is_empty() {
            self.kept.keep(&self.session, &notices);
        }
    }
}
