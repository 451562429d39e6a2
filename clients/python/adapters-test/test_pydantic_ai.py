"""pydantic-ai behind the gate."""

from harness import PROMPT, Driven, calls_of, framework, scenarios

with framework("pydantic-ai"):
    from pydantic_ai import Agent, DeferredToolRequests, DeferredToolResults
    from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
    from pydantic_ai.models.function import FunctionModel

    from snaphook.adapters.pydantic_ai import AgentBlocked, SnaphookCapability


def agent_of(case, name="main", **options):
    def answer(messages, info):
        turn = case.answer(name, messages)
        calls = [ToolCallPart(tool, args, id) for id, tool, args in calls_of(turn)]
        return ModelResponse(parts=calls or [TextPart(turn["text"])])

    kind = None if name == "main" else name
    guard = SnaphookCapability(case.session, kind)
    agent = Agent(FunctionModel(answer), capabilities=[guard], **options)

    @agent.tool_plain(requires_approval=case.resumes)
    def echo(text: str) -> str:
        return case.echo(text)

    if case.has_helper and name == "main":

        @agent.tool_plain
        async def helper(task: str) -> str:
            return (await agent_of(case, "helper").run(task)).output

    return agent


@scenarios
class PydanticAi(Driven):
    async def run_agent(self, case):
        try:
            if not case.resumes:
                return (await agent_of(case).run(PROMPT)).output
            agent = agent_of(case, output_type=[str, DeferredToolRequests])
            paused = await agent.run(PROMPT)
            self.assertEqual([one.tool_name for one in paused.output.approvals], ["echo"])
            approved = DeferredToolResults(approvals={"call_0": True})
            history = paused.all_messages()
            return (await agent.run(message_history=history, deferred_tool_results=approved)).output
        except AgentBlocked as error:
            return error
