import type { RegisterCommand } from '../context.js'

export const registerMcp: RegisterCommand = (program, context) =>
  program
    .command('mcp')
    .summary('serve check, test, dev and docs to a coding agent')
    .description(
      'Serve the Model Context Protocol on stdin and stdout, for a coding agent that works on the app: check it, test it, run it in the simulator, take screenshots, tap and type, read its calls, and search the reference. It serves one folder, and listens only on this machine.',
    )
    .argument('[path]', "the app's folder, or a zip", '.')
    .examples(`
  miniapp mcp          serve the app in the current folder
  claude mcp add miniapp -- npx miniapp mcp
  npx @modelcontextprotocol/inspector npx miniapp mcp hello

Configuration of most clients:
  { "mcpServers": { "miniapp": { "command": "npx", "args": ["miniapp", "mcp"] } } }
`)
    .action(async (path: string) => {
      const { runMcp } = await import('../run-mcp.js')
      await runMcp(path, context)
    })
