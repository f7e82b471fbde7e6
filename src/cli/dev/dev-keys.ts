import { createInterface } from 'node:readline'
import type { CommandContext } from '../context.js'

/** What a key does while `dev` runs. */
export interface DevKey {
  readonly key: string
  /** For the list: `reload the app`. */
  readonly does: string
  readonly run: () => void | Promise<void>
}

/**
 * Takes keys on a terminal, each followed by Enter, as Vite does: Ctrl-C, Ctrl-Z and the terminal's own editing stay as they are.
 * `h` lists the keys.
 * @param onDefect called if a key's own action fails
 * @returns stops listening
 */
export const takeKeys = (
  keys: readonly DevKey[],
  { stdin, out, outStyles: styles }: Pick<CommandContext, 'stdin' | 'out' | 'outStyles'>,
  onDefect: (error: unknown) => void,
): (() => void) => {
  const lines = createInterface({ input: stdin })
  const list = (): void => {
    for (const { key, does } of [...keys, { key: 'h', does: 'list the keys' }])
      out(`  ${styles.bold(key)} + Enter  ${styles.dim(does)}\n`)
    out('\n')
  }
  lines.on('line', (line) => {
    const pressed = line.trim().toLowerCase()
    if (pressed === 'h' || pressed === '?') {
      list()
      return
    }
    const found = keys.find(({ key }) => key === pressed)
    if (found === undefined) {
      if (pressed !== '') out(`  ${styles.dim('Press h + Enter to list the keys.')}\n`)
      return
    }
    Promise.resolve(found.run()).catch(onDefect)
  })
  return () => {
    lines.close()
    // An open input would keep the program running.
    stdin.unref()
  }
}
