"""What the adapters have in common: sessions with and without asyncio."""

from __future__ import annotations

from typing import Any, Callable, Coroutine, Dict, List, TypeVar

from .. import sync
from .._agent import AgentBlocked, AgentHooks
from .._session import Scope

__all__ = [
    "AgentBlocked",
    "AgentHooks",
    "begin_with",
    "in_thread",
    "scope_of",
    "user_message",
    "wait_for",
]

T = TypeVar("T")


def wait_for(session: object, doing: Coroutine[Any, Any, T]) -> T:
    """Runs a coroutine on the loop of a session of :mod:`snaphook.sync`."""
    if isinstance(session, sync.Scope):
        return session._thread.run(doing)
    doing.close()
    raise TypeError("a framework that is called without `await` needs a session of `snaphook.sync`")


def scope_of(session: object) -> Scope:
    """The asynchronous scope of a session, also of one of :mod:`snaphook.sync`."""
    if isinstance(session, sync.Scope):
        return session._scope
    if isinstance(session, Scope):
        return session
    raise TypeError(f"expected a session of snaphook, not {type(session).__name__}")


def in_thread(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function as a coroutine that runs it in a thread, so that it may block."""
    return sync._in_thread(function)


def user_message(text: str) -> Dict[str, Any]:
    """A message of the user."""
    return {"role": "user", "content": text}


async def begin_with(turn: AgentHooks, messages: List[Any]) -> List[Any]:
    """Lets hooks decide about what the user said since the model spoke last. Returns the
    messages for the model; a refusal raises :class:`AgentBlocked`."""
    end = len(messages)
    while end > 0 and messages[end - 1].get("role") == "user":
        end -= 1
    prompts = messages[end:]
    decided = await turn.begin("\n".join(map(_text_of, prompts)))
    if decided.refusal is not None:
        raise AgentBlocked(decided.refusal)
    said = [user_message(decided.prompt)] if decided.is_rewritten else prompts
    return [*messages[:end], *said, *map(user_message, decided.context)]


def _text_of(message: Dict[str, Any]) -> str:
    """The text of a message, without its pictures and files."""
    content = message.get("content")
    if isinstance(content, str):
        return content
    return "\n".join(part.get("text", "") for part in content or [])
