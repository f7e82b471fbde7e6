import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { beforeEach, describe, expect, it } from 'vitest'
import { type BrowserProcess, startProcess } from '../../../src/playtest/drivers/browser-process.js'
import { missing } from '../../support/vitest/missing.js'

/** Starts a program like itself, with the same output, and neither ever ends by itself. */
const HANGS = `
  const { spawn } = require('node:child_process')
  spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: ['ignore', 'ignore', 'inherit'] })
    .once('spawn', () => console.error('both run'))
  process.on('SIGTERM', () => {})
  setInterval(() => {}, 1e6)`

const start = (script: string, signal = new AbortController().signal): BrowserProcess =>
  startProcess(process.execPath, ['-e', script], process.platform, {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  })

/** Waits for both processes, and returns a promise that resolves once neither holds the output any more. */
const bothOf = async ({ errors }: BrowserProcess): Promise<{ readonly gone: Promise<unknown> }> => {
  if (errors === null) throw new Error('There is no output.')
  const gone = once(errors, 'close')
  const [line] = await once(createInterface({ input: errors }), 'line')
  expect(line).toBe('both run')
  return { gone }
}

describe('a program that is started for tests', () => {
  beforeEach(({ skip }) => skip(...missing.processGroups))

  it('ends with what it started when it is stopped, even if it ignores signals', async () => {
    const started = start(HANGS)
    const { gone } = await bothOf(started)
    await started.stop()
    await gone
    await expect(started.failed).rejects.toThrow(`${process.execPath} ended before its tests did.`)
    await started.stop()
  })

  it('ends with what it started when the run is aborted, and what waits for it hears why', async () => {
    const run = new AbortController()
    const started = start(HANGS, run.signal)
    const { gone } = await bothOf(started)
    run.abort(new Error('Interrupted.'))
    await gone
    await expect(started.failed).rejects.toThrow('Interrupted.')
  })

  it('does not outlive a run that was aborted before', async () => {
    const started = start(HANGS, AbortSignal.abort(new Error('Interrupted.')))
    await expect(started.failed).rejects.toThrow('Interrupted.')
  })

  it('reports a program that does not exist as one that ended', async () => {
    const started = startProcess('/no/such/browser', [], process.platform, {
      stdio: ['ignore', 'ignore', 'ignore'],
      signal: new AbortController().signal,
    })
    await expect(started.failed).rejects.toThrow('/no/such/browser ended before its tests did.')
    await started.stop()
  })
})
