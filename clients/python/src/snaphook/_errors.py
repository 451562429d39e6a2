"""What can go wrong, as exceptions that say what to do."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Optional


class ErrorCode(IntEnum):
    """What an error of the server is about."""

    PARSE_ERROR = -32700
    INVALID_REQUEST = -32600
    METHOD_NOT_FOUND = -32601
    INVALID_PARAMS = -32602
    INTERNAL = -32603
    UNKNOWN_SESSION = -32001
    NOT_INITIALIZED = -32002
    SHUTTING_DOWN = -32003
    TOO_MANY_REQUESTS = -32004
    UNSUPPORTED_VERSION = -32005
    SESSION_TAKEN = -32006
    SETTINGS = -32007
    APPROVAL = -32008
    CANCELLED = -32800


class SnaphookError(Exception):
    """Any error of this library. A guard in an agent treats it as "not allowed":
    nobody looked at the call."""


class ServerNotFound(SnaphookError):
    """The program that is to be started is not there, or cannot be run."""


class ServerGone(SnaphookError, ConnectionError):
    """There is no server at the other end, or no longer."""


class RpcError(SnaphookError):
    """The server refused a request."""

    def __init__(self, code: int, message: str, data: Optional[Any] = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data

    def __str__(self) -> str:
        return f"{self.message} ({self.code})"
