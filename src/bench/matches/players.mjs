import { once } from 'node:events'
import { WebSocket } from 'ws'

/**
 * Players on sockets, on any server: what one sends reaches all others.
 * @typedef {object} Players
 * @property {() => Promise<void>} meet begins a match of them all
 * @property {(player: number, number: number) => void} send a message that carries a number
 * @property {(listener: (number: number) => void) => void} onDelivery called with each message that reaches anybody
 */

/**
 * The result of `mp.host` and `mp.join` for a player who is in the match now.
 * @typedef {Extract<import('../../platform/calls/shapes.js').ResultOf<'mp.host'>, { status: 'joined' }>} Joined
 */

/** @param {number} number what a game sends many times a second, about as long */
const payload = (number) => `{"n":${number},"t":"pos","x":102.5,"y":-33.25,"vx":0.25,"vy":-1.5}`

/** Found without parsing, so that the players cost the same with both servers. */
const NUMBER = /\{"n":(\d+)/

/**
 * @param {number} port
 * @param {string} path
 */
const connect = async (port, path) => {
  const origin = `http://localhost:${port}`
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, {
    origin,
    headers: { host: `localhost:${port}` },
  })
  await once(socket, 'open')
  return socket
}

/**
 * @param {number} port
 * @param {number} count
 * @returns {Promise<Players>}
 */
export const relayPlayers = async (port, count) => {
  const sockets = await Promise.all(Array.from({ length: count }, () => connect(port, '/')))
  /** @type {(number: number) => void} */
  let deliver = () => {}
  for (const socket of sockets)
    socket.on('message', (data) => deliver(Number(NUMBER.exec(String(data))?.[1])))
  return {
    meet: async () => {},
    send: (player, number) => sockets[player]?.send(payload(number)),
    onDelivery: (listener) => {
      deliver = listener
    },
  }
}

/**
 * @param {number} port
 * @param {string} token
 * @param {number} count
 * @returns {Promise<Players>}
 */
export const simulatorPlayers = async (port, token, count) => {
  /** @type {(number: number) => void} */
  let deliver = () => {}
  // The developer's panels watch, with the whole log.
  const panels = await connect(port, '/socket')
  panels.send(JSON.stringify({ type: 'observe', token }))
  panels.on('message', () => {})
  let frame = 0
  let ids = 0
  const seats = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const socket = await connect(port, '/socket')
      /** @type {(answer: { message: { result: Joined } }) => void} */
      let answered = () => {}
      socket.on('message', (data) => {
        const text = String(data)
        if (text.includes('"mp.message"')) deliver(Number(NUMBER.exec(text)?.[1]))
        else if (text.includes('"sheet-opened"')) {
          const { sheet } = JSON.parse(text)
          const choice = { nickname: `Person ${index}` }
          socket.send(JSON.stringify({ type: 'sheet-choice', sheet, choice }))
        } else if (text.includes('"joined"') && text.includes('"match"')) answered(JSON.parse(text))
      })
      socket.send(JSON.stringify({ type: 'hello', seat: index + 1, token, sheets: ['nickname'] }))
      return {
        socket,
        /**
         * @param {string} method
         * @param {object} params
         * @returns {Promise<string>} the match's code
         */
        enter: (method, params) =>
          new Promise((resolve) => {
            answered = ({ message }) => resolve(message.result.match.code)
            ids += 1
            const json = JSON.stringify({ service: 1, id: `e${ids}`, method, params })
            socket.send(JSON.stringify({ type: 'request', frame, json, gesture: true }))
          }),
      }
    }),
  )
  return {
    // A new match each time: at this pace, the four hours of a match and the twelve of a session end soon.
    meet: async () => {
      frame += 1
      for (const { socket } of seats) socket.send(JSON.stringify({ type: 'frame-opened', frame }))
      let code = ''
      for (const seat of seats)
        code =
          code === ''
            ? await seat.enter('mp.host', { max_players: count })
            : await seat.enter('mp.join', { code })
    },
    send: (player, number) => {
      ids += 1
      const json = `{"service":1,"id":"s${ids}","method":"mp.send","params":{"data":${payload(number)}}}`
      seats[player]?.socket.send(JSON.stringify({ type: 'request', frame, json, gesture: false }))
    },
    onDelivery: (listener) => {
      deliver = listener
    },
  }
}
