import { Agent, request } from 'node:http'
import { percentile } from './measure.mjs'

/**
 * @typedef {object} Load
 * @property {number} perSecond answered requests
 * @property {number} p99 milliseconds
 * @property {string[]} answered the results, in the order in which they came
 */

/**
 * Posts over many connections in parallel. Each sends the next request when the last is answered.
 * @param {number} port
 * @param {string} token
 * @param {{ connections: number, milliseconds: number, whileRunning?: () => void }} how `whileRunning` is called at
 *   half time; requests that break from then on end their connection
 * @returns {Promise<Load>}
 */
export const postLoad = async (port, token, { connections, milliseconds, whileRunning }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  /** @type {number[]} */
  const times = []
  /** @type {string[]} */
  const answered = []
  const start = performance.now()
  let disturbed = false
  const timer = setTimeout(() => {
    disturbed = true
    whileRunning?.()
  }, milliseconds / 2)
  let sent = 0
  const connection = async () => {
    while (performance.now() - start < milliseconds) {
      const at = performance.now()
      sent += 1
      try {
        answered.push(await post(agent, port, token, `Post number ${sent}, as short as most are`))
        times.push(performance.now() - at)
      } catch (error) {
        if (whileRunning === undefined || !disturbed) throw error
        return
      }
    }
  }
  await Promise.all(Array.from({ length: connections }, connection))
  clearTimeout(timer)
  const seconds = (performance.now() - start) / 1_000
  agent.destroy()
  return { perSecond: answered.length / seconds, p99: percentile(times, 0.99), answered }
}

/**
 * @param {Agent} agent
 * @param {number} port
 * @param {string} token
 * @param {string} content
 * @returns {Promise<string>}
 */
const post = (agent, port, token, content) =>
  new Promise((resolve, reject) => {
    const body = JSON.stringify({ content, content_rating: 'sfw', rating_reasoning: 'A bench' })
    const sent = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method: 'POST',
        path: '/v1/posts',
        headers: {
          host: `localhost:${port}`,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part) => {
          text += part
        })
        response.once('error', reject)
        response.once('end', () => {
          if (response.statusCode === 200) resolve(JSON.parse(text).result)
          else reject(new Error(`${response.statusCode}: ${text}`))
        })
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
