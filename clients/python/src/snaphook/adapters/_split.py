"""A tool call that the framework runs itself, between two callbacks: the gate waits in the
middle of the call."""

from __future__ import annotations

import asyncio
from typing import Any, Dict, Mapping, Optional

from .._agent import AgentHooks
from .._gate import GateResult


class SplitCall:
    """A call in the gate, begun by :meth:`begin`. One that is allowed must be ended."""

    def __init__(
        self,
        gate: "asyncio.Task[GateResult]",
        result: "asyncio.Future[Any]",
        tool_input: Optional[Dict[str, Any]],
    ) -> None:
        self._gate = gate
        self._result = result
        self.tool_input = tool_input
        """What the tool is to be called with; ``None`` when the call is denied."""

    @classmethod
    async def begin(
        cls, turn: AgentHooks, tool_name: str, tool_input: Mapping[str, Any], **more: Any
    ) -> "SplitCall":
        """Lets the gate decide about a call."""
        loop = asyncio.get_running_loop()
        allowed: "asyncio.Future[Dict[str, Any]]" = loop.create_future()
        result: "asyncio.Future[Any]" = loop.create_future()

        async def run(tool_input: Dict[str, Any]) -> Any:
            allowed.set_result(tool_input)
            return await result

        gate = asyncio.ensure_future(turn.gate(tool_name, tool_input, run, **more))
        try:
            either: Any = [gate, allowed]
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            gate.cancel()
            raise
        return cls(gate, result, None if gate.done() else allowed.result())

    async def end(self, value: Any = None) -> GateResult:
        """The tool returned this, or the call was denied."""
        if not self._gate.done():
            self._result.set_result(value)
        return await self._gate

    async def fail(self, error: BaseException) -> GateResult:
        """The tool failed."""
        if not self._gate.done():
            self._result.set_exception(error)
        return await self._gate

    async def cancel(self) -> None:
        """Nobody waits for the tool any more."""
        self._gate.cancel()
