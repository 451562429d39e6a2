"""What the adapters have in common: sessions with and without asyncio."""

from __future__ import annotations

from typing import Any, Callable, Coroutine, TypeVar

from .. import sync
from .._agent import AgentBlocked, AgentHooks
from .._session import Scope

__all__ = ["AgentBlocked", "AgentHooks", "in_thread", "scope_of", "wait_for"]

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
