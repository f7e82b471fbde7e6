import type { CheckResult } from '../check/problem.js'
import { Failure } from '../failure.js'

/** What one check of one path gave. */
export interface Checked {
  readonly result: CheckResult
  /** The report for people; empty where none was asked for. */
  readonly text: string
}

/** Checks a path, or tells why it names no bundle that can be; an interruption is not an outcome, and is thrown. */
export const outcomeOf = async (
  path: string,
  checkPath: (path: string) => Promise<Checked>,
): Promise<Checked | Failure> => {
  try {
    return await checkPath(path)
  } catch (error) {
    if (error instanceof Failure && error.kind !== 'interrupted') return error
    throw error
  }
}
