import type { ScriptUse } from '../../facts/script/use.js'
import type { Impact } from '../../problem.js'

/**
 * How something fails in the sandbox. `throws`; `rejects`: it gives a promise that is rejected; `declines`: that too,
 * and a script that awaits nothing of it only lacks what it asked for; `nothing`: nothing happens, or an error is
 * called back.
 */
export type Failing = 'throws' | 'rejects' | 'declines' | 'nothing'

/** What a use that fails does to the app: less where the script minds the failure. */
export const impactOfUse = (
  failing: Failing,
  { caught, answer }: Pick<ScriptUse, 'caught' | 'answer'>,
): Impact => {
  switch (failing) {
    case 'throws':
      return caught ? 'degrades' : 'breaks'
    case 'rejects':
      return answer === 'handled' ? 'degrades' : 'breaks'
    case 'declines':
      return answer === 'used' ? 'breaks' : 'degrades'
    case 'nothing':
      return 'degrades'
  }
}
