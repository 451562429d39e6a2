"""Hooks for AI agents, by the engine of `snaphook serve`.

    async with Snaphook.start(settings=["settings.json"]) as hooks:
        outcome = await hooks.execute("PreToolUse", tool_name="Bash", tool_input={…})
        if outcome.blocked: …
"""

from . import _types as types
from ._client import Approver, Snaphook
from ._errors import ErrorCode, RpcError, ServerGone, ServerNotFound, SnaphookError
from ._functions import Answer, Function, FunctionCall
from ._session import Executed, Session
from ._types import Decision, Outcome, Question, SessionNotice
from ._version import VERSION as __version__

__all__ = [
    "Answer",
    "Approver",
    "Decision",
    "ErrorCode",
    "Executed",
    "Function",
    "FunctionCall",
    "Outcome",
    "Question",
    "RpcError",
    "ServerGone",
    "ServerNotFound",
    "Session",
    "SessionNotice",
    "Snaphook",
    "SnaphookError",
    "__version__",
    "types",
]
