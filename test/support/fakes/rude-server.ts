import type { IncomingMessage, ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { listen } from '../../../src/local-server/listen.js'

export interface RudeServer {
  readonly baseUrl: string
  /** Every request that came: method, path, Authorization header, body. */
  readonly requests: {
    readonly method: string
    readonly path: string
    readonly authorization: string | null
    readonly body: string
  }[]
}

/** A server that answers as a test tells it to, however rude that is. Stopped when the test ends. */
export const rudeServer = async (
  answer: (
    request: IncomingMessage & { readonly text: string },
    response: ServerResponse,
    baseUrl: string,
  ) => void,
): Promise<RudeServer> => {
  const requests: RudeServer['requests'] = []
  let baseUrl = ''
  const server = await listen((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => {
      text += part
    })
    request.on('end', () => {
      requests.push({
        method: request.method ?? '',
        path: request.url ?? '',
        authorization: request.headers.authorization ?? null,
        body: text,
      })
      answer(Object.assign(request, { text }), response, baseUrl)
    })
  }, 0)
  baseUrl = `http://localhost:${server.port}`
  onTestFinished(() => server.stop())
  return { baseUrl, requests }
}

export const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
