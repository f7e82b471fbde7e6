import type { Located } from '../../bundle/locate.js'
import type { CheckResult } from '../../check/problem.js'
import { check } from '../../check/run.js'
import { answerInThread } from './answer-in-thread.js'
import { openSource } from './open-source.js'

/** Where the app lies that is judged. */
export interface CheckQuestion {
  readonly located: Located
  readonly cwd: string
}

/** The thread that judges an app while the simulator's own goes on answering it. */
answerInThread(async ({ located, cwd }: CheckQuestion): Promise<CheckResult> => {
  const bundle = await openSource(located, cwd)
  try {
    return await check(bundle)
  } finally {
    await bundle.close()
  }
})
