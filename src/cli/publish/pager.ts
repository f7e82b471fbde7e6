import { spawn } from 'node:child_process'
import type { CommandContext } from '../context.js'

/**
 * Shows a long result through the person's pager, where stdout is a terminal; else, or where there is none that
 * starts, prints it. `-F` of less prints what fits on a screen.
 */
export const page = async (text: string, context: CommandContext): Promise<void> => {
  const command = context.environment['MINIAPP_PAGER'] ?? context.environment['PAGER'] ?? 'less'
  if (!context.outIsTerminal || command === '' || command === 'cat') {
    context.out(text)
    return
  }
  const shown = await new Promise<boolean>((resolve) => {
    const child = spawn(command, {
      shell: true,
      stdio: ['pipe', 'inherit', 'inherit'],
      env: { LESS: 'FRX', LV: '-c', ...process.env },
    })
    child.once('error', () => resolve(false))
    // 127 is the shell's word for "no such command".
    child.once('close', (code) => resolve(code !== 127))
    // A pager that is closed early stops reading: that is the reader's choice.
    child.stdin.on('error', () => {})
    child.stdin.end(text)
  })
  if (!shown) context.out(text)
}
