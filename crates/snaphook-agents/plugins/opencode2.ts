interface ToolCallBefore {
  tool: string
  readonly sessionID: string
  readonly id: string
  input: unknown
}

interface ToolCallAfter {
  readonly tool: string
  readonly sessionID: string
  readonly id: string
  readonly input: unknown
  readonly status: "completed" | "error"
  result?: { content?: unknown }
  readonly error?: unknown
}

interface SessionPrompt {
  readonly sessionID: string
  prompt: { text?: string }
}

type HookOf<Events> = <Name extends keyof Events>(
  name: Name,
  callback: (event: Events[Name]) => Promise<void>,
) => Promise<unknown>

interface OpencodeHost {
  tool: { hook: HookOf<{ "execute.before": ToolCallBefore; "execute.after": ToolCallAfter }> }
  session: { hook: HookOf<{ prompt: SessionPrompt }> }
}

export default {
  id: "snaphook",
  setup: async (host: OpencodeHost) => {
    const bridge = new Bridge((text) => console.warn(text))
    const ask = (event: string, session: string, fields: Record<string, unknown>) =>
      bridge.ask(event, { hook_event_name: event, session_id: session, cwd: process.cwd(), ...fields })

    await host.tool.hook("execute.before", async (call) => {
      const answer = await ask("PreToolUse", call.sessionID, {
        tool_name: call.tool,
        tool_input: objectIn(call.input),
        tool_use_id: call.id,
      })
      if (answer.deny) throw new Error(answer.deny)
      if (answer.tool_input) call.input = answer.tool_input
    })
    await host.tool.hook("execute.after", async (call) => {
      const failed = call.status === "error"
      const answer = await ask(failed ? "PostToolUseFailure" : "PostToolUse", call.sessionID, {
        tool_name: call.tool,
        tool_input: objectIn(call.input),
        tool_use_id: call.id,
        ...(failed ? { error: JSON.stringify(call.error ?? null) } : { tool_response: call.result ?? null }),
      })
      if (answer.deny) console.warn(answer.deny)
    })
    await host.session.hook("prompt", async (event) => {
      const answer = await ask("UserPromptSubmit", event.sessionID, { prompt: event.prompt.text ?? "" })
      if (answer.deny) throw new Error(answer.deny)
      if (answer.context) event.prompt.text = `${event.prompt.text ?? ""}\n\n${answer.context}`
    })
    return () => bridge.end()
  },
}
