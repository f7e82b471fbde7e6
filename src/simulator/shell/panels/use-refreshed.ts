import { type Signal, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { LogStore } from '../stores/log-store.js'

/** A value from the host, requested again after events. */
export interface Refreshed<T> {
  /** Null until the first answer. */
  readonly value: Signal<T | null>
  /** The error of the last request or action; null if it succeeded. */
  readonly problem: Signal<string | null>
  /** Requests the value now. */
  refresh(): Promise<void>
  /** Performs an action on the host, then requests the value. Resolves to whether the action succeeded. */
  run(action: () => Promise<unknown>): Promise<boolean>
}

/** Every event is in the log; one request for many entries is enough. */
const PAUSE_MS = 400

/** Requests the value initially, and again once the log has grown. */
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
      // A later request may have been answered first.
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
