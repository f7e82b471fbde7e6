import type { ScriptUse } from '../../facts/script/use.js'
import type { Finding } from '../../rule.js'

/**
 * How something fails in the sandbox. `throws`; `rejects`: it gives a promise that is rejected; `declines`: that too,
 * and a script that awaits nothing of it only lacks what it asked for; `nothing`: nothing happens, or an error is
 * called back.
 */
export type Failing = 'throws' | 'rejects' | 'declines' | 'nothing'

/** What a use that fails does to the app once it is reached: less where the script minds the failure. */
export const impactOfUse = (
  failing: Failing,
  {
    caught,
    answer,
    isGuarded,
    isTriedBefore,
  }: Pick<ScriptUse, 'caught' | 'answer'> & Partial<Pick<ScriptUse, 'isGuarded' | 'isTriedBefore'>>,
): Pick<Finding, 'impact' | 'fails'> => {
  if (isTriedBefore === true) return { impact: 'degrades' }
  switch (failing) {
    case 'throws':
      return { impact: caught ? 'degrades' : 'breaks', fails: 'throws' }
    case 'rejects':
      return { impact: answer === 'handled' ? 'degrades' : 'breaks', fails: 'rejects' }
    case 'declines':
      return { impact: answer === 'used' && isGuarded !== true ? 'breaks' : 'degrades', fails: 'rejects' }
    case 'nothing':
      return { impact: 'degrades' }
  }
}
