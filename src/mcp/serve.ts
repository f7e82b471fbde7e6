import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import * as z from 'zod'
import { VERSION } from '../version.js'
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
const addTools = (server: McpServer, sources: ToolSources): void => {
  const adder =
    (readOnlyHint: boolean): AddTool =>
    (name, description, input, run) => {
      // An argument that a tool does not know is a mistake of the agent, which must not look like success.
      const schema = z.strictObject(input)
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

/**
 * Serves the Model Context Protocol on stdin and stdout, until the client ends it or the signal aborts. Then the simulator
 * stops, too.
 */
export const serveMcp = async (sources: ToolSources): Promise<void> => {
  const server = new McpServer({ name: 'miniapp', version: VERSION }, { instructions: INSTRUCTIONS })
  addTools(server, sources)
  const closed = new Promise<void>((resolve) => {
    server.server.onclose = resolve
    sources.signal.addEventListener('abort', () => resolve(), { once: true })
    // The transport does not report that the client has gone away.
    process.stdin.once('end', () => resolve())
  })
  await server.connect(new StdioServerTransport())
  try {
    await closed
  } finally {
    await sources.session.stop()
    await server.close()
  }
}

const INSTRUCTIONS = `You work on a mini app: HTML, CSS and JavaScript that a host runs in a sandboxed frame without a network.
Look calls up with docs before you use them. After a change: check, then simulator_start once, screenshot, tap and calls to see
that it works, and test before you finish. Each answer of calls has the reason for a refusal.`
