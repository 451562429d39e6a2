"""Hooks for AI agents, by the engine of `snaphook serve`.

    async with Snaphook.start(settings=["settings.json"]) as hooks:
        outcome = await hooks.execute("PreToolUse", tool_name="Bash", tool_input={…})
        if outcome.blocked: …
"""

from . import _events as inputs
from . import _types as types
from ._agent import AgentBlocked, AgentHooks, CompactionDecision, PromptDecision
from ._client import Approver, QuestionAnswer, Snaphook
from ._errors import ErrorCode, RpcError, ServerGone, ServerNotFound, SnaphookError
from ._events import CustomEvent
from ._functions import Answer, Function, FunctionCall
from ._gate import GateResult, HookFailure, ToolCall
from ._session import Executed, Session
from ._types import Approval, Decision, Outcome, Question, SessionNotice
from ._version import VERSION as __version__

__all__ = [
    "AgentBlocked",
    "AgentHooks",
    "Answer",
    "Approval",
    "Approver",
    "CompactionDecision",
    "CustomEvent",
    "Decision",
    "ErrorCode",
    "Executed",
    "Function",
    "FunctionCall",
    "GateResult",
    "HookFailure",
    "Outcome",
    "PromptDecision",
    "Question",
    "QuestionAnswer",
    "RpcError",
    "ServerGone",
    "ServerNotFound",
    "Session",
    "SessionNotice",
    "Snaphook",
    "SnaphookError",
    "ToolCall",
    "__version__",
    "inputs",
    "types",
]
