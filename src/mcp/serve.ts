import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { VERSION } from '../version.js'
import { addTools, type ToolSources } from './tools.js'

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
