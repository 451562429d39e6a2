interface TextContent {
  type: string
  text?: string
}

interface PiContext {
  cwd?: string
  hasUI?: boolean
  ui?: { notify?: (text: string, kind: "warning") => void }
  sessionManager?: { getSessionId?: () => string; getSessionFile?: () => string | undefined }
}

interface PiEvents {
  session_start: object
  before_agent_start: { prompt: string }
  tool_call: { toolName: string; toolCallId: string; input: unknown }
  tool_result: { toolName: string; toolCallId: string; input: unknown; content: TextContent[]; isError?: boolean }
  agent_end: object
  session_shutdown: object
}

interface PiHost {
  on<Name extends keyof PiEvents>(
    name: Name,
    handler: (event: PiEvents[Name], context: PiContext) => Promise<unknown>,
  ): void
}

export default function snaphook(pi: PiHost): void {
  let last: PiContext | undefined
  const warn = (text: string): void => {
    if (last?.hasUI) last.ui?.notify?.(text, "warning")
  }
  const bridge = new Bridge(warn)
  const unnamed = `pi-${process.pid}-${Date.now()}`

  const ask = (event: string, context: PiContext, fields: Record<string, unknown>) => {
    last = context
    const sessions = context.sessionManager
    const session = sessions?.getSessionId?.() || sessions?.getSessionFile?.() || unnamed
    const cwd = context.cwd ?? process.cwd()
    return bridge.ask(event, { hook_event_name: event, session_id: session, cwd, ...fields })
  }
  const watch = async (event: string, context: PiContext, fields: Record<string, unknown>) => {
    const answer = await ask(event, context, fields)
    if (answer.deny) warn(answer.deny)
  }

  pi.on("session_start", (_, context) => watch("SessionStart", context, { source: "startup" }))
  pi.on("before_agent_start", async (event, context) => {
    const answer = await ask("UserPromptSubmit", context, { prompt: event.prompt })
    if (answer.deny) warn(answer.deny)
    if (!answer.context) return undefined
    return { message: { customType: "snaphook", content: answer.context, display: false } }
  })
  pi.on("tool_call", async (event, context) => {
    const answer = await ask("PreToolUse", context, {
      tool_name: event.toolName,
      tool_input: objectIn(event.input),
      tool_use_id: event.toolCallId,
    })
    if (answer.deny) return { block: true, reason: answer.deny }
    if (answer.tool_input) replaceProperties(objectIn(event.input), answer.tool_input)
    return undefined
  })
  pi.on("tool_result", async (event, context) => {
    const answer = await ask("PostToolUse", context, {
      tool_name: event.toolName,
      tool_input: objectIn(event.input),
      tool_use_id: event.toolCallId,
      tool_response: { content: event.content, isError: event.isError ?? false },
    })
    if (answer.deny) warn(answer.deny)
    if (answer.tool_output === undefined && !answer.context) return undefined
    const content = answer.tool_output === undefined ? event.content : [{ type: "text", text: answer.tool_output }]
    return { content: answer.context ? [...content, { type: "text", text: answer.context }] : content }
  })
  pi.on("agent_end", (_, context) => watch("Stop", context, {}))
  pi.on("session_shutdown", async (_, context) => {
    await watch("SessionEnd", context, { reason: "other" })
    bridge.end()
  })
}
