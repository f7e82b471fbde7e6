import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { bundleSources } from './matches/bundle-sources.mjs'
import { relayPlayers, simulatorPlayers } from './matches/players.mjs'
import { median, percentile } from './measure.mjs'

const PLAYERS = 8
const MESSAGES_PER_ROUND = 3_000
/** Messages in flight: enough that no player waits for another. */
const UNDER_WAY = 64
const STEADY_PER_SECOND = 2_000
/** How much faster the simulator's clock runs: players may send 20 messages per second of it. */
const FASTER = 250
const STALLED_MS = 20_000

/**
 * Matches: only the host, and through the simulator's WebSockets against a bare relay.
 * @param {import('./bench.mjs').BenchContext} context
 */
export default async (context) => [...(await hostAlone(context)), ...(await throughSockets(context))]

/** @param {string} name */
const script = (name) => fileURLToPath(new URL(`./matches/${name}`, import.meta.url))

/** @param {import('./bench.mjs').BenchContext} context */
const hostAlone = async (context) => {
  const bundle = await bundleSources('host', { '../test/support/rigs/host-rig.ts': ['hostRig'] })
  /**
   * @param {number} matches
   * @param {number} seconds
   */
  const play = async (matches, seconds) => {
    context.note(`${matches} matches of ${PLAYERS} for ${seconds} s of the host's time`)
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--expose-gc',
      script('host-load.mjs'),
      bundle,
      String(matches),
      String(seconds),
    ])
    return JSON.parse(stdout)
  }
  const matches = context.some(500, 100)
  const seconds = context.some(5, 1)
  const { sent, delivered, cpuMs } = await play(matches, seconds)
  const minutes = context.some(10, 3)
  const steady = context.some(10, 2)
  const { checkpoints } = await play(steady, minutes * 60)
  const [, early] = checkpoints
  const late = checkpoints.at(-1)
  return [
    {
      name: `${matches} matches of 8 at 20 messages a second in the host only, of one core`,
      value: cpuMs / (seconds * 1_000),
      unit: 'cores',
      goal: null,
      detail: `${sent / seconds} in and ${delivered / seconds} out a second, all of them in the log`,
    },
    {
      name: `memory after ${minutes} minutes of ${steady} such matches, against after 2`,
      value: late.heap / early.heap,
      unit: '×',
      goal: 1.1,
      detail: `${early.heap.toFixed(0)} MB, then ${late.heap.toFixed(0)} MB`,
    },
  ]
}

/** @param {import('./bench.mjs').BenchContext} context */
const throughSockets = async (context) => {
  const bundle = await bundleSources('simulator', {
    'simulator/server/simulator.ts': ['Simulator'],
    'simulator/server/serve.ts': ['serve'],
    'simulator/server/data/data-folder.ts': ['DataFolder'],
    'bundle/folder.ts': ['openFolder'],
  })
  const app = join(context.folder, 'played')
  await mkdir(app)
  await writeFile(join(app, 'index.html'), '<!doctype html>')
  await writeFile(join(app, 'manifest.json'), JSON.stringify(MANIFEST))
  const relay = await start(script('relay.mjs'), [])
  const simulator = await start(script('simulator.mjs'), [bundle, app, String(FASTER)])
  try {
    const sides = {
      relay: { child: relay, players: await relayPlayers(relay.ready.port, PLAYERS) },
      simulator: {
        child: simulator,
        players: await simulatorPlayers(simulator.ready.port, simulator.ready.token, PLAYERS),
      },
    }
    /** @type {Record<typeof NAMES[number], { perSecond: number[], cpu: number[] }>} */
    const measured = { relay: { perSecond: [], cpu: [] }, simulator: { perSecond: [], cpu: [] } }
    for (let round = -context.some(2, 1); round < context.some(9, 2); round++)
      // Alternate, so that neither is always first.
      for (const name of round % 2 === 0 ? NAMES : NAMES.toReversed()) {
        const { child, players } = sides[name]
        await players.meet()
        const before = await child.cpuMs()
        const seconds = await flood(players)
        context.note(`${name}: ${(MESSAGES_PER_ROUND / seconds).toFixed(0)} messages a second`)
        const cpu = (await child.cpuMs()) - before
        if (round < 0) continue
        measured[name].perSecond.push(MESSAGES_PER_ROUND / seconds)
        measured[name].cpu.push((cpu * 1_000) / MESSAGES_PER_ROUND)
      }
    await sides.simulator.players.meet()
    const steadySeconds = context.some(5, 1)
    const delays = await steadily(sides.simulator.players, steadySeconds)
    const rate = { relay: median(measured.relay.perSecond), simulator: median(measured.simulator.perSecond) }
    const cpu = { relay: median(measured.relay.cpu), simulator: median(measured.simulator.cpu) }
    return [
      {
        name: 'messages a second through the simulator, against a bare relay of the same fan-out',
        value: medianRatio(measured.simulator.perSecond, measured.relay.perSecond),
        unit: '×',
        goal: 0.7,
        atLeast: true,
        detail: `${rate.simulator.toFixed(0)} against ${rate.relay.toFixed(0)} a second`,
      },
      {
        name: "the server's CPU a message, against that relay's",
        value: medianRatio(measured.simulator.cpu, measured.relay.cpu),
        unit: '×',
        goal: null,
        detail: `${cpu.simulator.toFixed(0)} against ${cpu.relay.toFixed(0)} µs; what else the machine does changes this less than the rate`,
      },
      {
        name: `delivery at ${STEADY_PER_SECOND} messages a second, p99`,
        value: percentile(delays, 0.99),
        unit: 'ms',
        goal: 50,
        detail: `median ${median(delays).toFixed(1)} ms, ${delays.length} of ${STEADY_PER_SECOND * steadySeconds * (PLAYERS - 1)} deliveries`,
      },
    ]
  } finally {
    relay.stop()
    simulator.stop()
  }
}

const NAMES = /** @type {const} */ (['relay', 'simulator'])

/**
 * The median of the rounds, so that other work on the machine in one round has no effect.
 * @param {readonly number[]} ours
 * @param {readonly number[]} theirs of the same rounds
 */
const medianRatio = (ours, theirs) => median(ours.map((figure, round) => figure / (theirs[round] ?? 0)))

const MANIFEST = {
  service_miniapp: 1,
  app_id: 'ma_abcdefghij',
  version: '1.0.0',
  name: 'Bench',
  summary: 'A match for the bench',
  age_rating: '4+',
  icon: 'icon.png',
  access: { type: 'free' },
}

/**
 * @param {string} file
 * @param {readonly string[]} words
 */
const start = async (file, words) => {
  const child = fork(file, words, { stdio: 'inherit' })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} ended with ${code}.`)
  })
  const [ready] = await Promise.race([once(child, 'message'), ended])
  // Later it is stopped on purpose.
  ended.catch(() => undefined)
  return {
    ready,
    /** How much CPU it has used, in milliseconds. */
    cpuMs: async () => {
      child.send('cpu')
      const [{ cpu }] = await once(child, 'message')
      return (cpu.user + cpu.system) / 1_000
    },
    stop: () => child.kill(),
  }
}

/**
 * Sends messages as fast as possible. Returns the seconds it took.
 * @param {import('./matches/players.mjs').Players} players
 */
const flood = async (players) => {
  const began = performance.now()
  const each = PLAYERS - 1
  let sent = 0
  let delivered = 0
  const fill = () => {
    for (; sent < MESSAGES_PER_ROUND && sent * each - delivered < UNDER_WAY * each; sent++)
      players.send(sent % PLAYERS, sent)
  }
  const all = deliveries(players, MESSAGES_PER_ROUND * each, () => {
    delivered += 1
    fill()
  })
  fill()
  await all
  return (performance.now() - began) / 1_000
}

/**
 * Sends at a steady rate. Returns how long each delivery took, in milliseconds. After a long pause the machine
 * sends a burst, of which the host drops all but 40 per player (8.3): those are not deliveries.
 * @param {import('./matches/players.mjs').Players} players
 * @param {number} seconds
 */
const steadily = async (players, seconds) => {
  const began = performance.now()
  const total = STEADY_PER_SECOND * seconds
  /** @type {number[]} */
  const sentAt = []
  /** @type {number[]} */
  const delays = []
  players.onDelivery((number) => delays.push(performance.now() - (sentAt[number] ?? 0)))
  await new Promise((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(total, Math.floor(((performance.now() - began) / 1_000) * STEADY_PER_SECOND))
      while (sentAt.length < due) {
        sentAt.push(performance.now())
        players.send(sentAt.length % PLAYERS, sentAt.length - 1)
      }
      if (due < total) return
      clearInterval(timer)
      // Later messages miss the goal anyway, and are not counted.
      setTimeout(resolve, 2_000)
    }, 1)
  })
  return delays
}

/**
 * Waits until a number of messages is delivered, but not for ever if the server loses one.
 * @param {import('./matches/players.mjs').Players} players
 * @param {number} count
 * @param {(number: number) => void} onEach
 * @returns {Promise<void>}
 */
const deliveries = (players, count, onEach) =>
  new Promise((resolve, reject) => {
    let delivered = 0
    let before = 0
    const watch = setInterval(() => {
      if (delivered === before) {
        clearInterval(watch)
        reject(new Error(`Timed out: ${delivered} of ${count} messages arrived.`))
      }
      before = delivered
    }, STALLED_MS)
    players.onDelivery((number) => {
      delivered += 1
      onEach(number)
      if (delivered !== count) return
      clearInterval(watch)
      resolve()
    })
  })
