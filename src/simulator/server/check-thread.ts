import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Located } from '../../bundle/locate.js'
import type { CheckResult } from '../../check/problem.js'

/** What the thread is asked. */
export interface CheckRequest {
  readonly id: number
  readonly located: Located
  readonly cwd: string
}

export type CheckAnswer =
  | { readonly id: number; readonly result: CheckResult }
  /** Thrown values come over with their message and their stack. */
  | { readonly id: number; readonly error: unknown }

/**
 * Judges an app in a thread of its own: a check takes tens of milliseconds at a stretch, in which no call of the app
 * would be answered and no file served.
 */
export class CheckThread {
  readonly #located: Located
  readonly #cwd: string
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | null = null
  #asked = 0

  constructor(located: Located, cwd: string) {
    this.#located = located
    this.#cwd = cwd
  }

  /** Whether there is a thread to be had: not where the tool runs from its source. */
  static get exists(): boolean {
    return existsSync(workerPath())
  }

  check(): Promise<CheckResult> {
    return new Promise((resolve, reject) => {
      this.#asked += 1
      this.#waiting.set(this.#asked, { resolve, reject })
      this.#worker ??= this.#start()
      // Only who waits for an answer keeps the process alive.
      this.#worker.ref()
      const request: CheckRequest = { id: this.#asked, located: this.#located, cwd: this.#cwd }
      this.#worker.postMessage(request)
    })
  }

  /** Ends the thread, and with it what it is at. */
  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(workerPath())
    worker.on('message', (answer: CheckAnswer) => {
      const waiting = this.#waiting.get(answer.id)
      this.#waiting.delete(answer.id)
      if (this.#waiting.size === 0) worker.unref()
      if ('result' in answer) waiting?.resolve(answer.result)
      else waiting?.reject(answer.error)
    })
    worker.on('error', (error) => this.#fail(worker, error))
    worker.on('exit', () => this.#fail(worker, new Error('The thread that checks the app has ended.')))
    return worker
  }

  /** Whoever waits is told; the next check starts another thread. */
  #fail(worker: Worker, error: unknown): void {
    if (this.#worker === worker) this.#worker = null
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}

interface Waiting {
  readonly resolve: (result: CheckResult) => void
  readonly reject: (error: unknown) => void
}

/** Seen from a built chunk as well as from the source. */
const workerPath = (): string => {
  const top = dirname(dirname(fileURLToPath(import.meta.url)))
  const folder = basename(top) === 'simulator' ? join(top, '..', '..', 'dist') : top
  return join(folder, 'simulator', 'check-worker.js')
}
