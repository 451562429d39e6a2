import { spawn, type ChildProcess } from "node:child_process"

/** What hooks decided, in the words of the agent's tools. */
interface Answer {
  deny?: string
  tool_input?: Record<string, unknown>
  tool_output?: string
  context?: string
  keep_going?: string
  message?: string
}

interface PendingRequest {
  line: string
  tries: number
  timer: ReturnType<typeof setTimeout>
  settle: (answer: Answer) => void
}

/**
 * Asks one `snaphook hook --keep` process, which is started when it is needed first and
 * again after it has ended. `ask` never rejects: what cannot be asked is denied.
 */
class Bridge {
  private child: ChildProcess | undefined
  private readonly pending = new Map<number, PendingRequest>()
  private lastId = 0
  private unread = ""
  private readonly warn: (text: string) => void

  constructor(warn: (text: string) => void) {
    this.warn = warn
  }

  ask(event: string, input: Record<string, unknown>): Promise<Answer> {
    if (!EVENTS.includes(event)) return Promise.resolve({})
    return new Promise((settle) => {
      const id = ++this.lastId
      let line: string
      try {
        line = JSON.stringify({ id, event, input }) + "\n"
      } catch (error) {
        settle({ deny: `snaphook: the call cannot be written as JSON: ${String(error)}` })
        return
      }
      const timer = setTimeout(() => {
        // The process is stuck, so later requests get a new one.
        this.pending.delete(id)
        this.drop(this.child, "it did not answer in time")
        settle({ deny: "snaphook: the hooks did not answer in time" })
      }, LIMIT_MS)
      this.pending.set(id, { line, tries: 0, timer, settle })
      this.send(id)
    })
  }

  /** Ends the process; it finishes what it was asked. */
  end(): void {
    this.child?.stdin?.end()
    this.child = undefined
  }

  private send(id: number): void {
    const request = this.pending.get(id)
    if (!request) return
    request.tries += 1
    try {
      this.child ??= this.start()
      this.child.stdin?.write(request.line)
    } catch (error) {
      this.drop(this.child, String(error))
      this.settle(id, { deny: `snaphook: ${PROGRAM} cannot be started: ${String(error)}` })
    }
  }

  private start(): ChildProcess {
    const child = spawn(PROGRAM, [...ARGUMENTS], { stdio: ["pipe", "pipe", "ignore"], windowsHide: true })
    this.unread = ""
    child.on("error", (error) => this.drop(child, String(error)))
    child.on("close", () => this.drop(child, "it ended"))
    child.stdin?.on("error", (error) => this.drop(child, String(error)))
    child.stdout?.setEncoding("utf8")
    child.stdout?.on("data", (text: string) => {
      if (child === this.child) this.read(text)
    })
    // The process must not keep the agent from ending.
    child.unref()
    for (const stream of [child.stdin, child.stdout]) {
      if (stream && "unref" in stream && typeof stream.unref === "function") stream.unref()
    }
    return child
  }

  private read(text: string): void {
    const lines = (this.unread + text).split("\n")
    this.unread = lines.pop() ?? ""
    for (const line of lines) {
      if (line.trim() === "") continue
      try {
        const reply = JSON.parse(line) as { id: number; exit: number; stdout: string; stderr: string }
        if (reply.stderr !== "") this.warn(reply.stderr)
        this.settle(reply.id, answerIn(reply))
      } catch (error) {
        this.drop(this.child, `it wrote what is not an answer: ${String(error)}`)
      }
    }
  }

  private settle(id: number, answer: Answer): void {
    const request = this.pending.get(id)
    if (!request) return
    this.pending.delete(id)
    clearTimeout(request.timer)
    request.settle(answer)
  }

  /** Forgets a process. What it was asked is asked once more of a new one. */
  private drop(child: ChildProcess | undefined, why: string): void {
    if (!child || child !== this.child) return
    this.child = undefined
    child.kill()
    for (const [id, request] of [...this.pending]) {
      if (request.tries > 1) this.settle(id, { deny: `snaphook: ${PROGRAM} cannot be asked: ${why}` })
      else this.send(id)
    }
  }
}

function answerIn(reply: { exit: number; stdout: string; stderr: string }): Answer {
  const answer = reply.stdout === "" ? {} : (JSON.parse(reply.stdout) as Answer)
  if (reply.exit !== 0) answer.deny ??= reply.stderr || "snaphook: the call is denied"
  return answer
}

/** Puts the properties of one object into another, which the agent holds on to. */
function replaceProperties(target: Record<string, unknown>, source: Record<string, unknown>): void {
  for (const key of Object.keys(target)) {
    if (!Object.hasOwn(source, key)) delete target[key]
  }
  for (const [key, value] of Object.entries(source)) {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })
  }
}

function objectIn(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}
}
