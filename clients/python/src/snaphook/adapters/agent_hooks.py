"""AGENT-HOOKS-0.1: snaphook as an interceptor behind any host of that standard.

    interceptor = SnaphookInterceptor(client)
    emitter = InterceptionEmitter([interceptor], …)

The host gives the context of an interception point, and gets the outcome of the hooks as a
verdict: what no hook can decide is denied. It needs no package of the standard: contexts and
verdicts are plain JSON.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any, Dict, List, Mapping, Optional

from .._client import Snaphook
from .._errors import SnaphookError
from .._session import Executed, Session

SPEC = "agent-hooks/0."

Context = Mapping[str, Any]
Verdict = Dict[str, Any]


class GuardFailed(Exception):
    """A guard could not decide. The host records a failed interceptor, and denies."""


class SnaphookInterceptor:
    """Fires the event of each interception point, in a session for each session of the
    host. With ``permissions`` a tool call passes rules and the mode, too."""

    def __init__(self, client: Snaphook, *, permissions: bool = True, **fields: Any) -> None:
        self._client = client
        self._permissions = permissions
        self._fields = fields
        self._sessions: Dict[str, "asyncio.Future[Session]"] = {}

    async def intercept(self, context: Context) -> Verdict:
        """The verdict of the hooks about a context."""
        try:
            if not str(context["spec"]).startswith(SPEC):
                return _deny(f"unknown version of the standard: {context['spec']}")
            decide = _POINTS.get(context["interception_point"])
            if decide is None:
                return _deny(f"unknown interception point: {context['interception_point']}")
            session = await self._session(str(context["session"]["id"]))
            verdict: Verdict = await decide(self, session, context)
            return verdict
        except (KeyError, TypeError) as error:
            return _deny(f"the context cannot be read: {error!r}")
        except SnaphookError as error:
            return _deny(f"nobody could decide: {error}")

    async def _session(self, id: str) -> Session:
        # Parallel calls of a session wait for the same one.
        opening = self._sessions.get(id)
        if opening is None or (opening.done() and opening.exception() is not None):
            opening = asyncio.ensure_future(self._client.session(id).open())
            self._sessions[id] = opening
        return await asyncio.shield(opening)

    async def _fire(self, session: Any, event: str, **fields: Any) -> Executed:
        executed: Executed = await session.execute(event, {**self._fields, **fields})
        return executed

    async def _startup(self, session: Session, context: Context) -> Verdict:
        executed = await self._fire(session, "SessionStart", source="startup")
        return _verdict(executed)

    async def _input(self, session: Session, context: Context) -> Verdict:
        content = context["input"]["content"]
        prompt = content if isinstance(content, str) else json.dumps(content)
        executed = await self._fire(session, "UserPromptSubmit", prompt=prompt)
        return _verdict(executed, "updatedPrompt", "$target.content")

    async def _pre_model_call(self, session: Session, context: Context) -> Verdict:
        request = {**context["model"], "messages": context["messages"]}
        if "tools" in context:
            request["tools"] = context["tools"]
        executed = await self._fire(session, "BeforeLlmCall", llm_request=request)
        rewritten = executed.outcome.get("updatedRequest")
        if rewritten is None:
            return _verdict(executed)
        # The standard lets messages be rewritten, and nothing beside them.
        others = {key: value for key, value in request.items() if key != "messages"}
        if not isinstance(rewritten, dict) or "messages" not in rewritten:
            return _deny("a hook rewrote the request to one without messages")
        if {key: value for key, value in rewritten.items() if key != "messages"} != others:
            return _deny("a hook rewrote more than the messages of the request")
        return _verdict(executed, "updatedRequest", "$target", rewritten["messages"])

    async def _post_model_call(self, session: Session, context: Context) -> Verdict:
        response = context["response"]
        text = response.get("content")
        executed = await self._fire(
            session,
            "AfterLlmCall",
            llm_response=response,
            last_assistant_message=text if isinstance(text, str) else json.dumps(text),
        )
        return _verdict(executed, "updatedResponse", "$target", before=response)

    async def _pre_tool_call(self, session: Session, context: Context) -> Verdict:
        call = context["tool_call"]
        name, args, use = call["name"], call["args"], call["id"]
        if not self._permissions:
            executed = await self._fire(
                session, "PreToolUse", tool_name=name, tool_input=args, tool_use_id=use
            )
            verdict = _verdict(executed, "updatedInput", "$target", before=args)
            if executed.outcome.get("permissionDecision") in ("ask", "defer"):
                return _escalate(executed.outcome.get("permissionDecisionReason"), name, args)
            return verdict
        more: Dict[str, Any] = {**self._fields, "tool_use_id": use}
        decision: Any = await session.authorize(name, args, **more)
        words = decision.get("reason") or decision.get("textForModel")
        outcomes: List[Any] = decision.get("outcomes", [])
        warnings = _warnings(*outcomes)
        if decision["decision"] == "allow":
            if decision["rewritten"]:
                return {**_transform("$target", decision["toolInput"], args), **warnings}
            return {"decision": "allow", **warnings}
        if any(outcome.get("blockedBy") == "failure" for outcome in outcomes):
            raise GuardFailed(words)
        if decision["decision"] == "defer" or decision["by"]["kind"] == "nobody":
            return {**_escalate(words, name, decision["toolInput"]), **warnings}
        return {**_deny(words), **warnings}

    async def _post_tool_call(self, session: Session, context: Context) -> Verdict:
        call, result = context["tool_call"], context["tool_result"]
        fields = {
            "tool_name": call["name"],
            "tool_input": call["args"],
            "tool_use_id": call["id"],
        }
        value = result["value"]
        if result.get("is_error"):
            error = value if isinstance(value, str) else json.dumps(value)
            executed = await self._fire(session, "PostToolUseFailure", **fields, error=error)
        else:
            executed = await self._fire(session, "PostToolUse", **fields, tool_response=value)
        return _verdict(executed, "updatedToolOutput", "$target", before=value)

    async def _output(self, session: Session, context: Context) -> Verdict:
        content = context["output"]["content"]
        text = content if isinstance(content, str) else json.dumps(content)
        ended = await self._fire(
            session, "Stop", stop_hook_active=False, last_assistant_message=text
        )
        if ended.blocked or ended.stops:
            return _verdict(ended)
        id = f"output-{context['sequence']}"
        shown = await self._fire(
            session,
            "MessageDisplay",
            turn_id=id,
            message_id=id,
            index=0,
            final=True,
            delta=text,
        )
        return _verdict(shown, "displayContent", "$target.content")

    async def _shutdown(self, session: Session, context: Context) -> Verdict:
        executed = await self._fire(session, "SessionEnd", reason="other")
        self._sessions.pop(str(context["session"]["id"]), None)
        await session.end()
        return {"decision": "allow", **_warnings(executed.outcome)}


def _verdict(
    executed: Executed,
    rewritten: str = "",
    path: str = "",
    value: Optional[Any] = None,
    before: Optional[Any] = None,
) -> Verdict:
    """The verdict of an outcome, which may have a rewrite of what was ``before``."""
    outcome: Any = executed.outcome
    warnings = _warnings(executed.outcome)
    if executed.blocked or executed.stops:
        if outcome.get("blockedBy") == "failure":
            raise GuardFailed(executed.reason)
        words = executed.reason if executed.blocked else outcome.get("stopReason")
        return {**_deny(words), **warnings}
    if rewritten and rewritten in outcome:
        value = outcome[rewritten] if value is None else value
        return {**_transform(path, value, before), **warnings}
    return {"decision": "allow", **warnings}


def _transform(path: str, value: Any, before: Optional[Any] = None) -> Verdict:
    """A rewrite, of the one member that differs where it is only one."""
    while isinstance(before, dict) and isinstance(value, dict) and before.keys() == value.keys():
        changed = [key for key in value if value[key] != before[key]]
        if len(changed) != 1 or not changed[0].isidentifier():
            break
        path, value, before = f"{path}.{changed[0]}", value[changed[0]], before[changed[0]]
    return {"decision": "transform", "transform": {"path": path, "value": value}}


def _deny(reason: Optional[str]) -> Verdict:
    reason = reason or "denied by snaphook"
    if reason.startswith("host_error:"):
        # Only hosts may use such words.
        reason = f"snaphook: {reason}"
    return {"decision": "deny", "reason": reason, "message": reason}


def _escalate(reason: Optional[str], tool: str, args: Any) -> Verdict:
    """A deny that a person may lift."""
    return {**_deny(reason), "approval": {"tool_name": tool, "tool_input": args}}


def _warnings(*outcomes: Any) -> Verdict:
    """What hooks say beside their decision: the standard has no other place for it."""
    fields = {"message": "systemMessages", "context": "additionalContext", "feedback": "feedback"}
    warnings: List[Dict[str, str]] = []
    for outcome in outcomes:
        for word, field in fields.items():
            for text in outcome.get(field, []):
                warning = {"reason": f"snaphook:{word}", "message": text}
                # What hooks say again about a rewritten call stands once.
                if warning not in warnings:
                    warnings.append(warning)
    return {"warnings": warnings} if warnings else {}


_POINTS: Dict[str, Any] = {
    "agent_startup": SnaphookInterceptor._startup,
    "input": SnaphookInterceptor._input,
    "pre_model_call": SnaphookInterceptor._pre_model_call,
    "post_model_call": SnaphookInterceptor._post_model_call,
    "pre_tool_call": SnaphookInterceptor._pre_tool_call,
    "post_tool_call": SnaphookInterceptor._post_tool_call,
    "output": SnaphookInterceptor._output,
    "agent_shutdown": SnaphookInterceptor._shutdown,
}
