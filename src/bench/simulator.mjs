import { execFileSync, spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from 'playwright-core'
import { CHROME_ARGUMENTS, findOrInstallChrome } from '../build/chrome.mjs'
import { median, percentile, timeOf } from './measure.mjs'

const STARTS = 7
const SAVES = 15
const READS = 300
// Under the platform's 120 writes a minute, and the warm-up writes too.
const WRITES = 100
const MORE_CALLS = 10_000

/**
 * The simulator: how long until it serves, until a saved file is on the screen, and until a call is answered.
 * @param {import('./bench.mjs').BenchContext} context
 * @returns {Promise<import('./measure.mjs').Row[]>}
 */
export default async (context) => {
  const app = join(context.folder, 'simulated')
  await timeOf({
    command: process.execPath,
    words: [
      context.binary,
      'init',
      app,
      '--template',
      'blank',
      '--name',
      'Bench',
      '--app-id',
      'ma_benchbench',
    ],
  })

  const starts = []
  for (let n = 0; n < STARTS; n++) {
    const started = performance.now()
    const simulator = await startSimulator(context, app)
    starts.push(performance.now() - started)
    await simulator.stop()
  }

  const simulator = await startSimulator(context, app)
  const browser = await chromium.launch({ executablePath: findOrInstallChrome(), args: CHROME_ARGUMENTS })
  try {
    const page = await browser.newPage()
    const opened = simulator.nextCall('ready')
    await page.goto(simulator.url)
    await opened
    const { reads, writes } = await roundTrips(page)
    const memory = await memoryOfCalls(simulator, page)
    const saves = await savesToReload(simulator, join(app, 'index.html'))
    return [
      {
        name: '`dev` from start to serving',
        value: median(starts),
        unit: 'ms',
        goal: 600,
        detail: `median of ${STARTS}`,
      },
      {
        name: 'a saved file to the reloaded frame calling `ready`',
        value: median(saves),
        unit: 'ms',
        goal: 200,
        detail: `median of ${SAVES}`,
      },
      {
        name: '`storage.get` in the browser, median',
        value: median(reads),
        unit: 'ms',
        goal: 5,
        detail: `${READS} calls`,
      },
      {
        name: '`storage.get` in the browser, p99',
        value: percentile(reads, 0.99),
        unit: 'ms',
        goal: 20,
        detail: `${READS} calls`,
      },
      {
        name: '`storage.set` in the browser, median',
        value: median(writes),
        unit: 'ms',
        goal: 15,
        detail: `${WRITES} calls`,
      },
      {
        name: `memory of the server after ${MORE_CALLS.toLocaleString('en')} calls more`,
        value: memory.server,
        unit: 'MB more',
        goal: 16,
        detail: `after ${MORE_CALLS.toLocaleString('en')} that fill the log`,
      },
      {
        name: `memory of the page after ${MORE_CALLS.toLocaleString('en')} calls more`,
        value: memory.page,
        unit: 'MB more',
        goal: 4,
        detail: 'scripts alone, after collecting garbage',
      },
    ]
  } finally {
    await browser.close()
    await simulator.stop()
  }
}

/**
 * @param {import('./bench.mjs').BenchContext} context
 * @param {string} app
 */
const startSimulator = async (context, app) => {
  const child = spawn(
    process.execPath,
    [context.binary, 'dev', app, '--port', '0', '--no-open', '--fresh', '--format', 'json'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = new Promise((resolve) => child.once('close', resolve))
  /** @type {Set<(line: any) => void>} */
  const listeners = new Set()
  createInterface({ input: child.stdout }).on('line', (line) => {
    for (const listener of listeners) listener(JSON.parse(line))
  })
  /** @param {(line: any) => boolean} matches */
  const next = (matches) =>
    new Promise((resolve) => {
      /** @param {any} line */
      const listener = (line) => {
        if (!matches(line)) return
        listeners.delete(listener)
        resolve(line)
      }
      listeners.add(listener)
    })
  const ready = await next((line) => line.event === 'ready')
  return {
    /** @type {string} */
    url: ready.url,
    pid: child.pid ?? 0,
    /** @param {string} method */
    nextCall: (method) => next((line) => line.kind === 'call' && line.method === method),
    stop: async () => {
      child.kill('SIGINT')
      await ended
    },
  }
}

/** @param {import('playwright-core').Page} page */
const roundTrips = async (page) => {
  const frame = page.frames().find((candidate) => candidate.parentFrame() !== null)
  if (frame === undefined) throw new Error('The shell shows no app.')
  return frame.evaluate(
    async ([readCount, writeCount]) => {
      /** @type {any} */
      const service = Reflect.get(globalThis, 'Service')
      /**
       * @param {number} count
       * @param {(n: number) => Promise<unknown>} call
       */
      const timed = async (count, call) => {
        const times = []
        for (let n = 0; n < count; n++) {
          const start = performance.now()
          await call(n)
          times.push(performance.now() - start)
        }
        return times
      }
      await service.storage.set('bench', 'warm')
      await timed(20, () => service.storage.get('bench'))
      const reads = await timed(readCount, () => service.storage.get('bench'))
      const writes = await timed(writeCount, (n) => service.storage.set('bench', String(n)))
      return { reads, writes }
    },
    /** @type {const} */ ([READS, WRITES]),
  )
}

/**
 * How much more memory server and page take after many calls, once as many have filled what is bounded.
 * @param {Awaited<ReturnType<typeof startSimulator>>} simulator
 * @param {import('playwright-core').Page} page
 */
const memoryOfCalls = async (simulator, page) => {
  const frame = page.frames().find((candidate) => candidate.parentFrame() !== null)
  if (frame === undefined) throw new Error('The shell shows no app.')
  const devtools = await page.context().newCDPSession(page)
  const call = () =>
    frame.evaluate(async (count) => {
      /** @type {any} */
      const service = Reflect.get(globalThis, 'Service')
      for (let n = 0; n < count; n++) await service.storage.get('bench')
    }, MORE_CALLS)
  const measure = async () => {
    await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    return { server: residentBytes(simulator.pid) / 1_048_576, page: usedSize / 1_048_576 }
  }
  await call()
  const before = await measure()
  await call()
  const after = await measure()
  return { server: after.server - before.server, page: after.page - before.page }
}

/** @param {number} pid */
const residentBytes = (pid) =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1_024

/**
 * @param {Awaited<ReturnType<typeof startSimulator>>} simulator
 * @param {string} file
 */
const savesToReload = async (simulator, file) => {
  const text = await readFile(file, 'utf8')
  const times = []
  for (let n = 0; n < SAVES; n++) {
    const called = simulator.nextCall('ready')
    const start = performance.now()
    await writeFile(file, `${text}<!-- ${n} -->\n`)
    await called
    times.push(performance.now() - start)
  }
  return times
}
