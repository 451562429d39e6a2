interface TextPart {
  type: string
  text?: string
}

interface OpencodeEvent {
  type: string
  properties?: { sessionID?: string; info?: { id?: string; parentID?: string } }
}

interface OpencodeHost {
  directory: string
  client?: {
    app?: {
      log?: (entry: { body: { service: string; level: "warn"; message: string } }) => Promise<unknown>
    }
    tui?: {
      showToast?: (toast: { body: { message: string; variant: "warning" } }) => Promise<unknown>
    }
  }
}

export const Snaphook = async ({ directory, client }: OpencodeHost) => {
  const warn = (message: string): void => {
    client?.app?.log?.({ body: { service: "snaphook", level: "warn", message } }).catch(() => undefined)
  }
  /** Shows a person what the agent itself would not. */
  const tell = (message: string): void => {
    warn(message)
    client?.tui?.showToast?.({ body: { message, variant: "warning" } }).catch(() => undefined)
    // A terminal belongs to the agent's own screen.
    if (!process.stdout.isTTY) process.stderr.write(`${message}\n`)
  }
  const bridge = new Bridge(warn)
  /** Sessions of subagents, which neither begin nor end the agent. */
  const children = new Set<string>()

  const ask = (event: string, session: string | undefined, fields: Record<string, unknown>) =>
    bridge.ask(event, { hook_event_name: event, session_id: session ?? "", cwd: directory, ...fields })

  const watch = async (event: string, session: string | undefined, fields: Record<string, unknown>) => {
    const answer = await ask(event, session, fields)
    if (answer.deny) tell(answer.deny)
  }

  return {
    event: async ({ event }: { event: OpencodeEvent }) => {
      const { sessionID, info } = event.properties ?? {}
      const session = sessionID ?? info?.id
      if (event.type === "session.created" && info?.parentID && session) children.add(session)
      if (session && children.has(session)) return
      if (event.type === "session.created") await watch("SessionStart", session, { source: "startup" })
      if (event.type === "session.idle") await watch("Stop", session, {})
      if (event.type === "session.deleted") await watch("SessionEnd", session, { reason: "other" })
    },

    "chat.message": async (input: { sessionID: string }, output: { parts: TextPart[] }) => {
      const texts = output.parts.filter((part) => part.type === "text")
      const prompt = texts.map((part) => part.text ?? "").join("\n")
      const answer = await ask("UserPromptSubmit", input.sessionID, { prompt })
      if (answer.deny) {
        // The agent says only that there was an error.
        tell(answer.deny)
        throw new Error(answer.deny)
      }
      const last = texts.at(-1)
      if (answer.context && last) last.text = `${last.text ?? ""}\n\n${answer.context}`
    },

    "tool.execute.before": async (
      input: { tool: string; sessionID: string; callID: string },
      output: { args: unknown },
    ) => {
      const answer = await ask("PreToolUse", input.sessionID, {
        tool_name: input.tool,
        tool_input: objectIn(output.args),
        tool_use_id: input.callID,
      })
      if (answer.deny) throw new Error(answer.deny)
      // A new object in `output.args` would be ignored.
      if (answer.tool_input) replaceProperties(objectIn(output.args), answer.tool_input)
    },

    "tool.execute.after": async (
      input: { tool: string; sessionID: string; callID: string; args?: unknown },
      output: { output?: string; title?: string; metadata?: unknown },
    ) => {
      const answer = await ask("PostToolUse", input.sessionID, {
        tool_name: input.tool,
        tool_input: objectIn(input.args),
        tool_use_id: input.callID,
        tool_response: output,
      })
      if (answer.deny) tell(answer.deny)
      if (answer.tool_output !== undefined) output.output = answer.tool_output
      if (answer.context) output.output = `${output.output ?? ""}\n${answer.context}`
    },

    "experimental.session.compacting": async (input: { sessionID: string }, output: { context: string[] }) => {
      const answer = await ask("PreCompact", input.sessionID, { trigger: "auto" })
      if (answer.context) output.context.push(answer.context)
    },
  }
}
