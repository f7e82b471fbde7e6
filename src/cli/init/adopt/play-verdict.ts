import type { CheckResult } from '../../../check/problem.js'
import type { PlaytestResult } from '../../../playtest/playtest.js'

/** Whether a mini app plays as the game that it was made from. */
export interface PlayVerdict {
  readonly plays: 'as-original' | 'with-differences' | 'no' | 'unknown'
  /** For people. */
  readonly sentence: string
}

/**
 * What people would say of an app that was played beside its original. Nobody will play one that the service refuses, however it
 * plays here.
 * @param check what `check` says of it
 * @param obstacle what else is known to stop it, as a sentence; null for nothing
 */
export const playVerdict = (
  { original, problems }: Pick<PlaytestResult, 'original' | 'problems'>,
  check: Pick<CheckResult, 'review' | 'problems'>,
  obstacle: string | null,
): PlayVerdict => {
  if (check.review === 'refused') return refusedVerdict(check.problems)
  const differences = original?.differences ?? []
  const dead =
    differences.find(({ kind }) => DEAD.includes(kind)) ??
    // What the original shows as well is not a difference.
    problems.find(({ rule }) => (original?.plays === true ? ENDS : DEAD_RULES).includes(rule))
  if (original !== null && !original.plays)
    return {
      plays: 'unknown',
      sentence: original.isTooSlow
        ? 'The original took too long to load or to answer here, so there was nothing to compare.'
        : `The original shows nothing${original.withoutInternet ? ' without the internet' : ''}, so there was nothing to compare.`,
    }
  if (dead !== undefined) return { plays: 'no', sentence: `It does not work: ${dead.message}` }
  if (original === null)
    return {
      plays: 'unknown',
      sentence: 'It was played, but the original could not be played for comparison.',
    }
  const errors = problems.filter(({ level }) => level === 'error').length
  const alike = errors === 0 ? '' : `, which has the same ${errors === 1 ? 'error' : 'errors'}`
  const offline = original.withoutInternet ? ', as far as the original works without the internet' : alike
  const stop = check.problems.find(({ impact }) => impact === 'breaks')?.message ?? obstacle
  if (differences.length === 0 && stop !== null)
    return errors === 0
      ? { plays: 'unknown', sentence: `It behaved like the original here, but this would stop it: ${stop}` }
      : {
          plays: 'no',
          sentence: `It does not run${original.withoutInternet ? '' : ', and neither does the original'}: ${stop}`,
        }
  const blocked = problems.find(({ rule }) => rule === 'run/policy-violation')
  if (differences.length === 0 && original.withoutInternet && blocked !== undefined)
    return {
      plays: 'unknown',
      sentence: `It behaves like the original without the internet. With it, the original may do more: ${blocked.message}`,
    }
  if (differences.length === 0)
    return { plays: 'as-original', sentence: `It behaves like the original${offline}.` }
  return {
    plays: 'with-differences',
    sentence: `It differs from the original: ${differences.map(({ message }) => message).join(' ')}`,
  }
}

const refusedVerdict = (problems: CheckResult['problems']): PlayVerdict => {
  const errors = problems.filter(({ level }) => level === 'error')
  const worst = errors.find(({ impact }) => impact === 'breaks') ?? errors[0]
  return {
    plays: 'no',
    sentence: `It does not work yet, since the service would refuse it: ${worst?.message ?? 'see above'}`,
  }
}

const DEAD: readonly string[] = ['not-found', 'empty', 'loads-forever', 'no-reaction']
/** After these, nothing was left to compare. */
const ENDS: readonly string[] = ['run/page-crashed', 'run/page-hangs']
const DEAD_RULES: readonly string[] = [
  ...ENDS,
  'run/not-found',
  'run/empty-view',
  'run/loads-forever',
  'run/blank',
]
