import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { usageFailure } from '../failure.js'
import type { JqInput, JqOutput } from './jq-filter.js'

/**
 * Filters JSON with jq.
 * @returns one value a line, each with its line end: texts as they are, everything else as JSON
 * @throws {Failure} `usage` if the filter is wrong or does not fit the JSON; `interrupted`
 */
export const runJq = async (input: JqInput, signal: AbortSignal): Promise<string> => {
  signal.throwIfAborted()
  const output = existsSync(WORKER) ? await inThread(input, signal) : await here(input)
  if (output.ok) return output.text === '' || output.text.endsWith('\n') ? output.text : `${output.text}\n`
  throw usageFailure(
    `The jq filter ${JSON.stringify(input.filter)} failed: ${plainReason(output.reason)}`,
    'To see the JSON, use --format json instead of --jq. For the syntax, see the jq manual.',
  )
}

const WORKER = fileURLToPath(new URL('../publish/jq-worker.js', import.meta.url))

/** From source there is no thread's file. */
const here = async (input: JqInput): Promise<JqOutput> => {
  const { filterJson } = await import('./jq-filter.js')
  return await filterJson(input)
}

const inThread = (input: JqInput, signal: AbortSignal): Promise<JqOutput> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, { workerData: input })
    const stop = (): void => {
      reject(signal.reason)
      void worker.terminate()
    }
    signal.addEventListener('abort', stop, { once: true })
    worker.once('message', (output: JqOutput) => resolve(output))
    // For example too much output for the memory.
    worker.once('error', (error) => resolve({ ok: false, reason: error.message }))
    worker.once('exit', () => {
      signal.removeEventListener('abort', stop)
      resolve({ ok: false, reason: 'it ended without an answer' })
    })
  })

/** The first line of jq's message, without its own name. */
const plainReason = (reason: string): string =>
  (reason.split('\n')[0] ?? '')
    .replace(/^jq: error(?: \(at [^)]*\))?: /, '')
    .replace(/ at <top-level>, line 1:$/, '')
    .trim()
