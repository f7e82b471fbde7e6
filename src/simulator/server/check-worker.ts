import { parentPort } from 'node:worker_threads'
import { check } from '../../check/run.js'
import type { CheckAnswer, CheckRequest } from './check-thread.js'
import { openSource } from './open-source.js'

/** The thread that judges an app while the simulator's own goes on answering it. */

parentPort?.on('message', ({ id, located, cwd }: CheckRequest) => {
  judge(located, cwd).then(
    (result) => answer({ id, result }),
    (error: unknown) => answer({ id, error }),
  )
})

const judge = async (located: CheckRequest['located'], cwd: string): ReturnType<typeof check> => {
  const bundle = await openSource(located, cwd)
  try {
    return await check(bundle)
  } finally {
    await bundle.close()
  }
}

const answer = (said: CheckAnswer): void => parentPort?.postMessage(said)
