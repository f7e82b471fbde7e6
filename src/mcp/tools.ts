import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import * as z from 'zod'
import type { AppSession } from './app-session.js'
import { addChecks, type CheckSources } from './check-tools.js'
import { addPlay } from './play-tools.js'
import { addSimulator } from './simulator-tools.js'
import { type AddTool, text } from './tool.js'

export interface ToolSources extends CheckSources {
  readonly session: AppSession
  /** Turns what a tool throws into its answer. */
  readonly failed: (error: unknown) => string
}

/** Adds every tool to a server. What one throws is its answer, marked as an error. */
export const addTools = (server: McpServer, sources: ToolSources): void => {
  const adder =
    (readOnlyHint: boolean): AddTool =>
    (name, description, input, run) => {
      const schema = z.object(input)
      const annotations = { readOnlyHint, openWorldHint: false }
      server.registerTool(name, { description, inputSchema: schema, annotations }, async (given: unknown) => {
        try {
          return { content: [...(await run(schema.parse(given)))] }
        } catch (error) {
          return { content: [text(sources.failed(error))], isError: true }
        }
      })
    }
  const [ask, act] = [adder(true), adder(false)]
  addChecks(ask, sources)
  addSimulator(ask, act, sources.session)
  addPlay(ask, act, sources.session)
}
