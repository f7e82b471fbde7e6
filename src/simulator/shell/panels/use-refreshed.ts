import { type Signal, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { LogStore } from '../log-store.js'

/** What the host says of itself, asked for again as things happen. */
export interface Refreshed<T> {
  /** Null until the first answer. */
  readonly value: Signal<T | null>
  /** Why the last question had no answer, or the last action failed; null where all is well. */
  readonly problem: Signal<string | null>
  /** Asks now. */
  refresh(): Promise<void>
  /** Does something at the host, and asks again. Resolves to whether it was done. */
  run(action: () => Promise<unknown>): Promise<boolean>
}

/** Whatever happens is in the log; asking once for many entries is enough. */
const PAUSE_MS = 400

/** Asks the host at first, and again once the log has grown. */
export const useRefreshed = <T>(log: LogStore, ask: () => Promise<T>): Refreshed<T> => {
  const value = useSignal<T | null>(null)
  const problem = useSignal<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const latest = useRef(0)

  const refresh = async (): Promise<void> => {
    latest.current += 1
    const mine = latest.current
    try {
      const answer = await ask()
      // A later question may have been answered first.
      if (mine !== latest.current) return
      value.value = answer
    } catch (error) {
      if (mine === latest.current) problem.value = wordsOf(error)
    }
  }

  useEffect(() => {
    void refresh()
    return () => {
      if (timer.current !== null) clearTimeout(timer.current)
      latest.current = Number.POSITIVE_INFINITY
    }
  }, [])
  useSignalEffect(() => {
    log.view.value
    timer.current ??= setTimeout(() => {
      timer.current = null
      void refresh()
    }, PAUSE_MS)
  })

  return {
    value,
    problem,
    refresh,
    run: async (action) => {
      try {
        await action()
        problem.value = null
        await refresh()
        return true
      } catch (error) {
        problem.value = wordsOf(error)
        return false
      }
    },
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
