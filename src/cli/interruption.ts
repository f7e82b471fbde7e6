/**
 * The signals that ask a program to stop: Ctrl-C, SIGTERM, a closed terminal. Windows has no SIGTERM but has
 * Ctrl-Break, and kills a program a few seconds after its window is closed.
 */
const interruptingSignals = (platform: NodeJS.Platform): readonly NodeJS.Signals[] =>
  platform === 'win32' ? ['SIGINT', 'SIGBREAK', 'SIGHUP'] : ['SIGINT', 'SIGTERM', 'SIGHUP']

/** A source of signals: the process, or a fake in tests. */
export interface SignalSource {
  on(signal: NodeJS.Signals, listener: () => void): unknown
  off(signal: NodeJS.Signals, listener: () => void): unknown
}

/**
 * Listens for signals that ask the program to stop.
 * @param react `again` is false the first time, when there is time to clean up, and true when the user
 *   interrupts again; a closed terminal can send several signals, which do not count as again
 */
export const listenForInterruption = (
  source: SignalSource,
  react: (again: boolean) => void,
  platform: NodeJS.Platform = process.platform,
) => {
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
    /** Whether the terminal was closed. */
    get hungUp(): boolean {
      return hungUp
    },
    stopListening: (): void => {
      for (const { signal, listener } of listeners) source.off(signal, listener)
    },
  }
}

/** Waits for a signal. */
export const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

/**
 * Ends a program whose terminal was closed by the default action of SIGHUP. On a normal exit, Node.js
 * restores the terminal, which fails if the terminal no longer exists.
 */
export const endHungUp = (
  self: Pick<NodeJS.Process, 'kill' | 'pid' | 'removeAllListeners'>,
  platform: NodeJS.Platform = process.platform,
): void => {
  // Windows ends the program itself and has no such signal.
  if (platform === 'win32') return
  // Libraries may listen too, and any listener replaces the default action.
  self.removeAllListeners('SIGHUP')
  self.kill(self.pid, 'SIGHUP')
}

/**
 * Whether a write failed because the user closed the reader: `miniapp check | head` closes stdout early, and
 * closing a terminal closes both streams.
 * @param code the system's error code
 */
export const isReaderGone = (code: string | undefined, interrupted: boolean): boolean =>
  code === 'EPIPE' || (interrupted && code === 'EIO')
