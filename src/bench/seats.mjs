import { once } from 'node:events'
import { WebSocket } from 'ws'

/**
 * @typedef {object} Seat
 * @property {(method: string, params: object) => Promise<unknown>} call calls the host as the app does, and returns the result
 * @property {(data: object) => void} send sends a message to the other players, and waits for nothing
 * @property {() => void} close
 */

/** At most this many messages under way: enough that no player waits for another, and none is sent too fast (8.3). */
const UNDER_WAY = 64
const STALLED_MS = 20_000

/**
 * Opens seats of a simulator, each on a socket of its own, as the pages of its windows do.
 * @param {{ url: string, token: string }} ready
 * @param {number} count
 * @param {() => void} [onMessage] called for each message of a match that reaches a player
 * @returns {Promise<Seat[]>}
 */
export const openSeats = ({ url, token }, count, onMessage = () => {}) =>
  Promise.all(Array.from({ length: count }, (_, index) => openSeat(url, token, index + 1, onMessage)))

/**
 * @param {string} url
 * @param {string} token
 * @param {number} number
 * @param {() => void} onMessage
 * @returns {Promise<Seat>}
 */
const openSeat = async (url, token, number, onMessage) => {
  const { origin } = new URL(url)
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/socket`, { origin })
  await once(socket, 'open')
  /** @param {import('../simulator/shell-messages.js').ShellMessage} message */
  const tell = (message) => socket.send(JSON.stringify(message))
  /** @type {Map<string, (answer: import('../platform/envelope.js').Answer) => void>} */
  const waiting = new Map()
  socket.on('message', (data) => {
    const text = String(data)
    // Found without parsing, as it comes thousands of times.
    if (text.includes('"mp.message"')) return onMessage()
    /** @type {import('../simulator/messages.js').SeatMessage} */
    const message = JSON.parse(text)
    if (message.type === 'sheet-opened')
      tell({ type: 'sheet-choice', sheet: message.sheet, choice: { nickname: `Person ${number}` } })
    else if (message.type === 'to-app' && 'id' in message.message)
      waiting.get(message.message.id)?.(message.message)
  })
  tell({ type: 'hello', seat: number, token, sheets: ['nickname'] })
  tell({ type: 'frame-opened', frame: 1 })
  let calls = 0
  /**
   * @param {string} method
   * @param {object} params
   * @param {boolean} gesture
   */
  const request = (method, params, gesture) => {
    const id = `call-${calls++}`
    tell({ type: 'request', frame: 1, json: JSON.stringify({ service: 1, id, method, params }), gesture })
    return id
  }
  return {
    call: async (method, params) => {
      const id = request(method, params, true)
      const answer = await new Promise((resolve) => waiting.set(id, resolve))
      if ('error' in answer) throw new Error(`${method}: ${answer.error.message}`)
      return answer.result
    },
    send: (data) => void request('mp.send', { data }, false),
    close: () => socket.close(),
  }
}

/**
 * Plays a match of all seats, in which they send as fast as they can.
 * @param {{ url: string, token: string }} ready of a simulator whose clock is fast: players may send 20 messages a second
 * @param {number} count of seats
 * @param {number} messages
 * @returns {Promise<number>} the milliseconds from the first message to the last delivery
 */
export const playMatch = async (ready, count, messages) => {
  let sent = 0
  let delivered = 0
  let step = () => {}
  const seats = await openSeats(ready, count, () => {
    delivered += 1
    step()
  })
  const [first, ...others] = seats
  const hosted = /** @type {{ match: { code: string } }} */ (
    await first?.call('mp.host', { max_players: count })
  )
  for (const seat of others) await seat.call('mp.join', { code: hosted.match.code })
  const started = performance.now()
  await new Promise((resolve, reject) => {
    const stalled = setTimeout(
      () => reject(new Error(`Timed out: ${delivered} of ${messages * others.length} messages arrived.`)),
      STALLED_MS,
    )
    step = () => {
      for (; sent < messages && sent - delivered / others.length < UNDER_WAY; sent++)
        seats[sent % count]?.send({ n: sent, t: 'pos', x: 102.5, y: -33.25, vx: 0.25, vy: -1.5 })
      if (delivered < messages * others.length) return
      clearTimeout(stalled)
      resolve(undefined)
    }
    step()
  })
  const took = performance.now() - started
  for (const seat of seats) seat.close()
  return took
}
