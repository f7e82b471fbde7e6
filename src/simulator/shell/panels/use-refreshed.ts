import { type Signal, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { wordsOfError } from '../../../platform/text.js'
import { type Action, useAction } from '../controls/use-action.js'
import type { LogStore } from '../stores/log-store.js'

/** A value from the host, requested again after events. */
export interface Refreshed<T> extends Action {
  /** Null until the first answer. */
  readonly value: Signal<T | null>
  /** Requests the value now; an action does, too. */
  refresh(): Promise<void>
}

/** Every event is in the log; one request for many entries is enough. */
const PAUSE_MS = 400

/** Requests the value initially, and again once the log has grown. */
export const useRefreshed = <T>(log: LogStore, ask: () => Promise<T>): Refreshed<T> => {
  const value = useSignal<T | null>(null)
  const { problem, run } = useAction()
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
      if (mine === latest.current) problem.value = wordsOfError(error)
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
      const done = await run(action)
      if (done) await refresh()
      return done
    },
  }
}
