import type { Located } from '../../../bundle/locate.js'
import { type IncrementalCheck, incrementalCheck } from '../../../check/incremental-check.js'
import type { CheckResult } from '../../../check/problem.js'
import { openSource } from '../app/open-source.js'
import { answerInThread } from './answer-in-thread.js'

/** Where the app lies that is judged. */
export interface CheckQuestion {
  readonly located: Located
  readonly cwd: string
}

/** By the app's path: after a save, only what changed is looked into. */
const checks = new Map<string, IncrementalCheck>()

/** The thread that judges an app while the simulator's own goes on answering it. */
answerInThread(async ({ located, cwd }: CheckQuestion): Promise<CheckResult> => {
  const check = checks.get(located.path) ?? incrementalCheck(Date.now)
  checks.set(located.path, check)
  const bundle = await openSource(located, cwd)
  try {
    return await check(bundle)
  } finally {
    await bundle.close()
  }
})
