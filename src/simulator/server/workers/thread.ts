import { existsSync } from 'node:fs'
import { parentPort, Worker } from 'node:worker_threads'
import { Failure, type FailureKind } from '../../../failure.js'
import { inDist } from '../../../in-dist.js'

/** A question to the thread. */
interface ThreadQuestion<Question> {
  readonly id: number
  readonly question: Question
}

type ThreadAnswer<Answer> =
  | { readonly id: number; readonly answer: Answer }
  /** Expected failures: as errors they would lose their kind and remedy. */
  | {
      readonly id: number
      readonly failure: { readonly kind: FailureKind; readonly message: string; readonly remedy?: string }
    }
  /** Thrown values keep their message and stack. */
  | { readonly id: number; readonly error: unknown }

/** The threads that the build creates, one file each. */
export type ThreadName = 'check-worker' | 'ai-worker'

/**
 * A thread for work that takes tens of milliseconds, during which the main thread could not answer calls or serve files. It
 * starts with the first question.
 */
export class Thread<Question, Answer> {
  readonly #name: ThreadName
  readonly #waiting = new Map<number, Waiting<Answer>>()
  #worker: Worker | null = null
  #lastId = 0

  constructor(name: ThreadName) {
    this.#name = name
  }

  /** Whether the thread's file exists. It does not if the tool runs from source and was not built. */
  get exists(): boolean {
    return existsSync(workerPath(this.#name))
  }

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#lastId += 1
      this.#waiting.set(this.#lastId, { resolve, reject })
      this.#worker ??= this.#start()
      // Only a pending answer keeps the process alive.
      this.#worker.ref()
      const message: ThreadQuestion<Question> = { id: this.#lastId, question }
      this.#worker.postMessage(message)
    })
  }

  /** Terminates the thread and its work. */
  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(workerPath(this.#name))
    worker.on('message', (message: ThreadAnswer<Answer>) => {
      const waiting = this.#waiting.get(message.id)
      this.#waiting.delete(message.id)
      if (this.#waiting.size === 0) worker.unref()
      if ('answer' in message) waiting?.resolve(message.answer)
      else if ('failure' in message)
        waiting?.reject(new Failure(message.failure.kind, message.failure.message, message.failure.remedy))
      else waiting?.reject(message.error)
    })
    worker.on('error', (error) => this.#fail(worker, error))
    worker.on('exit', () => this.#fail(worker, new Error(`The thread ${this.#name} ended.`)))
    return worker
  }

  /** Rejects all pending answers. The next question starts a new thread. */
  #fail(worker: Worker, error: unknown): void {
    if (this.#worker === worker) this.#worker = null
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}

interface Waiting<Answer> {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

const workerPath = (name: ThreadName): string => inDist('simulator', `${name}.js`)

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
