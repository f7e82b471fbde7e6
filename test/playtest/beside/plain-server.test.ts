import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { folderOriginal, namedOriginal } from '../../../src/playtest/beside/original.js'
import { type ServedOriginal, serveOriginal } from '../../../src/playtest/beside/plain-server.js'
import { temporaryFolder } from '../../support/vitest/temporary-folder.js'

let served: ServedOriginal | null = null
afterEach(async () => {
  await served?.stop()
  served = null
})

const PLACE = { x: 10, y: 20, width: 390, height: 700, scale: 1, pixelRatio: 1 }

/** Serves a folder with a page, and gives the origin of the game itself. */
const serve = async (files: Readonly<Record<string, string>>, page = 'index.html', place = PLACE) => {
  const cwd = await temporaryFolder()
  const folder = join(cwd, 'game')
  await mkdir(join(folder, 'level'), { recursive: true })
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text)
  await writeFile(join(cwd, 'secret.txt'), 'secret')
  served = await serveOriginal(await folderOriginal(folder, page, 'game'), place)
  const stage = await (await fetch(served.url)).text()
  const source = /<iframe title="Mini app" src="([^"]+)"/.exec(stage)?.[1] ?? ''
  return { stage, source, origin: new URL(source).origin, folder, cwd }
}

describe('the server of an original', () => {
  it('shows it at /, in a frame at the place of the mini app', async () => {
    const { stage, source, origin } = await serve({ 'index.html': '<title>Snake</title>' })
    expect(source).toBe(`${origin}/`)
    expect(stage).toContain('left: 10px; top: 20px; width: 390px; height: 700px')
  })

  it('shows it as small as the browser shim shows a page of a fixed size', async () => {
    const { stage } = await serve({ 'index.html': '<title>Snake</title>' }, 'index.html', {
      ...PLACE,
      scale: 0.5,
    })
    expect(stage).toContain('left: 10px; top: 20px; width: 780px; height: 1400px')
    expect(stage).toContain('transform: scale(0.5); transform-origin: 0 0')
  })

  it.each([
    ['<script src="/my-game/app.js"></script>', '/my-game'],
    ['<link rel="stylesheet" href="/arcade/my-game/level/a.css?1">', '/arcade/my-game'],
    ['<base href="/my-game/">', '/my-game'],
    ['<base href="/level/"><script src="/level/a.css"></script>', ''],
    ['<script src="/elsewhere/gone.js"></script><script src="/app.js"></script>', ''],
  ])('shows it in the folder of its site that its page names: %s', async (page, site) => {
    const { source, origin } = await serve({ 'index.html': page, 'app.js': 'let a', 'level/a.css': '' })
    expect(source).toBe(`${origin}${site}/`)
    expect(await (await fetch(`${origin}${site}/app.js`)).text()).toBe('let a')
    expect((await fetch(`${origin}/other/app.js`)).status).toBe(404)
  })

  it('serves files with their types and ranges, and no policy', async () => {
    const { origin } = await serve({ 'index.html': '', 'app.js': 'let a', 'a.mp3': '0123456789', x: '?' })
    const script = await fetch(`${origin}/app.js`)
    expect(script.headers.get('content-type')).toMatch(/^text\/javascript/)
    expect(script.headers.get('content-security-policy')).toBeNull()
    expect(await script.text()).toBe('let a')
    const part = await fetch(`${origin}/a.mp3`, { headers: { range: 'bytes=2-4' } })
    expect([part.status, part.headers.get('content-type'), await part.text()]).toEqual([
      206,
      'audio/mpeg',
      '234',
    ])
    expect((await fetch(`${origin}/x`)).headers.get('content-type')).toBe('application/octet-stream')
  })

  it('adds a script to pages that reports their errors, after the doctype', async () => {
    const { origin } = await serve({
      'index.html': '<!DOCTYPE html><!-- 1 --><html lang="en"><head class="a"><title>Snake</title>',
    })
    const page = await (await fetch(`${origin}/`)).text()
    expect(page).toMatch(/^<!DOCTYPE html><!-- 1 --><html lang="en"><head class="a"><script>/)
    expect(page).toMatch(/<\/script><title>Snake<\/title>$/)
    const [, errors = '', unreached = ''] = /"(\/__[^"]+)", "(\/__[^"]+)"\)<\/script>/.exec(page) ?? []
    await fetch(`${origin}${errors}`, { method: 'POST', body: 'Error: late' })
    expect([...(served?.errors ?? [])]).toEqual(['Error: late'])
    await fetch(`${origin}${unreached}`, { method: 'POST', body: 'https://cdn.example' })
    expect([...(served?.unreached ?? [])]).toEqual(['https://cdn.example'])
  })

  it('remembers what is missing, without what browsers ask for by themselves', async () => {
    const { origin } = await serve({ 'index.html': '' })
    for (const path of ['/img/hero.png?2', '/favicon.ico'])
      expect((await fetch(`${origin}${path}`)).status).toBe(404)
    expect([...(served?.missing ?? [])]).toEqual(['/img/hero.png'])
  })

  it('leads to the page of a folder', async () => {
    const { origin } = await serve({ 'index.html': '', 'level/index.html': 'Level' })
    const response = await fetch(`${origin}/level`)
    expect(response.url).toBe(`${origin}/level/`)
    expect(await response.text()).toMatch(/Level$/)
  })

  it.each(['/..%2fsecret.txt', '/%2e%2e/secret.txt', '/link.txt', '/%00', '/%'])(
    'never leaves the folder: %s',
    async (path) => {
      const { origin, folder, cwd } = await serve({ 'index.html': '' })
      await symlink(join(cwd, 'secret.txt'), join(folder, 'link.txt'))
      expect((await fetch(`${origin}${path}`)).status).toBe(404)
    },
  )
})

describe('an original that is named', () => {
  it('is a folder with index.html, or a page', async () => {
    const cwd = await temporaryFolder()
    await mkdir(join(cwd, 'game'))
    await expect(namedOriginal('game', cwd)).rejects.toMatchObject({
      kind: 'usage',
      message: 'game has no index.html.',
    })
    await expect(namedOriginal('none', cwd)).rejects.toMatchObject({ name: 'Failure' })
    await writeFile(join(cwd, 'game', 'my play.html'), 'Play')
    expect(await namedOriginal('game/my play.html', cwd)).toMatchObject({
      name: 'game/my play.html',
      entry: '/my%20play.html',
    })
    await writeFile(join(cwd, 'game', 'index.html'), 'Home')
    expect(await namedOriginal('game', cwd)).toMatchObject({ name: 'game', entry: '/' })
  })

  it('is a URL, whose server answers for its own addresses', async () => {
    const { origin } = await serve({ 'index.html': 'Home', 'level/index.html': 'Level', 'app.js': 'let a' })
    const original = await namedOriginal(`${origin}/level/?a=1`, '.')
    expect(original).toMatchObject({ name: `${origin}/level/?a=1`, entry: '/level/?a=1' })
    const script = await original.read('/app.js')
    expect(script).toMatchObject({ type: expect.stringMatching(/^text\/javascript/) })
    expect(await original.read('/level')).toEqual({ location: '/level/' })
    expect(await original.read('/none.js')).toBeNull()
  })
})
