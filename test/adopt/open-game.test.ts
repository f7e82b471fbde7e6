import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { namedPage, withGame } from '../../src/adopt/open-game.js'
import { writeZip } from '../../src/bundle/zip-writer.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const never = new AbortController().signal

/** What is read of a game: its paths, its page, and what was left out. */
const read = (named: string, cwd: string) =>
  withGame(named, cwd, never, async ({ files, page, leftBehind }) => ({
    paths: [...files.keys()].sort(),
    page,
    left: leftBehind.map(({ path }) => path),
  }))

const zipOf = async (files: Readonly<Record<string, string | Uint8Array>>): Promise<string> => {
  const cwd = await temporaryFolder()
  const inputs = Object.entries(files).map(([path, content]) => ({ path, bytes: Buffer.from(content) }))
  await writeFile(join(cwd, 'game.zip'), await writeZip(inputs.sort((a, b) => (a.path < b.path ? -1 : 1))))
  return cwd
}

describe('a game in a zip', () => {
  it('is read from the one folder at its top, however deep', async () => {
    const cwd = await zipOf({
      'My Game/web/index.html': '<p>',
      'My Game/web/a b.png': 'x',
      '__MACOSX/x.png': '',
    })
    expect(await read('game.zip', cwd)).toEqual({
      paths: ['a b.png', 'index.html'],
      page: undefined,
      left: ['__MACOSX/x.png'],
    })
  })

  it('is read from its top where more lies there, and from the folder that is named', async () => {
    const cwd = await zipOf({ 'readme.txt': '', 'web/index.html': '<p>' })
    expect((await read('game.zip', cwd)).paths).toEqual(['readme.txt', 'web/index.html'])
    expect((await read('game.zip/web', cwd)).paths).toEqual(['index.html'])
    await expect(read('game.zip/other', cwd)).rejects.toMatchObject({
      message: 'There is no folder game.zip/other.',
    })
    await expect(read('game.zip/../..', cwd)).rejects.toMatchObject({ kind: 'usage' })
  })

  it('leaves nothing behind', async () => {
    const cwd = await zipOf({ 'index.html': '<p>' })
    const folder = await withGame('game.zip', cwd, never, async (game) => game.folder)
    expect(await readdir(dirname(folder))).not.toContain(folder)
    await expect(readdir(folder)).rejects.toMatchObject({ code: 'ENOENT' })
    expect(dirname(folder)).toBe(tmpdir())
  })

  it('may have a file that is larger than one of a mini app, which has its size told', async () => {
    const cwd = await zipOf({ 'index.html': '<p>', 'game.wasm': Buffer.alloc(21_000_000) })
    const sizes = await withGame('game.zip', cwd, never, async ({ tooLarge }) => [...tooLarge])
    expect(sizes).toEqual([['game.wasm', 21_000_000]])
  })

  it('never gets out of its folder, and is refused where it is not a zip', async () => {
    const cwd = await zipOf({ 'index.html': '<p>', 'aaaaaa.txt': 'out' })
    const zip = await readFile(join(cwd, 'game.zip'))
    await writeFile(
      join(cwd, 'game.zip'),
      Buffer.from(zip.toString('latin1').replaceAll('aaaaaa.txt', '../out.txt'), 'latin1'),
    )
    expect(await read('game.zip', cwd)).toEqual({
      paths: ['index.html'],
      page: undefined,
      left: ['../out.txt'],
    })
    await writeFile(join(cwd, 'not.zip'), 'x')
    await expect(read('not.zip', cwd)).rejects.toMatchObject({ kind: 'usage' })
  })

  it('is neither a page nor a folder of such a name', async () => {
    const cwd = await temporaryFolder()
    await mkdir(join(cwd, 'game.zip'))
    await writeFile(join(cwd, 'game.zip', 'play.html'), '<p>')
    expect((await read('game.zip', cwd)).paths).toEqual(['play.html'])
    await expect(read('game.zip/play.html', cwd)).rejects.toMatchObject({
      message: 'game.zip/play.html is a page, not the folder of a game.',
      remedy: 'Name its folder: --from game.zip --entry play.html',
    })
  })
})

describe('a page that a person names', () => {
  it('is opened in its folder, also in a zip', async () => {
    const cwd = await zipOf({ 'web/play.html': '<p>' })
    await mkdir(join(cwd, 'game', 'folder.html'), { recursive: true })
    await writeFile(join(cwd, 'game', 'Play.HTM'), '<p>')
    const game = join('game', 'Play.HTM')
    expect(await namedPage(game, cwd)).toEqual({ from: 'game', entry: 'Play.HTM' })
    expect(await namedPage('Play.HTM', join(cwd, 'game'))).toEqual({ from: '.', entry: 'Play.HTM' })
    expect(await namedPage('game.zip/web/play.html', cwd)).toEqual({
      from: 'game.zip/web',
      entry: 'play.html',
    })
    for (const other of ['game', 'game/folder.html', 'game/none.html', 'game.zip', 'http://localhost/a.html'])
      expect(await namedPage(other, cwd)).toBe(null)
  })
})

describe('a game on a server of this machine', () => {
  const servers: ReturnType<typeof createServer>[] = []
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => new Promise((closed) => void server.close(closed))))
  })

  const serve = async (answer: RequestListener): Promise<string> => {
    const server = createServer(answer)
    servers.push(server)
    await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
    return `http://localhost:${(server.address() as AddressInfo).port}`
  }

  const files =
    (contents: Readonly<Record<string, string>>, otherwise: string | null = null): RequestListener =>
    ({ url = '' }, response) => {
      const path = decodeURIComponent(url.replace(/\?.*$/, ''))
      const found = contents[path] ?? otherwise
      const isHtml = /\/$|\.html$/.test(path) || contents[path] === undefined
      response.writeHead(found === null ? 404 : 200, {
        'content-type': isHtml ? 'text/html' : 'application/octet-stream',
      })
      response.end(found ?? 'no such file')
    }

  it('is fetched with what pages, styles, scripts and data name', async () => {
    const site = await serve(
      files({
        '/play/': `<link rel=stylesheet href="css/a.css?v=1"><script src="js/game.js"></script><a href="help.html">x</a>`,
        '/play/css/a.css': 'p { background: url(../img/sky%201.png) }',
        '/play/img/sky 1.png': 'x',
        '/play/js/game.js': `load('data/list.json'); sprites.path = 'img/'; sprites.load('hero.png'); x('nowhere.png')`,
        '/play/data/list.json': '["snd/a.ogg"]',
        '/play/snd/a.ogg': 'x',
        '/play/img/hero.png': 'x',
        '/play/help.html': '<img src="/shared/b.png">',
        '/shared/b.png': 'x',
        '/play/unnamed.png': 'x',
      }),
    )
    expect(await read(`${site}/play/`, '/')).toEqual({
      paths: [
        'play/css/a.css',
        'play/data/list.json',
        'play/help.html',
        'play/img/hero.png',
        'play/img/sky 1.png',
        'play/index.html',
        'play/js/game.js',
        'play/snd/a.ogg',
        'shared/b.png',
      ],
      page: 'play/index.html',
      left: [],
    })
  })

  it('has no files that the server answers with its first page', async () => {
    const page = '<script src="a.js"></script><img src="gone.png"><a href="/route">x</a>'
    const site = await serve(files({ '/': page, '/a.js': '' }, page))
    expect((await read(site, '/')).paths).toEqual(['a.js', 'index.html'])
  })

  it('is fetched from nowhere else, even where the server redirects', async () => {
    let requests = 0
    const other = await serve((_, response) => {
      requests += 1
      response.end('x')
    })
    const site = await serve((request, response) => {
      if (request.url === '/') {
        response.writeHead(200, { 'content-type': 'text/html' })
        response.end(`<img src="a.png"><img src="${other}/b.png">`)
      } else response.writeHead(302, { location: `${other}/a.png` }).end()
    })
    expect((await read(site, '/')).paths).toEqual(['index.html'])
    expect(requests).toBe(0)
  })

  it.each([
    ['http://example.com/', 'http://example.com/ is not on this machine.'],
    ['http://localhost.example.com/', 'is not on this machine.'],
    ['http://10.0.0.1/', 'is not on this machine.'],
    ['https://127.0.0.1.example.com/', 'is not on this machine.'],
  ])('is never one of another machine: %s', async (url, words) => {
    await expect(read(url, '/')).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining(words),
    })
  })

  it.each([
    ['a file', files({ '/': 'x' }, null), '/a.png', 'does not answer with a page.'],
    [
      'a development server',
      files({ '/': '<script src="/@vite/client"></script>' }),
      '/',
      'development server',
    ],
  ])('is a page: not %s', async (_, answer, path, words) => {
    const site = await serve(answer)
    await expect(read(site + path, '/')).rejects.toMatchObject({ message: expect.stringContaining(words) })
  })
})
