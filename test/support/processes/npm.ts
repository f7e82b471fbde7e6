import { execFile } from 'node:child_process'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { NODE } from './command-line.js'

/** This checkout. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** Runs npm with the Node.js that is tested, not with another one on the path. @returns what it printed */
export const npm = async (words: readonly string[], cwd: string): Promise<string> => {
  const [program, ...before] = process.platform === 'win32' ? [NODE, npmScript()] : ['npm']
  const { stdout } = await promisify(execFile)(program, [...before, ...words], {
    cwd,
    env: { ...process.env, PATH: [dirname(NODE), process.env['PATH'] ?? ''].join(delimiter) },
    maxBuffer: 16 * 1_048_576,
  })
  return stdout
}

/** The script behind npm's batch file on Windows, which only a shell could run, and no shell quotes every path. */
const npmScript = (): string => {
  const started = process.env['npm_execpath'] ?? ''
  if (basename(started) === 'npm-cli.js') return started
  return join(dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js')
}
