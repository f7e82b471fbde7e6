import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { json, type RudeServer, rudeServer } from '../../support/fakes/rude-server.js'
import { freePort } from '../../support/processes/free-port.js'
import { commandRig } from '../../support/rigs/command-rig.js'
import { signedInRig } from '../../support/rigs/signed-in-rig.js'
import { missing } from '../../support/vitest/missing.js'

const RATED = ['--rating', 'sfw', '--reason', 'A greeting']
const picture = fileURLToPath(new URL('../../../fixtures/media/gps.jpg', import.meta.url))

const draftsOf = async (rig: Awaited<ReturnType<typeof commandRig>>) =>
  JSON.parse((await rig.run(['post', '--drafts', '--format', 'json'])).stdout).drafts

/** A command line with a token for a server that answers as a test says. */
const withServer = async (answer: Parameters<typeof rudeServer>[0]) => {
  const server: RudeServer = await rudeServer(answer)
  const rig = await commandRig()
  const environment = { MINIAPP_TOKEN: 'token' }
  return {
    rig,
    server,
    run: (words: readonly string[], input = '') =>
      rig.run([...words, '--base-url', server.baseUrl], { input, environment }),
  }
}

describe('a post from a pipe that cannot be sent', () => {
  it('is kept as a draft when the network is down, and --retry sends it', async () => {
    const rig = await signedInRig('write:post')
    await rig.signIn({ ...rig.first, baseUrl: `http://localhost:${await freePort()}` })
    const failed = await rig.run(['post', ...RATED, '--link', 'https://a.example'], { input: 'Ünïcode\n' })
    const [draft, ...others] = await draftsOf(rig)
    expect([failed.code, failed.stdout, others]).toEqual([5, '', []])
    expect(failed.stderr).toContain(
      `The post is kept as the draft ${draft.id}. To send it, run miniapp post --retry ${draft.id}.\n`,
    )
    expect(draft).toMatchObject({ content: 'Ünïcode\nhttps://a.example', rating: 'sfw', uncertain: false })
    await rig.signIn(rig.first)
    const sent = await rig.run(['post', '--retry'])
    expect([sent.code, sent.stdout]).toEqual([0, expect.stringContaining('Your post is published')])
    const posts = [...rig.service.world.store.all('post')]
    expect(posts).toMatchObject([
      { content: 'Ünïcode\nhttps://a.example', rating: 'sfw', reasoning: 'A greeting' },
    ])
    expect(await draftsOf(rig)).toEqual([])
    expect(await rig.run(['post', '--retry'])).toMatchObject({ code: 2, stdout: '' })
  })

  it.each([[['post', 'Hello', ...RATED]], [['post', '--file', 'text.txt', ...RATED]]])(
    'is not kept if its text is elsewhere: %j',
    async (words) => {
      const { run, rig } = await withServer((_request, response) => json(response, 500, {}))
      await writeFile(join(rig.home, 'text.txt'), 'Hello')
      expect((await run(words)).code).toBe(5)
      expect(await draftsOf(rig)).toEqual([])
    },
  )

  it.each([
    ['a refusal', 400, 1, false],
    ['a denial', 403, 1, false],
    ['a limit', 429, 6, false],
    ['a failure, which may have come after the post', 500, 5, true],
  ])('is kept after %s', async (_name, status, code, uncertain) => {
    const { run, rig } = await withServer((_request, response) => {
      response.setHeader('retry-after', '3600')
      json(response, status, { error: 'No.' })
    })
    const failed = await run(['post', ...RATED, '--format', 'json'], 'Hello')
    const [draft] = await draftsOf(rig)
    expect([failed.code, JSON.parse(failed.stdout)]).toEqual([
      code,
      { schema: 1, ok: false, error: expect.objectContaining({ status }), draft: draft.id },
    ])
    expect(draft).toMatchObject({ content: 'Hello', uncertain })
  })

  it('is kept if nobody is signed in, and not if it is wrong', async () => {
    const rig = await commandRig()
    expect((await rig.run(['post', ...RATED], { input: '#tag' })).code).toBe(1)
    expect((await rig.run(['post'], { input: '' })).code).toBe(2)
    expect(await rig.run(['post', ...RATED, '--media', 'a.png', 'Hello'], { input: '' })).toMatchObject({
      code: 2,
      stderr: 'error No text to post.\nPut the text before --media: everything after --media is a file.\n',
    })
    expect(await draftsOf(rig)).toEqual([])
    expect((await rig.run(['post', ...RATED], { input: 'Hello' })).code).toBe(3)
    expect(await draftsOf(rig)).toMatchObject([{ content: 'Hello' }])
  })

  it('is not sent twice by itself: after a lost answer, --retry needs --yes', async () => {
    let isLost = true
    const { run, rig, server } = await withServer((_request, response) => {
      if (isLost) response.destroy()
      else json(response, 200, { result: 'Published.' })
    })
    const failed = await run(['post', ...RATED], 'Hello')
    expect([failed.code, failed.stderr]).toEqual([5, expect.stringContaining('If it was not published, run')])
    isLost = false
    const refused = await run(['post', '--retry'])
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('may have been published')])
    expect(server.requests.length).toBe(1)
    expect(await run(['post', '--retry', '--yes'])).toMatchObject({ code: 0, stdout: 'Published.\n' })
    expect(await draftsOf(rig)).toEqual([])
  })

  it('keeps what is uploaded, and uploads only the rest', async () => {
    let failing = true
    let count = 0
    const { run, rig, server } = await withServer((request, response) => {
      if (request.url === '/v1/posts') json(response, 200, { result: 'Published.' })
      else if (count === 1 && failing) json(response, 503, {})
      else json(response, 200, { result: `ref_${++count}` })
    })
    const media = ['--media', picture, picture, '--no-strip-metadata']
    expect((await run(['post', ...RATED, ...media], 'Hello')).code).toBe(5)
    expect(await draftsOf(rig)).toMatchObject([{ media: [picture], references: ['ref_1'], uncertain: false }])
    failing = false
    expect((await run(['post', '--retry'])).code).toBe(0)
    expect(server.requests.filter(({ path }) => path === '/v1/media').length).toBe(3)
    expect(JSON.parse(server.requests.at(-1)?.body ?? '')).toEqual({
      content: 'Hello',
      content_rating: 'sfw',
      rating_reasoning: 'A greeting',
      media_urls: ['ref_1', 'ref_2'],
    })
  })
})

describe('drafts', () => {
  it('are listed newest first, found by ID, and discarded', async () => {
    const rig = await commandRig()
    for (const input of ['One', 'Two']) await rig.run(['post', ...RATED], { input })
    const drafts = await draftsOf(rig)
    expect(drafts.map(({ content }: { content: string }) => content).sort()).toEqual(['One', 'Two'])
    const one = drafts.find(({ content }: { content: string }) => content === 'One').id
    expect((await rig.run(['post', '--drafts'])).stdout).toContain(`${one} · just now\n  One\n`)
    expect((await rig.run(['post', '--discard', one])).stdout).toBe(`Removed the draft ${one}: One\n`)
    expect(await draftsOf(rig)).toMatchObject([{ content: 'Two' }])
    for (const words of [
      ['--retry', one],
      ['--discard', '../credentials'],
      ['Text', '--drafts'],
      ['--drafts', '--retry'],
    ])
      expect((await rig.run(['post', ...words])).code).toBe(2)
  })

  it('only their owner can read them', async ({ skip }) => {
    skip(...missing.modes)
    const rig = await commandRig()
    await rig.run(['post', ...RATED], { input: 'Secret' })
    const folder = join(rig.config, 'drafts')
    const [name = ''] = await readdir(folder)
    const modes = await Promise.all([folder, join(folder, name)].map(async (path) => (await stat(path)).mode))
    expect(modes.map((mode) => mode & 0o777)).toEqual([0o700, 0o600])
  })

  it('are set aside if damaged, and never read through a link', async () => {
    const rig = await commandRig()
    const folder = join(rig.config, 'drafts')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, '20260102T030405-abcd.json'), '{"schema":1')
    await writeFile(join(folder, '20260102T030405-abce.json'), '{"schema":2}')
    if (process.platform !== 'win32')
      await symlink(join(rig.home, 'elsewhere.json'), join(folder, '20260102T030405-abcf.json'))
    const listed = await rig.run(['post', '--drafts'])
    expect([listed.code, listed.stdout]).toEqual([0, ''])
    expect(listed.stderr.match(/was damaged/g)?.length).toBe(2)
    const aside = (await readdir(folder)).filter((name) => name.includes('abcd.json.damaged-'))
    expect(await readFile(join(folder, aside[0] ?? ''), 'utf8')).toBe('{"schema":1')
  })
})
