"""Google ADK behind the gate."""

import warnings

from harness import PROMPT, Driven, calls_of, framework, scenarios

warnings.simplefilter("ignore")
with framework("google-adk"):
    from google.adk.agents import LlmAgent
    from google.adk.models import BaseLlm, LlmResponse
    from google.adk.runners import InMemoryRunner
    from google.adk.tools import AgentTool, FunctionTool
    from google.genai import types

    from snaphook.adapters.google_adk import SnaphookPlugin


class Scripted(BaseLlm):
    """A model that answers from the scenario."""

    case: object
    name: str

    async def generate_content_async(self, llm_request, stream=False):
        turn = self.case.answer(self.name, llm_request.contents)
        parts = [
            types.Part(
                function_call=types.FunctionCall(
                    id=id,
                    name=name,
                    args={"request": args["task"]} if name == "helper" else args,
                )
            )
            for id, name, args in calls_of(turn)
        ]
        parts += [types.Part(text=turn["text"])] if "text" in turn else []
        yield LlmResponse(content=types.Content(role="model", parts=parts))


def agent_of(case, name="main"):
    def echo(text: str) -> str:
        """Says it again."""
        return case.echo(text)

    tools = [FunctionTool(echo, require_confirmation=case.resumes)]
    if case.has_helper and name == "main":
        tools.append(AgentTool(agent_of(case, "helper")))
    return LlmAgent(name=name, model=Scripted(model=name, case=case, name=name), tools=tools)


@scenarios
class GoogleAdk(Driven):
    asks_before_pause = True

    async def run_agent(self, case):
        guard = SnaphookPlugin(case.session)
        runner = InMemoryRunner(agent_of(case), app_name="test", plugins=[guard])
        session = await runner.session_service.create_session(app_name="test", user_id="u")
        ids = {"user_id": "u", "session_id": session.id}

        async def say(*parts):
            message = types.Content(role="user", parts=parts)
            return [one async for one in guard.run(runner, new_message=message, **ids)]

        events = await say(types.Part(text=PROMPT))
        if case.resumes:
            asked = [call for event in events for call in event.get_function_calls()][-1]
            self.assertEqual(asked.name, "adk_request_confirmation")
            answer = types.FunctionResponse(
                id=asked.id, name=asked.name, response={"confirmed": True}
            )
            events = await say(types.Part(function_response=answer))
        self.assertEqual(guard._pending, {})
        return events[-1].content
