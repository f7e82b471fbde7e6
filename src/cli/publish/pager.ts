import { spawn } from 'node:child_process'
import { didNotStart, shellCommand } from '../../terminal/shell.js'
import type { CommandContext } from '../context.js'

/**
 * The user's pager. Windows does not have less, and its `more` clears the screen and does not support UTF-8,
 * so there the text is printed.
 */
export const pagerOf = (
  environment: CommandContext['environment'],
  platform: NodeJS.Platform = process.platform,
): string => environment['MINIAPP_PAGER'] ?? environment['PAGER'] ?? (platform === 'win32' ? '' : 'less')

/**
 * Shows a long result in the user's pager if stdout is a terminal; otherwise, or if the pager does not start,
 * prints it. With `-F`, less prints what fits on one screen.
 */
export const page = async (text: string, context: CommandContext): Promise<void> => {
  const command = pagerOf(context.environment)
  if (!context.outIsTerminal || command === '' || command === 'cat') {
    context.out(text)
    return
  }
  const shown = await new Promise<boolean>((resolve) => {
    const { program, words, shell } = shellCommand(command, undefined)
    const child = spawn(program, [...words], {
      shell,
      stdio: ['pipe', 'inherit', 'inherit'],
      env: { LESS: 'FRX', LV: '-c', ...process.env },
    })
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(!didNotStart(code)))
    // A pager that the user closes early stops reading, which is not an error.
    child.stdin.on('error', () => {})
    child.stdin.end(text)
  })
  if (!shown) context.out(text)
}
