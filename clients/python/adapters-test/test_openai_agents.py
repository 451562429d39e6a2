"""The OpenAI Agents SDK behind the gate."""

import json

from harness import PROMPT, Driven, calls_of, framework, scenarios

with framework("openai-agents"):
    from agents import (
        Agent,
        Model,
        ModelResponse,
        RunState,
        Usage,
        function_tool,
        set_tracing_disabled,
    )
    from openai.types.responses import (
        ResponseFunctionToolCall,
        ResponseOutputMessage,
        ResponseOutputText,
    )

    from snaphook.adapters.openai_agents import AgentBlocked, as_tool, guard, run

    set_tracing_disabled(True)


class Scripted(Model):
    """A model that answers from the scenario."""

    def __init__(self, case, name):
        self.case = case
        self.name = name

    async def get_response(self, system_instructions, input, *rest, **options):
        turn = self.case.answer(self.name, input)
        output = [
            ResponseFunctionToolCall(
                type="function_call", call_id=id, name=name, arguments=json.dumps(args)
            )
            for id, name, args in calls_of(turn)
        ]
        if "text" in turn:
            text = ResponseOutputText(type="output_text", text=turn["text"], annotations=[])
            output.append(
                ResponseOutputMessage(
                    id="1", type="message", role="assistant", status="completed", content=[text]
                )
            )
        return ModelResponse(output=output, usage=Usage(), response_id=None)

    def stream_response(self, *arguments, **options):
        raise NotImplementedError


def agent_of(case, name="main"):
    @function_tool(needs_approval=case.resumes)
    def echo(text: str) -> str:
        """Says it again."""
        return case.echo(text)

    tools = [echo]
    if case.has_helper and name == "main":
        tools.append(as_tool(case.session, agent_of(case, "helper"), "helper", "Helps."))
    return Agent(name=name, model=Scripted(case, name), tools=tools)


@scenarios
class OpenaiAgents(Driven):
    async def run_agent(self, case):
        agent = agent_of(case)
        try:
            result = await run(case.session, agent, PROMPT)
        except AgentBlocked as error:
            return error
        if case.resumes:
            state = await RunState.from_json(
                guard(case.session, agent), result.to_state().to_json()
            )
            state.approve(state.get_interruptions()[0])
            result = await run(case.session, agent, state)
        return result.final_output
