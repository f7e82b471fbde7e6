/** The simulator's control API, as far as the shell uses it (a stable interface). */
export interface Control {
  /** How far the host's clock is ahead of real time, in milliseconds. */
  clockAhead(): Promise<number>
  /**
   * Moves the host's clock forward.
   * @param by a number and `ms`, `s`, `m`, `h` or `d`
   */
  advanceClock(by: string): Promise<number>
  /** Forgets all saved data and starts anew, in real time. */
  reset(): Promise<void>
}

/** @param send `fetch`, or a test's own */
export const createControl = (token: string, send: typeof fetch): Control => {
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await send(`/control/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    if (response.ok) return answer
    const said = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'error') : undefined
    throw new Error(typeof said === 'string' ? said : `The simulator answered ${response.status}.`)
  }
  return {
    clockAhead: async () => readAhead(await ask('GET', 'state')),
    advanceClock: async (by) => readAhead(await ask('POST', 'clock', { advance: by })),
    reset: async () => {
      await ask('POST', 'reset')
    },
  }
}

const readAhead = (answer: unknown): number => {
  const { clock } = answer as { readonly clock: { readonly ahead: number } }
  return clock.ahead
}
