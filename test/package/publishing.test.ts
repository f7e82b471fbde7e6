import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { json, rudeServer } from '../support/fakes/rude-server.js'
import { BINARY, INTERRUPTED, type Run, runMiniapp } from '../support/processes/command-line.js'
import { freePort } from '../support/processes/free-port.js'
import { missing } from '../support/vitest/missing.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

/** Text that would take over a terminal: colours, titles, cursor, bidirectional override, C1, a tag character, a bell. */
const HOSTILE = 'x\u001b[31mred\u001b]0;title\u0007\u009b2J\u202egnp.exe\u{e0041}\u200b\rover\u0000\u0085end'
/** What must never reach a terminal. */
const UNSAFE = /(?![\n\t])\p{Cc}|[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]|[\u{e0000}-\u{e007f}]/u

/** Names have neither zeros nor slashes, and on Windows no other control character below the space. */
const mayBeInName = (character: string): boolean =>
  character !== '/' && (process.platform === 'win32' ? character >= ' ' : character !== '\0')

interface Service {
  readonly baseUrl: string
  readonly lines: string[]
  stop(): Promise<{ readonly code: number | null; readonly stderr: string }>
  /** Ends it without a word, as a crash does. */
  kill(): void
}

const startService = (cwd: string, words: readonly string[] = []): Promise<Service> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [BINARY, 'service', '--port', '0', '--format', 'json', ...words], {
      cwd,
      env: { PATH: process.env['PATH'] ?? '', HOME: cwd, USERPROFILE: cwd },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    const closed = new Promise<number | null>((done) => child.once('close', done))
    const lines: string[] = []
    child.once('error', reject)
    closed.then((code) => reject(new Error(`The service ended with ${code}: ${stderr}`)))
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line)
      if (lines.length > 1) return
      const ready = JSON.parse(line) as { event: string; url: string; baseUrl: string; clientId: string }
      expect(ready).toMatchObject({ event: 'ready', url: `${ready.baseUrl}/`, clientId: 'miniapp-cli' })
      resolve({
        baseUrl: ready.baseUrl,
        lines,
        stop: async () => {
          child.kill('SIGINT')
          return { code: await closed, stderr }
        },
        kill: () => {
          child.kill('SIGKILL')
        },
      })
    })
  })

/** Approves a code as a person does in a browser. */
const approve = async (
  baseUrl: string,
  userCode: string,
  decision = 'approve',
  scopes: readonly string[] = ['write:post'],
): Promise<void> => {
  const page = await (await fetch(`${baseUrl}/device?user_code=${userCode}`)).text()
  const ticket = /name="ticket" value="([^"]*)"/.exec(page)?.[1] ?? ''
  const answer = await fetch(`${baseUrl}/device`, {
    method: 'POST',
    headers: { origin: baseUrl },
    body: new URLSearchParams([
      ['ticket', ticket],
      ['decision', decision],
      ...scopes.map((scope) => ['scope', scope]),
    ]),
  })
  expect(answer.status).toBe(200)
}

/** Signs in as a program does and returns the access token. */
const tokenFrom = async (baseUrl: string): Promise<string> => {
  const send = async (path: string, fields: Record<string, string>) =>
    (await (
      await fetch(`${baseUrl}${path}`, { method: 'POST', body: new URLSearchParams(fields) })
    ).json()) as Record<string, string>
  const scopes = ['write:post', 'read:feed']
  const grant = await send('/oauth/device_authorization', {
    client_id: 'miniapp-cli',
    scope: scopes.join(' '),
  })
  await approve(baseUrl, grant['user_code'] ?? '', 'approve', scopes)
  const tokens = await send('/oauth/token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: grant['device_code'] ?? '',
    client_id: 'miniapp-cli',
  })
  return tokens['access_token'] ?? ''
}

describe('login, status, post, logout against the local service', () => {
  let home: string
  let service: Service
  const run = (
    words: readonly string[],
    options: { input?: string; environment?: Record<string, string> } = {},
  ): Promise<Run> =>
    runMiniapp(words, {
      cwd: home,
      ...(options.input === undefined ? {} : { input: options.input }),
      environment: { MINIAPP_CONFIG_DIR: join(home, 'config'), ...options.environment },
    })
  const login = () =>
    run(['login', '--base-url', service.baseUrl, '--client-id', 'miniapp-cli', '--format', 'json'])

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'miniapp-test-'))
    service = await startService(home, ['--data', join(home, 'data')])
  })
  afterAll(async () => {
    await service.stop()
    await rm(home, { recursive: true, force: true })
  })

  it('says who is not signed in, with exit code 3', async () => {
    const status = await run(['status'])
    expect([status.code, status.stdout]).toEqual([3, 'Not signed in. Run miniapp login.\n'])
    const post = await run(['post', 'Hello', '--rating', 'sfw', '--reason', 'x'])
    expect([post.code, post.stdout, post.stderr]).toEqual([
      3,
      '',
      'error You are not signed in.\nRun miniapp login.\n',
    ])
    const complete = await run(['login', '--complete'])
    expect(complete.code).toBe(2)
  })

  it('needs to know the service and the app', async () => {
    const bare = await run(['login'])
    expect([bare.code, bare.stderr]).toEqual([2, expect.stringContaining('--base-url')])
    const noClient = await run(['login', '--base-url', service.baseUrl])
    expect([noClient.code, noClient.stderr]).toEqual([2, expect.stringContaining('--client-id')])
    const odd = await run(['login', '--base-url', service.baseUrl, '--client-id', 'x', '--scope', 'admin'])
    expect([odd.code, odd.stderr]).toEqual([2, expect.stringContaining('Unknown scope: "admin"')])
    const unknown = await run(['login', '--base-url', service.baseUrl, '--client-id', 'x'])
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('does not know this client')])
  })

  it('tells when the person denies', async () => {
    const { userCode } = JSON.parse((await login()).stdout) as { userCode: string }
    await approve(service.baseUrl, userCode, 'deny')
    const complete = await run(['login', '--complete'])
    expect([complete.code, complete.stderr]).toEqual([1, expect.stringContaining('The sign-in was denied.')])
    expect((await run(['login', '--complete'])).code).toBe(2)
  })

  it('signs in by a program: one object, then --complete', async () => {
    const begun = await login()
    expect([begun.code, begun.stderr]).toEqual([0, ''])
    const pending = JSON.parse(begun.stdout) as { userCode: string }
    expect(pending).toMatchObject({
      schema: 1,
      state: 'pending',
      profile: 'default',
      baseUrl: service.baseUrl,
      verificationUri: `${service.baseUrl}/device`,
      scopes: ['write:post'],
      next: 'miniapp login --complete --format json',
    })
    await approve(service.baseUrl, pending.userCode)
    const completed = await run(['login', '--complete', '--format', 'json'])
    expect([completed.code, completed.stderr]).toEqual([0, ''])
    expect(JSON.parse(completed.stdout)).toMatchObject({
      state: 'signed-in',
      scopes: ['write:post'],
      renewable: true,
    })
    const file = join(home, 'config', 'credentials.json')
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(completed.stdout).not.toContain(
      JSON.parse(await readFile(file, 'utf8')).profiles.default.session.accessToken,
    )
  })

  it('says who is signed in', async () => {
    const status = await run(['status'])
    expect([status.code, status.stderr]).toEqual([0, ''])
    expect(status.stdout).toContain(`Signed in to ${service.baseUrl}`)
    expect(status.stdout).toContain('write:post')
    expect(JSON.parse((await run(['status', '--format', 'json'])).stdout)).toMatchObject({
      signedIn: true,
      source: 'profile',
      session: { baseUrl: service.baseUrl, clientId: 'miniapp-cli' },
    })
  })

  it('publishes', async () => {
    const post = await run(['post', 'Hello', '--rating', 'sfw', '--reason', 'A greeting'])
    expect([post.code, post.stderr]).toEqual([0, ''])
    expect(post.stdout).toMatch(/^Your post is published\. Post id: post_\w+\n$/)
    expect(await (await fetch(service.baseUrl)).text()).toContain('>Hello</p>')
    const asJson = await run(['post', '-', '--rating', 'nsfw', '--reason', 'x', '--format', 'json'], {
      input: 'From stdin\n',
    })
    expect(JSON.parse(asJson.stdout)).toMatchObject({
      schema: 1,
      ok: true,
      dryRun: false,
      post: { content: 'From stdin', content_rating: 'nsfw', rating_reasoning: 'x' },
      characters: 10,
      problems: [],
    })
  })

  it('checks first, names every problem and sends nothing', async () => {
    const before = service.lines.length
    const post = await run(['post', `${'a'.repeat(500)} #tag`, '--rating', 'sfw', '--reason', 'x'])
    expect([post.code, post.stdout]).toEqual([1, ''])
    expect(post.stderr).toContain('The text has 505 characters; at most 500 are allowed.')
    expect(post.stderr).toContain('1:502 #tag is a typed hashtag')
    expect(service.lines.length).toBe(before)
  })

  it('needs the rating and the reason, and names their flags', async () => {
    const post = await run(['post', 'Hello'])
    expect([post.code, post.stderr]).toEqual([
      2,
      'error A post needs a rating and a reason.\nGive --rating (sfw, suggestive or nsfw) and --reason (why that rating).\n',
    ])
    expect((await run(['post', 'Hello', '--rating', 'pg', '--reason', 'x'])).code).toBe(2)
    expect((await run(['post', '--rating', 'sfw', '--reason', 'x'])).code).toBe(2)
    expect((await run(['post', '--file', 'none.txt', '--rating', 'sfw', '--reason', 'x'])).code).toBe(2)
  })

  it('puts links where they get a preview, and previews without sending', async () => {
    const before = service.lines.length
    await writeFile(join(home, 'text.txt'), 'Look\r\n')
    const post = await run([
      'post',
      '--file',
      'text.txt',
      '--link',
      'https://a.example/x',
      'https://youtu.be/1',
      '--rating',
      'sfw',
      '--reason',
      'x',
      '--dry-run',
    ])
    expect([post.code, post.stdout]).toEqual([
      0,
      '│ Look\n│ https://a.example/x\n│ https://youtu.be/1\ncard    https://a.example/x\nplayer  https://youtu.be/1\n43 of 500 characters · sfw\n',
    ])
    expect(service.lines.length).toBe(before)
  })

  it('warns of a link without a preview; --strict refuses it', async () => {
    const words = ['post', 'See https://a.example now', '--rating', 'sfw', '--reason', 'x']
    const warned = await run([...words, '--dry-run'])
    expect([warned.code, warned.stderr]).toEqual([
      0,
      expect.stringContaining('warning 1:5 https://a.example'),
    ])
    expect((await run([...words, '--strict'])).code).toBe(1)
  })

  it('refuses to send the token to another server', async () => {
    const post = await run([
      'post',
      'x',
      '--rating',
      'sfw',
      '--reason',
      'x',
      '--base-url',
      'https://other.example',
    ])
    expect([post.code, post.stderr]).toEqual([
      3,
      expect.stringContaining(`You are signed in to ${service.baseUrl}, not to`),
    ])
  })

  it('takes a token from stdin, for a profile of its own', async () => {
    const words = ['login', '--with-token', '--base-url', service.baseUrl, '--profile', 'bare']
    expect((await run(words, { input: '' })).code).toBe(2)
    const login = await run(words, { input: 'not-good\n' })
    expect([login.code, login.stdout]).toEqual([0, expect.stringContaining('(profile bare)')])
    const post = await run(['post', 'x', '--rating', 'sfw', '--reason', 'x', '--profile', 'bare'])
    expect(post.code).toBe(1)
    expect((await run(['logout', '--profile', 'bare'])).code).toBe(0)
  })

  it('keeps the token in the file where the key store of the desktop is there and never answers', async ({
    skip,
  }) => {
    skip(...missing.sessionBus)
    // A session bus that takes connections and says nothing.
    const bus = createServer((socket) => void socket.on('error', () => {}))
    const path = join(home, 'bus')
    await new Promise<void>((done) => bus.listen(path, done))
    const environment = {
      CI: '',
      DISPLAY: ':0',
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}`,
      MINIAPP_CONFIG_DIR: join(home, 'desktop'),
    }
    const signIn = await run(['login', '--with-token', '--base-url', service.baseUrl], {
      input: 'tok',
      environment,
    })
    expect([signIn.code, signIn.stderr]).toEqual([0, ''])
    const status = await run(['status', '--format', 'json'], { environment })
    expect(JSON.parse(status.stdout)).toMatchObject({ place: join(home, 'desktop', 'credentials.json') })
    bus.close()
  })

  it('takes the token of MINIAPP_TOKEN before the saved one', async () => {
    const environment = { MINIAPP_TOKEN: 'not-good', MINIAPP_BASE_URL: service.baseUrl }
    const post = await run(['post', 'x', '--rating', 'sfw', '--reason', 'x'], { environment })
    expect([post.code, post.stderr]).toEqual([
      1,
      expect.stringContaining('The service refused the token in MINIAPP_TOKEN.'),
    ])
    expect((await run(['status'], { environment })).stdout).toContain(
      'MINIAPP_TOKEN is set and overrides the saved sign-in',
    )
  })

  it('reads: asks for the permission, then shows what there is', async () => {
    const denied = await run(['feed'])
    expect([denied.code, denied.stderr]).toEqual([
      3,
      'error Your sign-in does not include the permission read:feed. It says: This app may not do that.\nRun miniapp login --scope read:feed to add it.\n',
    ])
    const begun = await run(['login', '--scope', 'read:feed,read:chat', '--format', 'json'])
    const { userCode } = JSON.parse(begun.stdout) as { userCode: string }
    await approve(service.baseUrl, userCode, 'approve', ['write:post', 'read:feed', 'read:chat'])
    expect((await run(['login', '--complete'])).stdout).toBe(
      `✓ Signed in to ${service.baseUrl} as You, with write:post, read:feed, read:chat.\n`,
    )
    const feed = await run(['feed'])
    expect([feed.code, feed.stderr]).toEqual([0, ''])
    // It was published many commands ago, which is a while on a busy machine.
    expect(feed.stdout).toMatch(
      /^You \(member_you\) · (?:just now|\d+ min ago)\nFrom stdin\n(?:#\S+\n)?post_\w+ · nsfw · via /,
    )
    const asJson = JSON.parse((await run(['feed', '--limit', '1', '--format', 'json'])).stdout)
    expect(asJson).toMatchObject({ posts: [{ content: 'From stdin' }], has_more: true })
    const show = await run(['show', asJson.posts[0].id])
    expect([show.code, show.stdout]).toEqual([0, expect.stringContaining('From stdin')])
    expect((await run(['profile'])).stdout).toContain('2 posts · 0 followers')
    expect((await run(['chat'])).stdout).toBe('No entries.\n')
    expect((await run(['chat', 'none'])).code).toBe(4)
    expect((await run(['show', 'post_none'])).code).toBe(4)
    expect((await run(['show', '..'])).code).toBe(2)
    expect((await run(['feed', '--limit', '51'])).code).toBe(2)
    expect((await run(['notifications'])).code).toBe(3)
  }, 180_000)

  it('lists the categories, signed in or not, and keeps numbers as they came', async () => {
    const own = await run(['categories', '--format', 'json'])
    expect(JSON.parse(own.stdout).categories).toContainEqual({ id: 'games', name: 'Games' })
    const { baseUrl } = await rudeServer((_request, response) =>
      response.end('{"categories":[{"id":12345678901234567890,"name":"Games"}]}'),
    )
    const other = (format: string) => run(['categories', '--base-url', baseUrl, '--format', format])
    expect(await other('text')).toEqual({ code: 0, stdout: 'Games · 12345678901234567890\n', stderr: '' })
    expect((await other('json')).stdout).toContain('"id": 12345678901234567890,')
  })

  it('uploads, attaches and publishes a story, and names the permission that it lacks', async () => {
    const picture = fileURLToPath(new URL('../../fixtures/media/gps.jpg', import.meta.url))
    const lacking = await run(['upload', picture])
    expect([lacking.code, lacking.stderr]).toEqual([3, expect.stringContaining('write:media')])
    const scopes = ['write:post', 'write:media', 'read:feed']
    const begun = await run(['login', '--scope', ...scopes, '--format', 'json'])
    await approve(service.baseUrl, JSON.parse(begun.stdout).userCode, 'approve', scopes)
    expect((await run(['login', '--complete'])).code).toBe(0)
    const upload = await run(['upload', picture])
    expect([upload.code, upload.stdout, upload.stderr]).toEqual([
      0,
      expect.stringMatching(/^media_\w+\n$/),
      'warning gps.jpg contains the location where it was taken. To remove it, use --strip-metadata; to keep it without this warning, use --no-strip-metadata.\n',
    ])
    for (const flag of ['--strip-metadata', '--no-strip-metadata'])
      expect(await run(['upload', picture, flag])).toMatchObject({ code: 0, stderr: '' })
    const rated = ['--rating', 'sfw', '--reason', 'x', '--format', 'json']
    const post = await run([
      'post',
      'Look',
      '--media',
      picture,
      '--media-ref',
      upload.stdout.trim(),
      ...rated,
    ])
    expect(JSON.parse(post.stdout).post.media_urls).toEqual([
      upload.stdout.trim(),
      expect.stringMatching(/^media_/),
    ])
    const refused = await run(['post', 'Look', '--media', picture, '--media-ref', 'none', ...rated])
    expect(refused.code).toBe(1)
    const command =
      /^ {2}miniapp (post --rating sfw --reason x --media-ref none (media_\w+) -- Look)\n/m.exec(
        refused.stderr,
      )
    const goOn = (command?.[1] ?? '').replace('none ', '').split(' ')
    const gone = await run([...goOn.slice(0, 1), '--format', 'json', ...goOn.slice(1)])
    expect(JSON.parse(gone.stdout).post).toMatchObject({ content: 'Look', media_urls: [command?.[2]] })
    const story = await run(['story', picture, '--reason', 'A picture for everyone'])
    expect([story.code, story.stdout]).toEqual([0, expect.stringContaining('Your story is published')])
    expect((await run(['story', picture])).code).toBe(2)
    expect((await run(['story', picture, '--rating', 'nsfw', '--reason', 'x'])).code).toBe(1)
    expect((await run(['story', BINARY, '--reason', 'x'])).code).toBe(2)
  }, 180_000)

  it('API 2.4: shrinks a picture that is too large for a story, and says what that saves', async () => {
    const original = await readFile(new URL('../../fixtures/media/gps.jpg', import.meta.url))
    // What follows a picture's end makes it larger and no other.
    await writeFile(join(home, 'large.jpg'), Buffer.concat([original, Buffer.alloc(31 * 1_048_576)]))
    const story = (more: readonly string[]) => run(['story', 'large.jpg', '--reason', 'A photo', ...more])
    const refused = await story(['--dry-run'])
    expect([refused.code, refused.stdout]).toEqual([1, ''])
    expect(refused.stderr).toContain(
      'A picture in a story can be at most 30 MB.\nUse --optimize to shrink it.\n',
    )
    const published = await story(['--optimize', '--format', 'json'])
    expect([published.code, published.stderr]).toEqual([
      0,
      expect.stringMatching(
        /^large\.jpg: 31 MB → [\d.]+ KB \(200 × 320 pixels, image\/jpeg, without its metadata\)\n$/,
      ),
    ])
    expect(JSON.parse(published.stdout)).toMatchObject({ type: 'image/jpeg', dryRun: false })
    expect(JSON.parse(published.stdout).bytes).toBeLessThan(100_000)
    const uploaded = await run(['upload', 'large.jpg', '--optimize'])
    expect([uploaded.code, uploaded.stdout]).toEqual([0, expect.stringMatching(/^media_\w+\n$/)])
    const shown = await fetch(`${service.baseUrl}/media/${uploaded.stdout.trim()}`)
    expect(Buffer.from(await shown.arrayBuffer()).includes('SecretCam')).toBe(false)
  })

  it('forgets', async () => {
    const logout = await run(['logout'])
    expect([logout.code, logout.stdout]).toEqual([
      0,
      `✓ Signed out of ${service.baseUrl}. The tokens were revoked and removed from this machine.\n`,
    ])
    expect((await run(['status'])).code).toBe(3)
    expect((await run(['logout'])).stdout).toBe('You were not signed in.\n')
  })
})

/** Each post costs a credit, and a new member has 100: what is on its way by then must be paid for, too. */
const KILLED_AFTER = 60

describe('the local service as a command', () => {
  it('keeps what it answered, says when its port is taken, and stops cleanly', async () => {
    const home = await temporaryFolder()
    const first = await startService(home, ['--data', 'data'])
    const { port } = new URL(first.baseUrl)
    const second = await startService(home, ['--data', 'other', '--port', port])
    expect(new URL(second.baseUrl).port).not.toBe(port)
    expect(await second.stop()).toEqual({
      code: INTERRUPTED,
      stderr: `Port ${port} is in use; using ${new URL(second.baseUrl).port} instead.\n`,
    })
    expect(await first.stop()).toEqual({ code: INTERRUPTED, stderr: '' })
    const again = await startService(home, ['--data', 'data'])
    expect(await again.stop()).toMatchObject({ code: INTERRUPTED })
  })

  it('loses nothing of what it answered when it is killed, and starts again immediately', async () => {
    const home = await temporaryFolder()
    const first = await startService(home, ['--data', 'data'])
    const token = await tokenFrom(first.baseUrl)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answered: string[] = []
    const connection = async (): Promise<void> => {
      for (;;) {
        const body = JSON.stringify({ content: 'x', content_rating: 'sfw', rating_reasoning: 'y' })
        const answer = await fetch(`${first.baseUrl}/v1/posts`, { method: 'POST', headers, body }).catch(
          () => null,
        )
        const text = await answer?.text().catch(() => null)
        if (typeof text !== 'string') return
        answered.push(/post_\w+/.exec(text)?.[0] ?? text)
        // In the middle of the others' writes.
        if (answered.length === KILLED_AFTER) first.kill()
      }
    }
    await Promise.all(Array.from({ length: 20 }, connection))
    expect(answered.length).toBeGreaterThanOrEqual(KILLED_AFTER)
    // One that took the killed one for alive would not start.
    const again = await startService(home, ['--data', 'data'])
    const lost: string[] = []
    for (const id of answered)
      if ((await fetch(`${again.baseUrl}/v1/posts/${id}`, { headers })).status !== 200) lost.push(id)
    expect(lost).toEqual([])
    expect(await again.stop()).toEqual({ code: INTERRUPTED, stderr: '' })
  })

  it('says why it cannot keep data', async () => {
    const home = await temporaryFolder()
    await writeFile(join(home, 'file'), '')
    const run = await runMiniapp(['service', '--data', 'file', '--port', '0'], { cwd: home })
    expect([run.code, run.stderr]).toEqual([
      2,
      expect.stringContaining(`Cannot keep data in ${join(home, 'file')}`),
    ])
  })

  it.each(['x', '-1', '65536', '1.5'])('takes no port %s', async (port) => {
    const run = await runMiniapp(['service', `--port=${port}`], { cwd: await temporaryFolder() })
    expect(run.code).toBe(2)
  })
})

describe('a hostile or absent service', () => {
  const at = async (environment: Record<string, string>, words: readonly string[]) => {
    const cwd = await temporaryFolder()
    return runMiniapp(words, {
      cwd,
      environment: { MINIAPP_CONFIG_DIR: join(cwd, 'config'), ...environment },
    })
  }
  const words = ['post', 'x', '--rating', 'sfw', '--reason', 'x']

  it('with --format json, a refusal is one document on stdout, too', async () => {
    const failed = async (words: readonly string[], environment: Record<string, string> = {}) => {
      const run = await at(environment, words)
      return { code: run.code, ...JSON.parse(run.stdout) }
    }
    const notFound = await rudeServer((_request, response) => json(response, 404, { error: 'None.' }))
    const token = { MINIAPP_TOKEN: 'x', MINIAPP_BASE_URL: notFound.baseUrl }
    expect(await failed(['show', 'x', '--format', 'json'], token)).toEqual({
      code: 4,
      ok: false,
      error: {
        kind: 'not-found',
        message: `No item has that ID on ${notFound.baseUrl}. It says: None.`,
        status: 404,
      },
    })
    expect(await failed(['feed'], { MINIAPP_FORMAT: 'json' })).toEqual({
      code: 3,
      ok: false,
      error: { kind: 'sign-in', message: 'You are not signed in.', status: null },
    })
    expect(await failed(['feed', '--format=json', '--limit', 'x'])).toMatchObject({
      code: 2,
      ok: false,
      error: { kind: 'usage', status: null },
    })
  })

  it('keeps the references of uploads before the one that fails', async () => {
    const picture = fileURLToPath(new URL('../../fixtures/media/gps.jpg', import.meta.url))
    let count = 0
    const { baseUrl } = await rudeServer((_request, response) => {
      count += 1
      if (count === 1) json(response, 200, { result: 'Done.\nref_1' })
      else json(response, 400, { error: 'No.' })
    })
    const run = await at({ MINIAPP_TOKEN: 'x', MINIAPP_BASE_URL: baseUrl }, [
      'upload',
      picture,
      picture,
      '--format',
      'json',
    ])
    expect([run.code, JSON.parse(run.stdout)]).toEqual([
      1,
      {
        schema: 1,
        ok: false,
        error: { kind: 'refused', message: 'The service refused this. It says: No.', status: 400 },
        uploads: [expect.objectContaining({ file: picture, reference: 'ref_1' })],
      },
    ])
  })

  it('is down: one plain sentence, exit code 5', async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`
    const run = await at({ MINIAPP_TOKEN: 'x', MINIAPP_BASE_URL: baseUrl }, words)
    expect([run.code, run.stdout, run.stderr]).toEqual([
      5,
      '',
      `error Cannot reach ${baseUrl}: connection refused.\nCheck the URL and your connection.\n`,
    ])
  })

  it.each([
    ['its result', 200, { result: HOSTILE }],
    ['its refusal', 400, { error: HOSTILE }],
    ['its denial', 403, { error: HOSTILE }],
    ['a page', 200, HOSTILE],
    ['an error page', 500, { error: HOSTILE }],
  ])('cannot reach the terminal with %s', async (_name, status, body) => {
    const { baseUrl } = await rudeServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
    const run = await at({ MINIAPP_TOKEN: 'x', MINIAPP_BASE_URL: baseUrl }, words)
    expect(run.stdout + run.stderr).toContain('gnp.exe')
    expect(run.stdout + run.stderr).not.toMatch(UNSAFE)
  })

  it.each([
    [
      'fields of every kind',
      JSON.stringify({ posts: [{ [HOSTILE]: HOSTILE, content: HOSTILE, author: { name: HOSTILE } }] }),
    ],
    ['a text that is no JSON', HOSTILE],
  ])('cannot reach the terminal through the reads with %s', async (_name, rest) => {
    const { baseUrl } = await rudeServer((_request, response) =>
      json(response, 200, { result: `${HOSTILE}\n${rest}` }),
    )
    const named = HOSTILE.replaceAll('\0', '')
    for (const command of [
      ['feed'],
      ['show', named],
      ['profile'],
      ['notifications', '--exact'],
      ['chat', named],
      ['categories'],
    ]) {
      const run = await at({ MINIAPP_TOKEN: 'x', MINIAPP_BASE_URL: baseUrl }, command)
      expect(run.stdout).toContain('gnp.exe')
      expect(run.stdout + run.stderr).not.toMatch(UNSAFE)
    }
  })

  it('cannot reach the terminal through JSON, whose values are as they came', async () => {
    const document = { posts: [{ [HOSTILE]: HOSTILE }] }
    const { baseUrl } = await rudeServer((_request, response) =>
      json(response, 200, { result: `label\n${JSON.stringify(document)}` }),
    )
    const environment = { MINIAPP_TOKEN: 'x', MINIAPP_BASE_URL: baseUrl }
    const run = await at(environment, ['feed', '--format', 'json'])
    expect(run.stdout).not.toMatch(UNSAFE)
    expect(JSON.parse(run.stdout)).toEqual(document)
  })

  it('cannot reach the terminal with what it says of uploads, nor can the name of a file', async () => {
    const { baseUrl } = await rudeServer((request, response) =>
      json(response, request.url === '/v1/posts' ? 400 : 200, { result: `x\n${HOSTILE}`, error: HOSTILE }),
    )
    const cwd = await temporaryFolder()
    const name = `${[...HOSTILE].filter(mayBeInName).join('')}.jpg`
    await writeFile(join(cwd, name), await readFile(new URL('../../fixtures/media/gps.jpg', import.meta.url)))
    const environment = {
      MINIAPP_TOKEN: 'x',
      MINIAPP_BASE_URL: baseUrl,
      MINIAPP_CONFIG_DIR: join(cwd, 'config'),
    }
    for (const command of [
      ['upload', name],
      ['upload', name, '--format', 'json'],
      ['story', name, '--reason', HOSTILE.replaceAll('\0', '')],
      ['story', name, '--reason', 'x', '--dry-run'],
      ['post', 'x', '--media', name, '--rating', 'sfw', '--reason', HOSTILE.replaceAll('\0', '')],
    ]) {
      const run = await runMiniapp(command, { cwd, environment })
      expect(`${command[0]}: ${run.stdout}${run.stderr}`).not.toMatch(UNSAFE)
      expect(run.stdout + run.stderr).toContain('gnp.exe')
    }
  })

  it('cannot reach the terminal with its sign-in', async () => {
    const { baseUrl } = await rudeServer((request, response, base) => {
      if (request.url === '/oauth/device_authorization')
        json(response, 200, {
          device_code: 'd',
          user_code: HOSTILE,
          verification_uri: `${base}/${HOSTILE}`,
          expires_in: 600,
          interval: 1,
        })
      else if (request.url === '/oauth/token')
        json(response, 400, { error: HOSTILE, error_description: HOSTILE })
      else json(response, 404, {})
    })
    const run = await at({}, ['login', '--base-url', baseUrl, '--client-id', 'c', '--no-open'])
    expect(run.code).toBe(1)
    expect(run.stderr).toContain('gnp.exe')
    expect(run.stdout + run.stderr).not.toMatch(UNSAFE)
  })

  it('cannot reach the terminal with what was saved of it, nor can a text of the person', async () => {
    const cwd = await temporaryFolder()
    await mkdir(join(cwd, 'config'), { mode: 0o700 })
    const session = {
      baseUrl: `https://example.com/${HOSTILE}`,
      clientId: HOSTILE,
      accessToken: 'a',
      refreshToken: null,
      scopes: [HOSTILE, 'write:post'],
      signedInAt: 0,
      expiresAt: null,
    }
    const text = JSON.stringify({ schema: 1, profiles: { default: { session, pending: null } } })
    await writeFile(join(cwd, 'config', 'credentials.json'), text, { mode: 0o600 })
    const environment = { MINIAPP_CONFIG_DIR: join(cwd, 'config') }
    for (const command of [
      ['status'],
      ['post', '-', '--rating', 'sfw', '--reason', 'x', '--dry-run'],
      [
        'post',
        'x',
        '--link',
        `https://example.com/${HOSTILE.replaceAll(/[\s\0]/g, '')}`,
        '--rating',
        'sfw',
        '--reason',
        'x',
        '--dry-run',
      ],
      ['post', '--file', `none${HOSTILE.replaceAll('\0', '')}`, '--rating', 'sfw', '--reason', 'x'],
      ['logout'],
    ]) {
      const run = await runMiniapp(command, { cwd, environment, input: HOSTILE })
      expect(`${command[0]}: ${run.stdout}${run.stderr}`).not.toMatch(UNSAFE)
      expect(run.stdout + run.stderr).not.toBe('')
    }
  })

  it('is stopped waiting for by Ctrl-C, with exit code 130', async ({ skip }) => {
    skip(...missing.signals)
    let onRequest = (): void => {}
    const requested = new Promise<void>((resolve) => {
      onRequest = resolve
    })
    const { baseUrl } = await rudeServer(() => onRequest())
    const cwd = await temporaryFolder()
    const child = spawn(process.execPath, [BINARY, ...words], {
      cwd,
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: cwd,
        USERPROFILE: cwd,
        MINIAPP_TOKEN: 'x',
        MINIAPP_BASE_URL: baseUrl,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
    await requested
    child.kill('SIGINT')
    expect([await closed, stderr]).toEqual([
      130,
      'Interrupted while sending. The post may have gone through. Check miniapp feed before you retry.\n',
    ])
  })
})
