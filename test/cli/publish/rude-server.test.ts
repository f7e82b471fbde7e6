import type { ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { json, rudeServer } from '../../support/fakes/rude-server.js'
import { type CommandRig, commandRig } from '../../support/rigs/command-rig.js'

const picture = fileURLToPath(new URL('../../../fixtures/media/gps.jpg', import.meta.url))
const TOKEN = 'secret-access-token'
/** Twice as large, unpacked, as an answer may be. */
const BOMB = gzipSync(Buffer.alloc(16 * 1_048_576))

/** A command for each operation of section 4, and what may have happened if its answer is lost. */
const OPERATIONS = {
  getProfile: { words: ['profile'], lost: null },
  getUpdates: { words: ['feed'], lost: null },
  getPost: { words: ['show', 'x'], lost: null },
  getNotifications: { words: ['notifications'], lost: null },
  getChat: { words: ['chat'], lost: null },
  getMessages: { words: ['chat', 'x'], lost: null },
  createPost: {
    words: ['post', 'x', '--rating', 'sfw', '--reason', 'R'],
    lost: 'Check miniapp feed before you retry.',
  },
  uploadMedia: {
    words: ['upload', picture, '--no-strip-metadata'],
    lost: 'you can safely upload it again.',
  },
  uploadStory: {
    words: ['story', picture, '--reason', 'R', '--no-strip-metadata'],
    lost: 'Check your stories in the app before you retry',
  },
  raw: { words: ['api', 'POST', '/v1/posts', '-f', 'a=b'], lost: 'Check what it changed before you retry.' },
} as const

/** What the exit code is, and whether the operation may have been carried out. */
interface Outcome {
  readonly code: number
  readonly isLost: boolean
}

const LOST: Outcome = { code: 5, isLost: true }
const REFUSED: Outcome = { code: 1, isLost: false }

/** How a server can be rude, and what comes of it. */
const BEHAVIOURS: Readonly<Record<string, readonly [(response: ServerResponse) => void, Outcome]>> = {
  'ends the connection': [(response) => response.destroy(), LOST],
  'ends it in the head of the answer': [
    (response) => response.socket?.end('HTTP/1.1 200 OK\r\nContent-Le'),
    LOST,
  ],
  'ends it in the body': [
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      response.write('{"result":')
      response.destroy()
    },
    LOST,
  ],
  'does not speak HTTP': [(response) => response.socket?.end('SSH-2.0-OpenSSH_9.9\r\n'), LOST],
  'answers nothing': [(response) => response.end(), LOST],
  'answers a page': [(response) => response.end('<!doctype html><title>Sign in</title>'), LOST],
  'answers half a document': [(response) => response.end('{"result":"x'), LOST],
  'answers another document': [(response) => json(response, 200, { data: [] }), LOST],
  'answers a number': [(response) => json(response, 200, { result: 1 }), LOST],
  'answers a list': [(response) => json(response, 200, ['x']), LOST],
  'answers null': [(response) => json(response, 200, null), LOST],
  'answers bytes': [(response) => response.end(Buffer.from([0xff, 0xfe, 0, 1, 2, 0x1b, 0x5b])), LOST],
  'answers without end': [
    (response) => {
      response.writeHead(200)
      const chunk = Buffer.alloc(1_048_576, 'a')
      const more = (): void => {
        while (!response.destroyed && response.write(chunk)) {
          // Until the buffer is full.
        }
      }
      response.on('drain', more).on('error', () => {})
      more()
    },
    LOST,
  ],
  'answers a bomb': [
    (response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      response.end(BOMB)
    },
    LOST,
  ],
  'answers in an unknown encoding': [
    (response) => {
      response.writeHead(200, { 'content-encoding': 'zebra' })
      response.end('x')
    },
    LOST,
  ],
  'has nothing to say': [(response) => response.writeHead(204).end(), LOST],
  'made something': [(response) => json(response, 201, { result: 'x' }), LOST],
  redirects: [
    (response) => response.writeHead(307, { location: 'http://127.0.0.1:1/x' }).end(),
    { code: 5, isLost: false },
  ],
  'refuses with the token in its words': [
    (response) => json(response, 400, { error: `Bearer ${TOKEN} is wrong.` }),
    REFUSED,
  ],
  'refuses without words': [(response) => response.writeHead(400).end(), REFUSED],
  'sees no token': [(response) => json(response, 401, { error: 'Who?' }), { code: 3, isLost: false }],
  'lacks credits': [(response) => response.writeHead(402).end(), REFUSED],
  denies: [(response) => json(response, 403, { error: TOKEN }), REFUSED],
  'finds it too large': [(response) => response.writeHead(413).end(), REFUSED],
  'is a teapot': [(response) => response.writeHead(418).end('{}'), { code: 5, isLost: false }],
  'limits for a day': [
    (response) => response.writeHead(429, { 'retry-after': '86400' }).end(),
    { code: 6, isLost: false },
  ],
  fails: [(response) => response.writeHead(500).end(`${TOKEN}\n    at main (server.js:1)`), LOST],
  'fails for a while': [(response) => response.writeHead(503, { 'retry-after': '120' }).end(), LOST],
}

const runAt = async (
  rig: CommandRig,
  words: readonly string[],
  behave: (response: ServerResponse) => void,
) => {
  const server = await rudeServer((_request, response) => behave(response))
  const environment = { MINIAPP_TOKEN: TOKEN }
  const run = await rig.run([...words, '--base-url', server.baseUrl], { environment })
  return { ...run, requests: server.requests.length }
}

describe.each(Object.entries(OPERATIONS))('%s, if the service', (name, { words, lost }) => {
  it.each(Object.entries(BEHAVIOURS))('%s', async (_behaviour, [behave, outcome]) => {
    const { code, stdout, stderr, requests } = await runAt(await commandRig(), words, behave)
    // A raw request prints any answer of the API, and only its status counts.
    const isAnswered = name === 'raw' && code === 0
    if (!isAnswered) expect(code).toBe(outcome.code)
    // Once: nothing is sent twice by itself.
    expect(requests).toBe(1)
    const shown = stdout + stderr
    expect(shown).not.toContain(TOKEN)
    expect(shown).not.toMatch(/\b(?:TypeError|SyntaxError|UND_ERR|ECONN\w+)\b/)
    expect(shown).not.toMatch(/(?![\n\t])\p{Cc}/u)
    if (isAnswered) return
    expect(stderr).toMatch(/^error .+\n/)
    if (lost !== null) expect(stderr.includes(lost)).toBe(outcome.isLost)
    else expect(stderr).not.toMatch(/may have (?:gone through|arrived)|may be up/)
    if (name !== 'raw') expect(stdout).toBe('')
  })
})
