interface AmpThread {
  thread?: { id?: string }
}

interface AmpEvents {
  "session.start": AmpThread
  "agent.start": AmpThread & { message?: string }
  "tool.call": AmpThread & { tool: string; toolUseID: string; input: unknown }
  "tool.result": AmpThread & {
    tool: string
    toolUseID: string
    input: unknown
    status?: string
    output?: unknown
    error?: string
  }
  "agent.end": AmpThread & { message?: string; status?: string }
}

interface AmpHost {
  logger?: { log?: (text: string) => void }
  on<Name extends keyof AmpEvents>(name: Name, handler: (event: AmpEvents[Name]) => Promise<unknown>): unknown
}

export default function snaphook(amp: AmpHost): void {
  const warn = (text: string): void => amp.logger?.log?.(text)
  const bridge = new Bridge(warn)
  const unnamed = `amp-${process.pid}-${Date.now()}`

  const ask = (event: string, at: AmpThread, fields: Record<string, unknown>) => {
    const session = at.thread?.id ?? unnamed
    return bridge.ask(event, { hook_event_name: event, session_id: session, cwd: process.cwd(), ...fields })
  }

  amp.on("session.start", async (event) => {
    const answer = await ask("SessionStart", event, { source: "startup" })
    if (answer.deny) warn(answer.deny)
  })
  amp.on("agent.start", async (event) => {
    const answer = await ask("UserPromptSubmit", event, { prompt: event.message ?? "" })
    if (answer.deny) warn(answer.deny)
    return answer.context ? { message: { content: answer.context, display: false } } : undefined
  })
  amp.on("tool.call", async (event) => {
    const answer = await ask("PreToolUse", event, {
      tool_name: event.tool,
      tool_input: objectIn(event.input),
      tool_use_id: event.toolUseID,
    })
    if (answer.deny) return { action: "reject-and-continue", message: answer.deny }
    if (answer.tool_input) return { action: "modify", input: answer.tool_input }
    return { action: "allow" }
  })
  amp.on("tool.result", async (event) => {
    const answer = await ask("PostToolUse", event, {
      tool_name: event.tool,
      tool_input: objectIn(event.input),
      tool_use_id: event.toolUseID,
      tool_response: { status: event.status, output: event.output ?? null, error: event.error },
    })
    if (answer.deny) warn(answer.deny)
  })
  amp.on("agent.end", async (event) => {
    if (event.status === "cancelled") return undefined
    const answer = await ask("Stop", event, {})
    return answer.keep_going ? { action: "continue", userMessage: answer.keep_going } : undefined
  })
}
