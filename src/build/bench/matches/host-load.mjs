// Plays so many matches of eight in a host without network or page, each player at 20 messages a second, and prints
// what that took: node --expose-gc host-load.mjs BUNDLE MATCHES SECONDS
import { pathToFileURL } from 'node:url'

const PLAYERS = 8
const PER_SECOND = 20

const [, , bundle = '', matchCount = '', secondCount = ''] = process.argv
const { Host, MovableClock, CallLog, SwitchBoard, MemoryStore } = await import(pathToFileURL(bundle).href)

const start = Date.UTC(2026, 0, 1)
/** @param {unknown} error */
const onDefect = (error) => {
  throw error
}
const clock = new MovableClock(
  { now: () => start, monotonic: () => performance.now(), wake: () => () => {} },
  onDefect,
)
const log = new CallLog(clock)
const store = new MemoryStore()
const switches = await SwitchBoard.open(store)
let drawn = 1
const randomness = {
  /** @param {number} bound */
  integer: (bound) => {
    drawn = (Math.imul(drawn, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((drawn / 2 ** 32) * bound)
  },
}
const host = await Host.open({ clock, log, store, switches, randomness, pictures: {}, onDefect })

const app = {
  id: 'ma_abcdefghij',
  name: 'Bench',
  version: '1.0.0',
  access: { type: 'free' },
  products: [],
  capabilities: {},
}
let delivered = 0
let ids = 0

/** @param {number} number */
const openSeat = async (number) => {
  /** @type {any} */
  let answer = null
  const session = host.openSession(app, await host.seat(number), {
    /** @param {any} message */
    send: (message) => {
      if (message.event === 'mp.message') delivered += 1
      else if ('id' in message) answer = message
    },
    ready: () => {},
    close: () => {},
    sheets: {
      kinds: ['nickname'],
      open: () => ({ choice: Promise.resolve({ nickname: `Person ${number % 1_000}` }), close: () => {} }),
    },
  })
  return {
    /**
     * @param {string} method
     * @param {unknown} params
     */
    call: async (method, params) => {
      ids += 1
      await session.receive({
        json: JSON.stringify({ service: 1, id: `i${ids}`, method, params }),
        gesture: true,
      })
      return answer
    },
    /** @param {string} json */
    post: (json) => session.receive({ json, gesture: false }),
  }
}

/** @type {Awaited<ReturnType<typeof openSeat>>[]} */
const seats = []
for (let match = 0; match < Number(matchCount); match++) {
  let code = ''
  for (let player = 0; player < PLAYERS; player++) {
    const seat = await openSeat(match * PLAYERS + player + 1)
    const entered =
      player === 0
        ? await seat.call('mp.host', { max_players: PLAYERS })
        : await seat.call('mp.join', { code })
    code = entered.result.match.code
    seats.push(seat)
  }
}

const heap = () => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1_048_576
}

const checkpoints = []
const before = process.cpuUsage()
const began = performance.now()
let spared = 0
for (let second = 0; second < Number(secondCount); second++) {
  for (let turn = 0; turn < PER_SECOND; turn++) {
    await Promise.all(
      seats.map((seat, index) =>
        seat.post(
          `{"service":1,"id":"s${index}","method":"mp.send","params":{"data":{"t":"pos","x":${index},"y":${turn},"vx":0.25,"vy":-1.5,"n":${second}}}}`,
        ),
      ),
    )
    clock.advance(1_000 / PER_SECOND)
  }
  if ((second + 1) % 60 === 0) {
    const from = process.cpuUsage()
    checkpoints.push({ second: second + 1, heap: heap() })
    const used = process.cpuUsage(from)
    spared += used.user + used.system
  }
}
const used = process.cpuUsage(before)
const sent = seats.length * PER_SECOND * Number(secondCount)
if (delivered !== sent * (PLAYERS - 1))
  throw new Error(`${delivered} messages arrived of ${sent * (PLAYERS - 1)}.`)
console.log(
  JSON.stringify({
    sent,
    delivered,
    cpuMs: (used.user + used.system - spared) / 1_000,
    wallMs: performance.now() - began,
    checkpoints,
  }),
)
