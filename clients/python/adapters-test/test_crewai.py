"""CrewAI behind the gate."""

import asyncio
import os

os.environ.update(CREWAI_DISABLE_TELEMETRY="true", OTEL_SDK_DISABLED="true")
os.environ.update(CREWAI_TRACING_ENABLED="false", CREWAI_TESTING="true")

from harness import PROMPT, Driven, calls_of, framework, scenarios  # noqa: E402

with framework("CrewAI"):
    import json

    from crewai import Agent, BaseLLM, Crew, Task
    from crewai.tools import tool

    from snaphook.adapters.crewai import AgentBlocked, kickoff


class Scripted(BaseLLM):
    """A model that answers from the scenario."""

    case: object = None
    name: str = ""

    def call(self, messages, tools=None, *rest, **options):
        turn = self.case.answer(self.name, messages)
        calls = [
            {
                "id": id,
                "type": "function",
                "function": {"name": name, "arguments": json.dumps(args)},
            }
            for id, name, args in calls_of(turn)
        ]
        return calls or turn["text"]

    async def acall(self, *arguments, **options):
        return self.call(*arguments, **options)

    def supports_function_calling(self):
        return True


def crew_of(case, name="main", prompt=PROMPT):
    @tool("echo")
    def echo(text: str) -> str:
        """Says it again."""
        return case.echo(text)

    @tool("helper")
    def helper(task: str) -> str:
        """Runs a subagent."""
        return kickoff(case.session, crew_of(case, "helper", task), agent_type="helper").raw

    tools = [echo, helper] if case.has_helper and name == "main" else [echo]
    agent = Agent(
        role=name,
        goal="work",
        backstory="none",
        llm=Scripted(model=name, case=case, name=name),
        tools=tools,
    )
    task = Task(description=prompt, expected_output="a text", agent=agent)
    return Crew(agents=[agent], tasks=[task], tracing=False)


@scenarios
class CrewAi(Driven):
    is_sync = True
    # It has no approval that pauses a run before a tool.
    lacking = frozenset(
        {"an approval of the framework is no approval of the hooks after a resume"}
    )

    async def run_agent(self, case):
        try:
            return (await asyncio.to_thread(kickoff, case.session, crew_of(case))).raw
        except AgentBlocked as error:
            return error
