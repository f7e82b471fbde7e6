import { parentPort } from 'node:worker_threads'
import { Failure } from '../../../failure.js'
import type { ThreadAnswer, ThreadQuestion } from './thread.js'

/** The thread's side: answers each question. */
export const answerInThread = <Question, Answer>(answer: (question: Question) => Promise<Answer>): void => {
  const say = (said: ThreadAnswer<Answer>): void => parentPort?.postMessage(said)
  parentPort?.on('message', ({ id, question }: ThreadQuestion<Question>) => {
    answer(question).then(
      (given) => say({ id, answer: given }),
      (error: unknown) => say(error instanceof Failure ? { id, failure: told(error) } : { id, error }),
    )
  })
}

const told = ({ kind, message, remedy }: Failure) => ({
  kind,
  message,
  ...(remedy === undefined ? {} : { remedy }),
})
