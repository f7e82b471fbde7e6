import { rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy, PERMISSIONS_POLICY } from '../../../../src/platform/csp.js'
import { send, simulatorRig } from '../../../support/rigs/simulator-rig.js'
import { missing } from '../../../support/vitest/missing.js'
import { temporaryFolder } from '../../../support/vitest/temporary-folder.js'

describe('the bundle’s origin', () => {
  it.each(['index.html', 'js/game.js', 'style.css', 'music.mp3', 'icon.png'])(
    '2.10: serves %s with exactly its policy, all powerful features denied, and CORS',
    async (path) => {
      const { base } = await simulatorRig({
        files: { 'js/game.js': '1', 'style.css': '', 'music.mp3': 'ID3', 'icon.png': 'png' },
      })
      const { status, headers } = await send(`${base}${path}`)
      expect(status).toBe(200)
      expect(headers['content-security-policy']).toBe(contentSecurityPolicy(base))
      expect(headers['permissions-policy']).toBe(PERMISSIONS_POLICY)
      expect(headers['access-control-allow-origin']).toBe('*')
      expect(headers['access-control-allow-credentials']).toBeUndefined()
      expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['etag']).toBeUndefined()
    },
  )

  it('2.10: BASE is the version’s own folder by the name that the browser used', async () => {
    const { base } = await simulatorRig()
    const { port } = new URL(base)
    const { headers } = await send(`${base}index.html`, { host: `127.0.0.1:${port}` })
    expect(headers['content-security-policy']).toContain(
      `script-src http://127.0.0.1:${port}/ma_abcdefghij/1.0.0/ 'unsafe-inline'`,
    )
  })

  it.each([
    ['page.html', 'text/html; charset=utf-8'],
    ['page.htm', 'text/html; charset=utf-8'],
    ['code.mjs', 'text/javascript; charset=utf-8'],
    ['code.WASM', 'application/wasm'],
    ['level.json', 'application/json; charset=utf-8'],
    ['song.opus', 'audio/ogg'],
    ['blob.data', 'application/octet-stream'],
  ])('2.9: the extension of %s decides that it is %s', async (path, type) => {
    const { base } = await simulatorRig({ files: { [path]: 'x' } })
    expect((await send(`${base}${path}`)).headers['content-type']).toBe(type)
  })

  it('2.10: puts the injected script before the app’s own code in pages, and into nothing else', async () => {
    const { base } = await simulatorRig({
      files: {
        'index.html': '<!doctype html><head><script>own()</script>',
        'a.js': '<head>',
        'a.svg': '<svg/>',
      },
    })
    expect((await send(`${base}index.html`)).body).toBe(
      '<!doctype html><head><script>injected()</script><script>own()</script>',
    )
    expect((await send(`${base}a.js`)).body).toBe('<head>')
    expect((await send(`${base}a.svg`)).body).toBe('<svg/>')
  })

  it.each([
    [{ 'sec-fetch-dest': 'iframe' }, true],
    [{ accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }, true],
    [{ 'sec-fetch-dest': 'image', accept: 'image/avif,image/svg+xml,*/*;q=0.8' }, false],
    [{ accept: 'image/avif,image/svg+xml,*/*;q=0.8' }, false],
    [{}, false],
  ])('2.10: a drawing that is opened as a page has the injected script: %j', async (headers, injected) => {
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><g/></svg>'
    const { base } = await simulatorRig({ files: { 'drawing.svg': drawing } })
    const { body } = await send(`${base}drawing.svg`, headers as Record<string, string>)
    expect(body.includes('injected()')).toBe(injected)
  })

  it('2.9: serves no page in UTF-16, whose code the injected script would not precede', async () => {
    const { base } = await simulatorRig({
      files: { 'a.html': Buffer.from('\ufeff<script>own()</script>', 'utf16le') },
    })
    const { status, body } = await send(`${base}a.html`)
    expect(status).toBe(415)
    expect(body).not.toContain('own')
  })

  it('answers a range of a media file, and refuses one beyond its end', async () => {
    const { base } = await simulatorRig({ files: { 'a.mp4': '0123456789' } })
    const part = await send(`${base}a.mp4`, { range: 'bytes=2-5' })
    expect(part).toMatchObject({ status: 206, body: '2345' })
    expect(part.headers['content-range']).toBe('bytes 2-5/10')
    expect(part.headers['content-length']).toBe('4')
    expect(await send(`${base}a.mp4`, { range: 'bytes=7-' })).toMatchObject({ status: 206, body: '789' })
    expect(await send(`${base}a.mp4`, { range: 'bytes=-3' })).toMatchObject({ status: 206, body: '789' })
    const beyond = await send(`${base}a.mp4`, { range: 'bytes=10-' })
    expect(beyond.status).toBe(416)
    expect(beyond.headers['content-range']).toBe('bytes */10')
    const whole = await send(`${base}a.mp4`)
    expect(whole).toMatchObject({ status: 200, body: '0123456789' })
    expect(whole.headers['accept-ranges']).toBe('bytes')
    expect(await send(`${base}a.mp4`, { range: 'bytes=0-1,4-5' })).toMatchObject({ status: 200 })
    expect(await send(`${base}a.mp4`, { range: 'lines=1-2' })).toMatchObject({ status: 200 })
  })

  it('answers HEAD as GET, without the body', async () => {
    const { base } = await simulatorRig({ files: { 'a.js': 'alert' } })
    const { status, headers, body } = await send(`${base}a.js`, {}, { method: 'HEAD' })
    expect({ status, body, length: headers['content-length'] }).toEqual({
      status: 200,
      body: '',
      length: '5',
    })
  })

  it('only reads', async () => {
    const { base } = await simulatorRig()
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const { status, headers } = await send(`${base}index.html`, {}, { method })
      expect(status, method).toBe(405)
      expect(headers['access-control-allow-origin']).toBeUndefined()
    }
  })

  it('allows no headers, and logs what asks for them, with the line that names the file', async () => {
    const { base, simulator } = await simulatorRig({
      files: { 'index.html': "<!doctype html>\n<script>$.getJSON('a.json')</script>", 'a.json': '{}' },
    })
    const preflight = (headers: string) =>
      send(
        `${base}a.json`,
        {
          origin: 'null',
          'access-control-request-method': 'GET',
          'access-control-request-headers': headers,
        },
        { method: 'OPTIONS' },
      )
    const { status, headers } = await preflight('x-requested-with')
    expect(status).toBe(405)
    expect(headers['access-control-allow-headers']).toBeUndefined()
    await preflight('x-a')
    await expect.poll(() => simulator.log.entries().length).toBe(2)
    const [ofJQuery, other] = simulator.log.entries()
    expect(ofJQuery).toMatchObject({
      kind: 'failed-file',
      message: 'The app requested a.json, but with custom headers, so the request fails.',
      file: 'index.html',
      line: 2,
      why: expect.stringContaining('$.ajaxSetup({ crossDomain: true })'),
    })
    expect(other).toMatchObject({ why: expect.stringMatching(/such as x-a.* without these headers, or add/) })
  })

  it('has no path beside the app’s own folder', async () => {
    const { bundleOrigin } = await simulatorRig()
    for (const path of [
      '/',
      '/index.html',
      '/ma_abcdefghij/1.0.0',
      '/ma_abcdefghij/1.0.1/index.html',
      '/ma_abcdefghij2/1.0.0/index.html',
      '/control/state',
      '/socket',
    ]) {
      const { status, headers } = await send(`${bundleOrigin}/`, {}, { target: path })
      expect(status, path).toBe(404)
      expect(headers['access-control-allow-origin']).toBeUndefined()
    }
  })

  it('serves what would be in the zip and nothing else, by exactly its path', async () => {
    const { base, simulator } = await simulatorRig({
      files: {
        'Picture.png': 'x',
        '.miniappignore': 'draft.html\n',
        'draft.html': 'secret',
        '.env': 'secret',
        'node_modules/a.js': 'secret',
        noextension: 'secret',
        'script.php': 'secret',
      },
    })
    for (const path of [
      'picture.png',
      'draft.html',
      '.env',
      'node_modules/a.js',
      'noextension',
      'script.php',
      '.miniapp/simulator.owner',
    ]) {
      const { status, body } = await send(`${base}${path}`)
      expect(status, path).toBe(404)
      expect(body).not.toContain('secret')
    }
    // The answer does not wait for the log.
    await expect.poll(() => simulator.log.entries().length).toBeGreaterThan(1)
    const log = simulator.log.entries()
    expect(log[0]).toMatchObject({
      kind: 'failed-file',
      file: 'picture.png',
      why: expect.stringContaining('Picture.png. Paths are case-sensitive'),
    })
    expect(log[1]).toMatchObject({ file: 'draft.html', why: expect.stringContaining('.miniappignore') })
  })

  it('never follows a link out of the folder', async ({ skip }) => {
    skip(...missing.links)
    const outside = await temporaryFolder()
    await writeFile(join(outside, 'plain.txt'), 'private words')
    const { base, folder, simulator } = await simulatorRig({
      files: { 'plain.txt': 'x', 'sub/plain.txt': 'x' },
    })
    await symlink(join(outside, 'plain.txt'), join(folder, 'link.txt'))
    await symlink(outside, join(folder, 'folder'))
    await simulator.live.refresh()
    for (const path of ['link.txt', 'folder/plain.txt']) {
      const { status, body } = await send(`${base}${path}`)
      expect({ path, status }).toEqual({ path, status: 404 })
      expect(body).not.toContain('private words')
    }
    // A file and a folder that become links after the folder was read, before that is read again.
    await rename(join(folder, 'plain.txt'), join(folder, 'old.txt'))
    await symlink(join(outside, 'plain.txt'), join(folder, 'plain.txt'))
    await rename(join(folder, 'sub'), join(folder, 'old'))
    await symlink(outside, join(folder, 'sub'))
    for (const path of ['plain.txt', 'sub/plain.txt'])
      expect(await send(`${base}${path}`), path).toMatchObject({ status: 404 })
  })

  it.each(['evil.test', 'localhost.evil.test', '127.0.0.1.evil.test', 'evil.test:80@localhost'])(
    'refuses the Host %j: a name bound to this machine is not its own',
    async (host) => {
      const { base } = await simulatorRig()
      const { status, headers } = await send(`${base}index.html`, { host })
      expect([400, 403]).toContain(status)
      expect(headers['access-control-allow-origin']).toBeUndefined()
    },
  )

  it('serves a manifest that is not ready, and nothing while it cannot be read', async () => {
    const rig = await simulatorRig({ files: { 'manifest.json': '{"name":"Hello"}' } })
    const state = rig.simulator.addressed('http://localhost:1')
    expect(state).toEqual({
      app: { id: 'ma_aaaaaaaaaa', name: 'Hello', version: '0.0.0', orientation: 'any', iconUrl: null },
      frameUrl: 'http://localhost:1/ma_aaaaaaaaaa/0.0.0/index.html',
    })
    await rig.write({ 'manifest.json': '{"name":' })
    await rig.simulator.live.refresh()
    expect(rig.simulator.addressed('http://localhost:1').frameUrl).toBeNull()
    expect((await send(`${rig.bundleOrigin}/ma_aaaaaaaaaa/0.0.0/index.html`)).status).toBe(404)
  })
})
