/**
 * The signals that ask a program to stop: Ctrl-C, a request to end, a terminal that is closed. Windows knows no request
 * to end, has Ctrl-Break instead, and ends a program some seconds after its window was closed.
 */
const interruptingSignals = (platform: NodeJS.Platform): readonly NodeJS.Signals[] =>
  platform === 'win32' ? ['SIGINT', 'SIGBREAK', 'SIGHUP'] : ['SIGINT', 'SIGTERM', 'SIGHUP']

/** What signals come from: the process; tests play others. */
export interface SignalSource {
  on(signal: NodeJS.Signals, listener: () => void): unknown
  off(signal: NodeJS.Signals, listener: () => void): unknown
}

export interface Interruption {
  /** Whether the terminal was closed. */
  readonly hungUp: boolean
  stopListening(): void
}

/**
 * Listens for whatever asks the program to stop.
 * @param react `again` is false the first time, when there is time to clean up, and true when the person insists; a
 *   terminal that is closed says so more than once, and insists on nothing
 */
export const listenForInterruption = (
  source: SignalSource,
  react: (again: boolean) => void,
  platform: NodeJS.Platform = process.platform,
): Interruption => {
  let interrupted = false
  let hungUp = false
  const listeners = interruptingSignals(platform).map((signal) => {
    const listener = (): void => {
      const isHangUp = signal === 'SIGHUP'
      hungUp ||= isHangUp
      if (interrupted && isHangUp) return
      const again = interrupted
      interrupted = true
      react(again)
    }
    source.on(signal, listener)
    return { signal, listener }
  })
  return {
    get hungUp() {
      return hungUp
    },
    stopListening: () => {
      for (const { signal, listener } of listeners) source.off(signal, listener)
    },
  }
}

/**
 * Ends a program whose terminal is gone as the system ends one that does not listen: Node.js itself, at a proper end,
 * sets the terminal back, and breaks down where there is none.
 */
export const endHungUp = (
  self: Pick<NodeJS.Process, 'kill' | 'pid' | 'removeAllListeners'>,
  platform: NodeJS.Platform = process.platform,
): void => {
  // Windows ends the program by itself, and has no such signals to send.
  if (platform === 'win32') return
  // Libraries listen, too, and whoever listens is not ended.
  self.removeAllListeners('SIGHUP')
  self.kill(self.pid, 'SIGHUP')
}

/**
 * Whether a stream that could not be written has lost its reader by the person's choice: `miniapp check | head` closes
 * stdout early, and a terminal that is closed takes both streams with it.
 * @param code the system's
 */
export const isReaderGone = (code: string | undefined, interrupted: boolean): boolean =>
  code === 'EPIPE' || (interrupted && code === 'EIO')
