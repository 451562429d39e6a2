"""LangChain and LangGraph behind the gate."""

import asyncio

from harness import (
    PROMPT,
    SCENARIOS,
    Case,
    Driven,
    Snaphook,
    calls_of,
    framework,
    scenarios,
    sync,
)

with framework("LangChain"):
    from langchain.agents import create_agent
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessage
    from langchain_core.outputs import ChatGeneration, ChatResult
    from langchain_core.tools import tool
    from langgraph.checkpoint.memory import InMemorySaver
    from langgraph.graph import START, StateGraph
    from langgraph.prebuilt import ToolNode

    from snaphook.adapters.langchain import SnaphookMiddleware, SnaphookState


class Scripted(BaseChatModel):
    """A model that answers from the scenario."""

    case: object
    agent: str

    @property
    def _llm_type(self):
        return "scripted"

    def bind_tools(self, tools, **options):
        return self

    def _generate(self, messages, stop=None, run_manager=None, **options):
        turn = self.case.answer(self.agent, messages)
        calls = [{"id": id, "name": name, "args": args} for id, name, args in calls_of(turn)]
        message = AIMessage(turn.get("text", ""), tool_calls=calls)
        return ChatResult(generations=[ChatGeneration(message=message)])


def agent_of(case, name="main", **options):
    @tool
    def echo(text: str) -> str:
        """Says it again."""
        return case.echo(text)

    @tool
    async def helper(task: str) -> str:
        """Runs a subagent."""
        done = await agent_of(case, "helper").ainvoke({"messages": [("user", task)]})
        return done["messages"][-1].text

    @tool("helper")
    def helper_sync(task: str) -> str:
        """Runs a subagent."""
        done = agent_of(case, "helper").invoke({"messages": [("user", task)]})
        return done["messages"][-1].text

    helper = helper_sync if isinstance(case.session, sync.Session) else helper
    tools = [echo, helper] if case.has_helper and name == "main" else [echo]
    kind = None if name == "main" else name
    guard = SnaphookMiddleware(case.session, kind)
    return create_agent(Scripted(case=case, agent=name), tools, middleware=[guard], **options)


@scenarios
class LangChain(Driven):
    async def run_agent(self, case):
        start = {"messages": [("user", PROMPT)]}
        if not case.resumes:
            return (await agent_of(case).ainvoke(start))["messages"][-1].text
        pausing = agent_of(case, interrupt_before=["tools"], checkpointer=InMemorySaver())
        thread = {"configurable": {"thread_id": "1"}}
        await pausing.ainvoke(start, thread)
        self.assertEqual(case.questions, [])
        return (await pausing.ainvoke(None, thread))["messages"][-1].text


class OwnGraph(Driven):
    """A graph of LangGraph's own parts, without `create_agent`."""

    __test__ = True

    async def test_a_tool_node_denies(self):
        case = Case(next(one for one in SCENARIOS if one["name"] == "a tool is denied"))

        @tool
        def echo(text: str) -> str:
            """Says it again."""
            return case.echo(text)

        async with Snaphook.start(**self.options(case)) as hooks, hooks.session() as session:
            guard = SnaphookMiddleware(session)
            graph = StateGraph(SnaphookState)
            graph.add_node("tools", ToolNode([echo], awrap_tool_call=guard.awrap_tool_call))
            graph.add_edge(START, "tools")
            calls = [{"id": "1", "name": "echo", "args": {"text": "hello"}}]
            state = {"messages": [AIMessage("", tool_calls=calls)]}
            done = await graph.compile().ainvoke(state)
        self.assertEqual(case.ran, [])
        self.assertIn("be quiet", done["messages"][-1].text)


@scenarios
class LangChainWithoutAwait(Driven):
    """LangGraph's `invoke`, with a session of `snaphook.sync`."""

    is_sync = True
    lacking = frozenset(
        {"an approval of the framework is no approval of the hooks after a resume"}
    )

    async def run_agent(self, case):
        start = {"messages": [("user", PROMPT)]}
        done = await asyncio.to_thread(agent_of(case).invoke, start)
        return done["messages"][-1].text
