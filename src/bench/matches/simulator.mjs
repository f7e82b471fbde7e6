// A simulator with a fast clock, so that the limit of 20 messages per second and player does not slow the bench
// down: simulator.mjs BUNDLE APP TIMES
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [, , bundle = '', app = '', times = ''] = process.argv
const { Simulator, serve, DataFolder, openFolder } = await import(pathToFileURL(bundle).href)

/** @param {unknown} error */
const onDefect = (error) => {
  throw error
}
const faster = Number(times)
const simulator = await Simulator.open({
  source: { folder: app, open: () => openFolder(app), check: async () => ({ problems: [] }) },
  project: app,
  data: await DataFolder.open(join(app, '.miniapp'), () => {}),
  clock: {
    // In whole milliseconds, as the machine's clock has them.
    now: () => Date.UTC(2026, 0, 1) + Math.floor(performance.now()) * faster,
    monotonic: () => performance.now(),
    /**
     * By the machine's time, as matches are sent to the panels; the host looks at its clock with every call anyway.
     * @param {number} milliseconds
     * @param {() => void} run
     */
    wake: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds)
      timer.unref()
      return () => clearTimeout(timer)
    },
  },
  randomness: { integer: (/** @type {number} */ bound) => Math.floor(Math.random() * bound) },
  makeByStandIn: () => Promise.reject(new Error('There is no AI in this benchmark.')),
  onEntry: () => {},
  onProblems: () => {},
  onNotice: () => {},
  onDefect,
})
const { port, token } = await serve(simulator, {
  port: 0,
  host: '127.0.0.1',
  hostNames: [],
  shellFolder: app,
  injectedScript: join(app, 'index.html'),
  onDefect,
})
process.send?.({ port, token })
process.on('message', () => process.send?.({ cpu: process.cpuUsage() }))
process.on('disconnect', () => process.exit())
