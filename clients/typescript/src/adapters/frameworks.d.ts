// The parts of the frameworks that the adapters use. The frameworks are not installed where the
// client is built; clients/adapters.py compiles the tests of the adapters against the real types.

declare module "ai" {
  export function generateText(options: object): Promise<any>;
}

declare module "@openai/agents" {
  export class Agent {
    [key: string]: any;
    constructor(config: object);
    getAllTools(context: unknown, parent?: unknown): Promise<any[]>;
  }
  export class Handoff {
    [key: string]: any;
  }
  export class RunState {
    [key: string]: any;
  }
  export class Runner {
    constructor(config?: object);
    run(agent: Agent, input: unknown, options?: object): Promise<any>;
  }
  export function tool(options: object): any;
}

declare module "langchain" {
  export function createMiddleware(options: object): any;
}

declare module "@langchain/core/messages" {
  export class AIMessage {
    constructor(content: unknown);
  }
  export class HumanMessage extends AIMessage {}
  export class RemoveMessage {
    constructor(fields: object);
  }
  export class ToolMessage {
    [key: string]: any;
    constructor(fields: object);
    static isInstance(message: unknown): message is ToolMessage;
  }
}

declare module "@langchain/langgraph" {
  export class ReducedValue {
    constructor(schema: unknown, options: object);
  }
  export class StateSchema {
    constructor(fields: object);
  }
  export class Command {
    [key: string]: any;
    constructor(fields: object);
  }
  export function isCommand(value: unknown): value is Command;
  export function isGraphBubbleUp(error: unknown): boolean;
}

declare module "zod" {
  export const z: any;
}
