/// <reference path="../sdk/service-miniapp.d.ts" />
import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from 'playwright-core'
import { CHROME_ARGUMENTS, findOrInstallChrome } from '../build/browsers.mjs'
import { median, percentile, residentBytes, timeOf } from './measure.mjs'

/**
 * What is read here of a line that `dev --format json` prints: `ready`, or an entry of the log.
 * @typedef {{ event?: string, url: string, kind?: string, method?: string }} Line
 */

/**
 * The simulator: the time until it listens, until a saved file is on screen, and until a call is answered.
 * @param {import('./bench.mjs').BenchContext} context
 * @returns {Promise<import('./measure.mjs').Row[]>}
 */
export default async (context) => {
  const counts = {
    starts: context.some(7, 2),
    saves: context.some(15, 2),
    reads: context.some(300, 50),
    // Below the platform's 120 writes per minute, with the warm-up.
    writes: context.some(100, 20),
    moreCalls: context.some(10_000, 500),
  }
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
  for (let n = 0; n < counts.starts; n++) {
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
    const { reads, writes } = await roundTrips(page, counts)
    const memory = await memoryOfCalls(simulator, page, counts.moreCalls)
    const shares = await sharesToSheet(page, context.some(5, 2))
    const saves = await savesToReload(simulator, join(app, 'index.html'), counts.saves)
    return [
      {
        name: '`dev` from start to serving',
        value: median(starts),
        unit: 'ms',
        goal: 600,
        detail: `median of ${counts.starts}`,
      },
      {
        name: 'a saved file to the reloaded frame calling `ready`',
        value: median(saves),
        unit: 'ms',
        goal: 200,
        detail: `median of ${counts.saves}`,
      },
      {
        name: '`storage.get` in the browser, median',
        value: median(reads),
        unit: 'ms',
        goal: 5,
        detail: `${counts.reads} calls`,
      },
      {
        name: '`storage.get` in the browser, p99',
        value: percentile(reads, 0.99),
        unit: 'ms',
        goal: 20,
        detail: `${counts.reads} calls`,
      },
      {
        name: '`storage.set` in the browser, median',
        value: median(writes),
        unit: 'ms',
        goal: 15,
        detail: `${counts.writes} calls`,
      },
      {
        name: '`share` of a 4.4 MB PNG, from the tap to the sheet',
        value: median(shares),
        unit: 'ms',
        goal: 300,
        detail: `median of ${shares.length}`,
      },
      {
        name: `memory of the server after ${counts.moreCalls.toLocaleString('en')} calls more`,
        value: memory.server,
        unit: 'MB more',
        goal: 16,
        detail: `after ${counts.moreCalls.toLocaleString('en')} that fill the log`,
      },
      {
        name: `memory of the page after ${counts.moreCalls.toLocaleString('en')} calls more`,
        value: memory.page,
        unit: 'MB more',
        goal: 4,
        detail: 'only scripts, after collecting garbage',
      },
    ]
  } finally {
    await browser.close()
    await simulator.stop()
  }
}

/**
 * Milliseconds from the tap on a button that shares a large picture to the sheet.
 * @param {import('playwright-core').Page} page
 * @param {number} count
 */
const sharesToSheet = async (page, count) => {
  const app = page.frames().find((candidate) => candidate.parentFrame() !== null)
  if (app === undefined) throw new Error('The shell shows no app.')
  await app.evaluate(SHARE_BUTTON)
  const sheet = page.getByRole('dialog', { name: 'Share' })
  const times = []
  for (let n = 0; n < count; n++) {
    const shown = page.evaluate(SHARE_SHOWN)
    const tapped = app.evaluate(TAPPED)
    await app.getByRole('button', { name: 'Share it' }).click()
    times.push(Number(await shown) - Number(await tapped))
    await sheet.getByRole('button', { name: 'Close' }).click()
    await sheet.waitFor({ state: 'detached' })
  }
  return times
}

/** Adds a button to the app that shares a picture without any order, which PNG cannot make smaller. */
const SHARE_BUTTON = `
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1200
  const noise = new ImageData(canvas.width, canvas.height)
  for (let at = 0; at < noise.data.length; at++) noise.data[at] = at % 4 === 3 ? 255 : Math.random() * 256
  canvas.getContext('2d').putImageData(noise, 0, 0)
  const image = canvas.toDataURL('image/png')
  const button = document.createElement('button')
  button.textContent = 'Share it'
  button.style.cssText = 'position: fixed; left: 0; top: 0; z-index: 9999'
  button.addEventListener('click', () => Service.share({ image }))
  void document.body.append(button)`

const NOW = 'performance.timeOrigin + performance.now()'

const SHARE_SHOWN = `new Promise((resolve) => {
  const observer = new MutationObserver(() => {
    if (document.querySelector('.share-picture') === null) return
    observer.disconnect()
    resolve(${NOW})
  })
  observer.observe(document.body, { childList: true, subtree: true })
})`

const TAPPED = `new Promise((resolve) => {
  addEventListener('click', () => resolve(${NOW}), { capture: true, once: true })
})`

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
  /** @type {Set<(line: Line) => void>} */
  const listeners = new Set()
  createInterface({ input: child.stdout }).on('line', (line) => {
    for (const listener of listeners) listener(JSON.parse(line))
  })
  /**
   * @param {(line: Line) => boolean} matches
   * @returns {Promise<Line>}
   */
  const next = (matches) =>
    new Promise((resolve) => {
      /** @param {Line} line */
      const listener = (line) => {
        if (!matches(line)) return
        listeners.delete(listener)
        resolve(line)
      }
      listeners.add(listener)
    })
  const ready = await next((line) => line.event === 'ready')
  return {
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

/**
 * @param {import('playwright-core').Page} page
 * @param {{ readonly reads: number, readonly writes: number }} counts
 */
const roundTrips = async (page, counts) => {
  const frame = page.frames().find((candidate) => candidate.parentFrame() !== null)
  if (frame === undefined) throw new Error('The shell shows no app.')
  return frame.evaluate(
    async ([readCount, writeCount]) => {
      /** @type {ServiceMiniapp.Sdk} */
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
    /** @type {const} */ ([counts.reads, counts.writes]),
  )
}

/**
 * How much more memory server and page use after many calls, when all bounded buffers are full.
 * @param {Awaited<ReturnType<typeof startSimulator>>} simulator
 * @param {import('playwright-core').Page} page
 * @param {number} moreCalls
 */
const memoryOfCalls = async (simulator, page, moreCalls) => {
  const frame = page.frames().find((candidate) => candidate.parentFrame() !== null)
  if (frame === undefined) throw new Error('The shell shows no app.')
  const devtools = await page.context().newCDPSession(page)
  const call = () =>
    frame.evaluate(async (count) => {
      /** @type {ServiceMiniapp.Sdk} */
      const service = Reflect.get(globalThis, 'Service')
      for (let n = 0; n < count; n++) await service.storage.get('bench')
    }, moreCalls)
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

/**
 * @param {Awaited<ReturnType<typeof startSimulator>>} simulator
 * @param {string} file
 * @param {number} count
 */
const savesToReload = async (simulator, file, count) => {
  const text = await readFile(file, 'utf8')
  const times = []
  for (let n = 0; n < count; n++) {
    const called = simulator.nextCall('ready')
    const start = performance.now()
    await writeFile(file, `${text}<!-- ${n} -->\n`)
    await called
    times.push(performance.now() - start)
  }
  return times
}
