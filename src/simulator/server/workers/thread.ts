import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { Failure, type FailureKind } from '../../../failure.js'

/** What the thread is asked. */
export interface ThreadQuestion<Question> {
  readonly id: number
  readonly question: Question
}

export type ThreadAnswer<Answer> =
  | { readonly id: number; readonly answer: Answer }
  /** An expected failure would lose its kind and its remedy on the way. */
  | {
      readonly id: number
      readonly failure: { readonly kind: FailureKind; readonly message: string; readonly remedy?: string }
    }
  /** Thrown values come over with their message and their stack. */
  | { readonly id: number; readonly error: unknown }

/** The threads that the build makes, each of one file. */
export type ThreadName = 'check-worker' | 'ai-worker'

/**
 * Work of tens of milliseconds at a stretch, in which no call of an app would be answered and no file served, done in a
 * thread of its own. It starts with the first question, and asks for no more of the process than that.
 */
export class Thread<Question, Answer> {
  readonly #name: ThreadName
  readonly #waiting = new Map<number, Waiting<Answer>>()
  #worker: Worker | null = null
  #lastId = 0

  constructor(name: ThreadName) {
    this.#name = name
  }

  /** Whether there is such a thread to be had: not where the tool runs from its source, and was not built. */
  get exists(): boolean {
    return existsSync(workerPath(this.#name))
  }

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#lastId += 1
      this.#waiting.set(this.#lastId, { resolve, reject })
      this.#worker ??= this.#start()
      // Only who waits for an answer keeps the process alive.
      this.#worker.ref()
      const message: ThreadQuestion<Question> = { id: this.#lastId, question }
      this.#worker.postMessage(message)
    })
  }

  /** Ends the thread, and with it what it is at. */
  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(workerPath(this.#name))
    worker.on('message', (said: ThreadAnswer<Answer>) => {
      const waiting = this.#waiting.get(said.id)
      this.#waiting.delete(said.id)
      if (this.#waiting.size === 0) worker.unref()
      if ('answer' in said) waiting?.resolve(said.answer)
      else if ('failure' in said)
        waiting?.reject(new Failure(said.failure.kind, said.failure.message, said.failure.remedy))
      else waiting?.reject(said.error)
    })
    worker.on('error', (error) => this.#fail(worker, error))
    worker.on('exit', () => this.#fail(worker, new Error(`The thread ${this.#name} has ended.`)))
    return worker
  }

  /** Whoever waits is told; the next question starts another thread. */
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

/** Seen from a built chunk as well as from the source. */
const workerPath = (name: ThreadName): string => {
  const top = dirname(dirname(fileURLToPath(import.meta.url)))
  const folder = basename(top) === 'server' ? join(top, '..', '..', '..', 'dist') : top
  return join(folder, 'simulator', `${name}.js`)
}
