import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mediansInTurns, peakMemoryOf, timeOf } from './measure.mjs'
import { postLoad } from './post-load.mjs'
import { startServer, startService } from './server-process.mjs'

const FILE_BYTES = 75 * 1_048_576
const SCOPES = ['write:post', 'write:media', 'read:feed']

/**
 * Publishing: an upload's memory and time, a post from start to exit, and the local service under load.
 * @param {import('./bench.mjs').BenchContext} context
 * @returns {Promise<import('./measure.mjs').Row[]>}
 */
export default async (context) => {
  process.env['MINIAPP_CONFIG_DIR'] = join(context.folder, 'config')
  const data = join(context.folder, 'service')
  let service = await startService(context, data)
  const bare = await startServer([fileURLToPath(new URL('./bare-express.mjs', import.meta.url))])
  try {
    const token = await signIn(service.port)
    const pair = ['--base-url', `http://localhost:${service.port}`]
    await runWithInput([context.binary, 'login', '--with-token', ...pair], token)
    const rows = [...(await uploads(context, service.port, bare.port, token)), ...(await posts(context))]

    // Each is measured twice, in turns; the first time is a warm-up.
    const how = { connections: context.some(200, 20), milliseconds: context.some(6_000, 1_000) }
    await postLoad(bare.port, token, { ...how, milliseconds: context.some(1_000, 200) })
    await postLoad(service.port, token, { ...how, milliseconds: context.some(1_000, 200) })
    const least = await postLoad(bare.port, token, how)
    const own = await postLoad(service.port, token, how)
    const { child } = service
    const killed = await postLoad(service.port, token, { ...how, whileRunning: () => child.kill('SIGKILL') })
    await service.ended
    service = await startService(context, data)
    const kept = await keptPosts(service.port, token, killed.answered)
    return [
      ...rows,
      {
        name: '`POST /v1/posts` at the service, against a bare express handler',
        value: own.perSecond / least.perSecond,
        unit: '×',
        goal: 0.5,
        atLeast: true,
        detail: `${own.perSecond.toFixed(0)} and ${least.perSecond.toFixed(0)} a second, each post flushed to the disk`,
      },
      {
        name: `\`POST /v1/posts\` over ${how.connections} connections, p99`,
        value: own.p99,
        unit: 'ms',
        goal: null,
        detail: `bare express: ${least.p99.toFixed(0)} ms`,
      },
      {
        name: 'answered posts lost by `kill -9` under that load',
        value: killed.answered.length - kept,
        unit: 'posts',
        goal: 0,
        detail: `of ${killed.answered.length}`,
      },
    ]
  } finally {
    await service.stop()
    await bare.stop()
  }
}

/**
 * @param {import('./bench.mjs').BenchContext} context
 * @param {number} port
 * @param {number} barePort
 * @param {string} token
 */
const uploads = async (context, port, barePort, token) => {
  const rounds = context.some(7, 1)
  const file = join(context.folder, 'large.jpg')
  const body = join(context.folder, 'body.json')
  await timeOf({
    command: process.execPath,
    words: [fileURLToPath(new URL('./make-upload.mjs', import.meta.url)), file, body, String(FILE_BYTES)],
  })
  /** @param {number} at */
  const curl = (at) => ({
    command: 'curl',
    words: [
      ...['--silent', '--fail', '--output', join(context.folder, 'answer')],
      ...['--header', `Authorization: Bearer ${token}`, '--header', 'Content-Type: application/json'],
      // curl waits for "100 Continue" before it sends a large body.
      ...['--header', 'Expect:', '--data-binary', `@${body}`, `http://localhost:${at}/v1/media`],
    ],
  })
  const upload = { command: process.execPath, words: [context.binary, 'upload', file] }
  const [uploadMs = 0, curlMs = 0] = await mediansInTurns([upload, curl(port)], rounds)
  process.env['MINIAPP_TOKEN'] = token
  const words = [context.binary, 'upload', file, '--base-url', `http://localhost:${barePort}`]
  const discarded = { command: process.execPath, words }
  const [discardedMs = 0, bareCurlMs = 0] = await mediansInTurns([discarded, curl(barePort)], rounds)
  const peak = await peakMemoryOf(words)
  delete process.env['MINIAPP_TOKEN']
  return [
    { name: '`upload` of 75 MB, peak memory', value: peak, unit: 'MB', goal: 180 },
    {
      name: '`upload` of 75 MB to the service, against `curl` with the body ready-made',
      value: uploadMs / curlMs,
      unit: '×',
      goal: 1.25,
      detail: `${uploadMs.toFixed(0)} ms, ${curlMs.toFixed(0)} ms`,
    },
    {
      name: 'the same to a server that throws it away',
      value: discardedMs - bareCurlMs,
      unit: 'ms more',
      goal: null,
      detail: `${discardedMs.toFixed(0)} ms, ${bareCurlMs.toFixed(0)} ms`,
    },
  ]
}

/** @param {import('./bench.mjs').BenchContext} context */
const posts = async (context) => {
  const node = { command: process.execPath, words: ['-e', '0'] }
  const words = [context.binary, 'post', 'Hello', '--rating', 'sfw', '--reason', 'A greeting']
  const post = { command: process.execPath, words }
  const [nothing = 0, postMs = 0] = await mediansInTurns([node, post], context.some(15, 2))
  return [
    {
      name: '`post` to the service from start to exit, against `node -e 0`',
      value: postMs / nothing,
      unit: '×',
      goal: 6,
      detail: `${postMs.toFixed(0)} ms, ${nothing.toFixed(0)} ms`,
    },
  ]
}

/**
 * Gets an access token as a person does: with a code, and the page that approves it.
 * @param {number} port
 * @returns {Promise<string>}
 */
const signIn = async (port) => {
  const baseUrl = `http://localhost:${port}`
  /**
   * @param {string} path
   * @param {[string, string][]} fields
   */
  const send = async (path, fields) => {
    const body = new URLSearchParams(fields)
    const response = await fetch(`${baseUrl}${path}`, { method: 'POST', headers: { origin: baseUrl }, body })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return await response.text()
  }
  const client = 'miniapp-cli'
  const grant = JSON.parse(
    await send('/oauth/device_authorization', [
      ['client_id', client],
      ['scope', SCOPES.join(' ')],
    ]),
  )
  const page = await (await fetch(grant.verification_uri_complete)).text()
  await send('/device', [
    ['ticket', /name="ticket" value="([^"]*)"/.exec(page)?.[1] ?? ''],
    ['decision', 'approve'],
    .../** @type {[string, string][]} */ (SCOPES.map((scope) => ['scope', scope])),
  ])
  const tokens = await send('/oauth/token', [
    ['grant_type', 'urn:ietf:params:oauth:grant-type:device_code'],
    ['device_code', grant.device_code],
    ['client_id', client],
  ])
  return JSON.parse(tokens).access_token
}

/**
 * How many of the answered posts were saved.
 * @param {number} port
 * @param {string} token
 * @param {readonly string[]} answers
 */
const keptPosts = async (port, token, answers) => {
  let kept = 0
  for (const answer of answers) {
    const id = /post_\w+/.exec(answer)?.[0]
    const response = await fetch(`http://localhost:${port}/v1/posts/${id}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await response.arrayBuffer()
    if (response.status === 200) kept += 1
  }
  return kept
}

/**
 * @param {readonly string[]} words
 * @param {string} input
 */
const runWithInput = async (words, input) => {
  const child = spawn(process.execPath, words, { stdio: ['pipe', 'ignore', 'inherit'] })
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}.`)
}
