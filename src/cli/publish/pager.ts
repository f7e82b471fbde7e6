import { spawn } from 'node:child_process'
import { didNotStart, shellCommand } from '../../terminal/shell-command.js'
import type { CommandContext } from '../context.js'

/** The person's pager. Windows has no less; its `more` clears the screen and knows no UTF-8: there the text is printed. */
export const pagerOf = (
  environment: CommandContext['environment'],
  platform: NodeJS.Platform = process.platform,
): string => environment['MINIAPP_PAGER'] ?? environment['PAGER'] ?? (platform === 'win32' ? '' : 'less')

/**
 * Shows a long result through the person's pager, where stdout is a terminal; else, or where there is none that
 * starts, prints it. `-F` of less prints what fits on a screen.
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
    // A pager that is closed early stops reading: that is the reader's choice.
    child.stdin.on('error', () => {})
    child.stdin.end(text)
  })
  if (!shown) context.out(text)
}
