import { type Signal, useSignal } from '@preact/signals'
import { wordsOfError } from '../../../platform/text.js'

/** Actions on the host, and what went wrong with the latest one. */
export interface Action {
  /** The error of the latest action; null if it succeeded. */
  readonly problem: Signal<string | null>
  /** Performs an action. Resolves to whether it succeeded. */
  run(action: () => Promise<unknown>): Promise<boolean>
}

export const useAction = (): Action => {
  const problem = useSignal<string | null>(null)
  return {
    problem,
    run: async (action) => {
      try {
        await action()
        problem.value = null
        return true
      } catch (error) {
        problem.value = wordsOfError(error)
        return false
      }
    },
  }
}
