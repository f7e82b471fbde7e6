import type { Located } from '../../../bundle/locate.js'
import { type IncrementalCheck, incrementalCheck } from '../../../check/incremental-check.js'
import type { CheckResult } from '../../../check/problem.js'
import { openSource } from '../app/confined-bundle.js'
import { answerInThread } from './thread.js'

/** The app to check. */
export interface CheckQuestion {
  readonly located: Located
  readonly cwd: string
  /** The rules whose findings are known. */
  readonly allow: readonly string[]
}

/** By the app's path: after a save, only what changed is checked. */
const checks = new Map<string, IncrementalCheck>()

/** The thread that checks the app, so that the simulator's thread can answer calls. */
answerInThread(async ({ located, cwd, allow }: CheckQuestion): Promise<CheckResult> => {
  const check = checks.get(located.path) ?? incrementalCheck(Date.now)
  checks.set(located.path, check)
  const bundle = await openSource(located, cwd)
  try {
    return await check(bundle, { allow })
  } finally {
    await bundle.close()
  }
})
