"""Runs the scenarios of `conformance/adapters` in a framework, by its driver.

A driver builds the agents of a scenario with the framework's own parts; the model is
scripted, and the hooks are those of a real `snaphook serve`.
"""

import asyncio
import contextlib
import json
import os
import sys
import tempfile
import unittest
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "clients" / "python" / "src")]

from snaphook import Snaphook, sync  # noqa: E402

BINARY = os.environ.get("SNAPHOOK_BINARY") or str(ROOT / "target" / "debug" / "snaphook")
TABLE = ROOT / "conformance" / "adapters" / "scenarios.json"
SCENARIOS = json.loads(TABLE.read_text(encoding="utf-8"))["scenarios"]
PROMPT = "please look"


@dataclass
class Case:
    """One scenario on its way: what the driver needs, and what it did."""

    scenario: dict
    session: object = None
    requests: list = field(default_factory=list)
    ran: list = field(default_factory=list)
    questions: list = field(default_factory=list)
    asks_before_pause: bool = False

    @property
    def has_helper(self):
        return "helper" in self.scenario["models"]

    @property
    def resumes(self):
        """The driver pauses the run before the tool, approves, and resumes it."""
        return self.scenario.get("resume", False)

    def answer(self, agent, request):
        """What the scripted model of an agent answers: a turn of its script."""
        turns = self.scenario["models"][agent]
        index = sum(1 for one, _ in self.requests if one == agent)
        self.requests.append((agent, str(request)))
        return turns[index] if index < len(turns) else {"text": "there is no more"}

    def echo(self, text):
        self.ran.append(text)
        return f"echo: {text}"

    def approve(self, question):
        self.questions.append(question)
        if self.resumes and self.asks_before_pause and len(self.questions) == 1:
            return question["options"][0]["key"]
        return self.scenario.get("approver")


def calls_of(turn):
    """The tool calls of a scripted turn: their ids, names and inputs."""
    calls = enumerate(turn.get("calls", []))
    return [(f"call_{index}", call["tool"], call["input"]) for index, call in calls]


def check(test, case, result):
    expect = case.scenario["expect"]
    main = [request for agent, request in case.requests if agent == "main"]
    test.assertEqual(len(main), expect["requests"], (case.requests, result))
    test.assertEqual(sorted(case.ran), sorted(expect["ran"]), case.requests)
    if "asked" in expect:
        test.assertEqual(len(case.questions), expect["asked"] + case.asks_before_pause)
    if case.scenario["name"] not in test.untold:
        for part in expect["result"]:
            test.assertIn(part, str(result))
    for agent, parts in expect.get("saw", {}).items():
        last = [request for one, request in case.requests if one == agent][-1]
        for part in parts:
            test.assertIn(part, last)
    for text in expect.get("never_saw", []):
        for _, request in case.requests:
            test.assertNotIn(text, request)


class Driven(unittest.IsolatedAsyncioTestCase):
    """The scenarios in one framework. `lacking` names those for which it has no place,
    as the table in the book says."""

    __test__ = False
    lacking = frozenset()
    is_sync = False
    # Scenarios in which the framework ends the run and does not tell its caller why.
    untold = frozenset()
    asks_before_pause = False  # The gate comes before the framework's own approval, too.

    async def asyncSetUp(self):
        asyncio.get_running_loop().slow_callback_duration = 60.0
        folder = tempfile.TemporaryDirectory(prefix="snaphook-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.said = []

    async def run_agent(self, case):
        """Runs the agent of a scenario and returns what its caller gets."""
        raise NotImplementedError

    def options(self, case):
        settings = self.folder / "settings.json"
        settings.write_text(json.dumps(case.scenario["settings"]))
        home = str(self.folder)
        return {
            "settings": [settings],
            "cwd": self.folder,
            "binary": BINARY,
            "stderr": self.said.append,
            "env": {**os.environ, "HOME": home, "XDG_CONFIG_HOME": home, "XDG_STATE_HOME": home},
            "approver": case.approve if "approver" in case.scenario else None,
        }

    async def drive(self, scenario):
        case = Case(scenario)
        case.asks_before_pause = case.resumes and self.asks_before_pause
        if self.is_sync:
            with sync.Snaphook.start(**self.options(case)) as hooks, hooks.session() as session:
                case.session = session
                result = await self.run_agent(case)
        else:
            async with Snaphook.start(**self.options(case)) as hooks:
                async with hooks.session() as session:
                    case.session = session
                    result = await self.run_agent(case)
        check(self, case, result)


def scenarios(driver):
    """Gives a driver a test for each scenario, as a class decorator."""
    driver.__test__ = True
    names = {scenario["name"] for scenario in SCENARIOS}
    assert driver.lacking <= names, driver.lacking - names
    for scenario in SCENARIOS:
        if scenario["name"] in driver.lacking:
            continue

        async def test(self, scenario=scenario):
            await self.drive(scenario)

        test.__doc__ = scenario["name"]
        setattr(driver, "test_" + "_".join(scenario["name"].replace("'", "").split()), test)
    return driver


@contextlib.contextmanager
def framework(name):
    """Skips a module, with one line, whose framework is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name and error.name.startswith("snaphook"):
            raise
        if os.environ.get("SNAPHOOK_ADAPTERS") == "required":
            raise
        raise unittest.SkipTest(f"{name} is not installed ({error.name})") from None
