import { MAX_STATE_CHARACTERS, REPORT_MARKER, STATE_PREFIX, type StateMessage } from '../injected-messages.js'

/**
 * Tells the page around the app which states it posts with `console.debug`. The console does with them, and with everything else,
 * what it did before. Other methods of the console are left alone, so that browsers show their calls with the app's own lines.
 */
export const watchStates = (app: Window & typeof globalThis): void => {
  // Kept before the app's own code can replace it.
  const shell = app.parent
  const debug: unknown = app.console.debug
  if (shell === app || typeof debug !== 'function') return
  const post = shell.postMessage.bind(shell)
  const { apply } = Reflect
  app.console.debug = new Proxy(
    debug as Console['debug'],
    {
      // Without a prototype, so that nothing that the app adds to objects is taken for another trap.
      __proto__: null,
      apply: (target: Console['debug'], self: unknown, given: unknown[]) => {
        const text = stateIn(given)
        if (text !== null) {
          const message: StateMessage = { [REPORT_MARKER]: 1, state: text }
          post(message, '*')
        }
        return apply(target, self, given)
      },
    } as ProxyHandler<Console['debug']>,
  )
}

/** The text of a state among what is written to the console, as the console shows it; null if it is something else. */
const stateIn = (given: readonly unknown[]): string | null => {
  const first = given[0]
  if (typeof first !== 'string' || !isState(first)) return null
  let text = first
  for (let i = 1; i < given.length && text.length <= MAX_STATE_CHARACTERS; i++) {
    const part = given[i]
    // Reading an object could call the app's code.
    if (typeof part !== 'string' && typeof part !== 'number' && typeof part !== 'bigint') return null
    text += ` ${part}`
  }
  let cut = ''
  for (let i = 0; i < text.length && i < MAX_STATE_CHARACTERS; i++) cut += text[i]
  return cut
}

/** Without methods of strings, which the app's code can replace. */
const isState = (text: string): boolean => {
  for (let i = 0; i < STATE_PREFIX.length; i++) if (text[i] !== STATE_PREFIX[i]) return false
  return text.length === STATE_PREFIX.length || text[STATE_PREFIX.length] === ' '
}
