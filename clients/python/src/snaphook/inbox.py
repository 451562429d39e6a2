"""Questions as the agent inbox of LangGraph shows them, and its answers as replies.

    @hooks.approver
    async def ask(question):
        return from_human_response(question, interrupt([to_human_interrupt(question)]))

Whatever is not a clear yes to this very call is a no.
"""

import json
from typing import Any, Dict, List, Optional, TypedDict, Union

from ._types import Question

__all__ = [
    "ActionRequest",
    "HumanInterrupt",
    "HumanInterruptConfig",
    "HumanResponse",
    "from_human_response",
    "to_human_interrupt",
]

_ALLOW = "allow"
_DENY = "deny"


class ActionRequest(TypedDict):
    """A tool call."""

    action: str
    args: Dict[str, Any]


class HumanInterruptConfig(TypedDict):
    """What the inbox lets a person do."""

    allow_ignore: bool
    allow_respond: bool
    allow_edit: bool
    allow_accept: bool


class HumanInterrupt(TypedDict):
    """A question in the inbox."""

    action_request: ActionRequest
    config: HumanInterruptConfig
    description: Optional[str]


class HumanResponse(TypedDict):
    """The answer of a person."""

    type: str
    args: Union[None, str, ActionRequest]


def to_human_interrupt(question: Question) -> HumanInterrupt:
    """The question for the inbox. A person may accept or ignore it: a reply has no place
    for another input or for words to the model."""
    return {
        "action_request": _action(question),
        "config": {
            "allow_ignore": True,
            "allow_respond": False,
            "allow_edit": False,
            "allow_accept": _offers(question, _ALLOW),
        },
        "description": question["message"],
    }


def from_human_response(
    question: Question, response: Union[HumanResponse, List[HumanResponse], None]
) -> Optional[str]:
    """The reply to the question: the key of an option, or None, which denies.

    The inbox gives a list with one response. An answer of another type, several answers,
    and an edited call are no yes: the call that would run is not the one that was shown.
    """
    if isinstance(response, list):
        response = response[0] if len(response) == 1 else None
    if not isinstance(response, dict):
        return None
    kind, args = response.get("type"), response.get("args")
    action = _action(question)
    accepted = kind == "accept" and (args is None or _same(args, action))
    # An edit that changes nothing is a yes to what was shown.
    if (accepted or (kind == "edit" and _same(args, action))) and _offers(question, _ALLOW):
        return _ALLOW
    if kind in ("ignore", "response") and _offers(question, _DENY):
        return _DENY
    return None


def _action(question: Question) -> ActionRequest:
    tool_input = question.get("toolInput")
    return {
        "action": question.get("toolName") or question["hook"],
        "args": tool_input if isinstance(tool_input, dict) else {},
    }


def _same(one: Any, other: Any) -> bool:
    # As JSON: for Python, True is 1.
    try:
        return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
    except (TypeError, ValueError):
        return False


def _offers(question: Question, key: str) -> bool:
    return any(option["key"] == key for option in question["options"])
