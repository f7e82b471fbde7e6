import type { CheckResult } from '../check/problem.js'
import { Failure } from '../failure.js'

/** The outcome of checking one path. */
export interface Checked {
  readonly result: CheckResult
  /** The text report; empty where another format was requested. */
  readonly text: string
}

/** Checks a path, or returns the failure if the path is not a bundle. An interruption is thrown instead. */
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
