import { describe, expect, it } from 'vitest'
import type { Change } from '../../../src/adopt/change.js'
import { applyEdits } from '../../../src/adopt/edits.js'
import { shimEdits, waitingEdits } from '../../../src/adopt/shim/shim-edits.js'
import { withShim as withComposed } from '../../../src/adopt/shim/with-shim.js'
import { markOf } from '../../../src/shim/part-names.js'
import { readShim, type ShimContents } from '../../../src/shim/shim-file.js'

/** As the build's modules have it, without them. */
const compose = async ({ parts, renamed }: ShimContents): Promise<string> => {
  const names = Object.keys(renamed).length > 0
  return `// ${markOf(names ? [...parts.filter((part) => part !== 'names'), 'names'] : parts)}\n${names ? `shimNames(${JSON.stringify(renamed)});\n` : ''}`
}

const withShim = <Game extends Parameters<typeof withComposed>[0]>(
  game: Game,
  before: Uint8Array | undefined,
  site = '',
) => withComposed(game, before, [], site, compose)

const edited = (page: string, path = 'index.html'): string =>
  applyEdits(page, shimEdits(page, path, 'it is needed'), path).text

const SDK = '<script src="service-miniapp.js"></script>'
const SHIM = '<script src="browser-shim.js"></script>'

describe('the element that loads the shim', () => {
  it.each([
    [
      'after the SDK',
      `<head>\n  ${SDK}\n  <script src="a.js"></script>\n</head>`,
      `<head>\n  ${SDK}\n  ${SHIM}\n  <script src="a.js"></script>\n</head>`,
    ],
    ['on the line of the SDK', `<head>${SDK}<script>a()</script>`, `<head>${SDK}${SHIM}<script>a()</script>`],
    [
      'with CRLF',
      `<p>\r\n${SDK}\r\n<script>a()</script>`,
      `<p>\r\n${SDK}\r\n${SHIM}\r\n<script>a()</script>`,
    ],
    [
      'after an SDK that no longer waits',
      '<script defer src="service-miniapp.js"></script>\n<script defer src="a.js"></script>',
      `${SDK}\n${SHIM}\n<script defer src="a.js"></script>`,
    ],
    [
      'before an SDK that comes too late',
      `<script>a()</script>${SDK}`,
      `${SDK}\n${SHIM}\n<script>a()</script>${SDK}`,
    ],
    [
      'with an SDK where there is none',
      '<body>\n  <script>a()</script>',
      `<body>\n  ${SDK}\n  ${SHIM}\n  <script>a()</script>`,
    ],
    [
      'behind data for scripts',
      `<script type="application/json">{}</script>\n${SDK}\n`,
      `<script type="application/json">{}</script>\n${SDK}\n${SHIM}\n`,
    ],
    [
      'in the head of a page without scripts',
      '<head><title>a</title></head><p>',
      `<head><title>a</title>${SDK}${SHIM}</head><p>`,
    ],
    ['in a page of nothing', '', `${SDK}\n${SHIM}\n`],
    ['not again', `${SDK}${SHIM}`, `${SDK}${SHIM}`],
    [
      'not again, from elsewhere',
      '<script src="../browser-shim.js?1"></script>',
      '<script src="../browser-shim.js?1"></script>',
    ],
  ])('stands %s', (_, page, expected) => {
    expect(edited(page)).toBe(expected)
  })

  it('names the file from where the page is', () => {
    expect(edited('<script>a()</script>', 'pages/two.html')).toBe(
      '<script src="../service-miniapp.js"></script>\n<script src="../browser-shim.js"></script>\n<script>a()</script>',
    )
  })
})

describe('an adopted game', () => {
  const game = (files: Readonly<Record<string, string>>, changes: readonly Change[] = []) => ({
    files: Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) })),
    entry: 'index.html',
    changes,
  })
  const renamed = (from: string, file: string): Change => ({
    kind: 'renamed',
    file,
    line: null,
    from,
    to: file,
    why: 'letters',
  })
  const PAGE = `<html>\n${SDK}\n<script src="a.js"></script>\n<img src="b.png">`

  it('stays as it is where it needs none of it', async () => {
    const plain = game({ 'index.html': PAGE, 'a.js': 'run()' })
    expect(await withShim(plain, undefined)).toBe(plain)
    const licence = game({ 'index.html': PAGE, 'a.js': 'run()' }, [renamed('LICENSE', 'LICENSE.txt')])
    expect(await withShim(licence, undefined)).toBe(licence)
  })

  it('gets it in every page with scripts, and the lines of other changes move down', async () => {
    const address: Change = {
      kind: 'address',
      file: 'index.html',
      line: 4,
      from: '/b.png',
      to: 'b.png',
      why: 'root',
    }
    const sdk: Change = { kind: 'sdk', file: 'index.html', line: 2, from: null, to: SDK, why: 'first' }
    const result = await withShim(
      game(
        {
          'a.js': 'localStorage.a = 1',
          'index.html': PAGE,
          'two.html': '<script>go()</script>',
          'three.html': '<p>no script</p>',
        },
        [sdk, address],
      ),
      undefined,
    )
    const texts = Object.fromEntries(
      result.files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]),
    )
    expect(Object.keys(texts)).toEqual(['a.js', 'browser-shim.js', 'index.html', 'three.html', 'two.html'])
    expect(texts['index.html']).toBe(PAGE.replace(SDK, `${SDK}\n${SHIM}`))
    expect(texts['two.html']).toBe(`${SDK}\n${SHIM}\n<script>go()</script>`)
    expect(texts['three.html']).toBe('<p>no script</p>')
    expect(readShim(texts['browser-shim.js'] ?? '')).toEqual({ parts: ['local-storage'], renamed: {} })
    const why = 'it stands in for localStorage'
    expect(result.changes).toEqual([
      sdk,
      { ...address, line: 5 },
      { kind: 'shim', file: 'index.html', line: 3, from: null, to: SHIM, why },
      { kind: 'shim', file: 'two.html', line: 1, from: null, to: SHIM, why },
    ])
  })

  it('finds what was renamed, and keeps what a shim of its own had', async () => {
    const first = await withShim(
      game({ 'index.html': PAGE, 'a.js': 'load("img/" + n)' }, [renamed('img/a b.png', 'img/a-b.png')]),
      undefined,
    )
    const shim = first.files.find(({ path }) => path === 'browser-shim.js')
    expect(readShim(Buffer.from(shim?.bytes ?? '').toString())).toEqual({
      parts: ['names'],
      renamed: { 'img/a b.png': 'img/a-b.png' },
    })
    const again = await withShim(game({ 'index.html': PAGE, 'a.js': 'alert(1)' }), shim?.bytes)
    expect(
      readShim(
        Buffer.from(again.files.find(({ path }) => path === 'browser-shim.js')?.bytes ?? '').toString(),
      ),
    ).toEqual({
      parts: ['dialogs', 'names'],
      renamed: { 'img/a b.png': 'img/a-b.png' },
    })
  })

  it('tells the shim in which folder of its site it was', async () => {
    const result = await withShim(
      game({ 'index.html': PAGE, 'a.js': "load('/my-game/' + name + '.png')", 'b.png': '' }),
      undefined,
      '/my-game',
    )
    const texts = new Map(result.files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]))
    expect(texts.get('index.html')).toContain('<script src="browser-shim.js" data-site="/my-game"></script>')
    expect(readShim(texts.get('browser-shim.js') ?? '')?.parts).toEqual(['root-addresses'])
  })

  it('with only pages is not given names that no script composes', async () => {
    const page = game({ 'index.html': '<img src="a-b.png">' }, [renamed('a b.png', 'a-b.png')])
    expect(await withShim(page, undefined)).toBe(page)
  })
})

describe('scripts of a page with a router', () => {
  const waiting = (page: string): string => applyEdits(page, waitingEdits(page), 'index.html').text

  it.each([
    [
      'at the end of the page',
      '<script src="browser-shim.js"></script><main></main><script src="a.js"></script><script src=b.js></script>',
      '<script src="browser-shim.js"></script><main></main><script defer src="a.js"></script><script defer src=b.js></script>',
    ],
    [
      'after one in the page',
      '<script src="a.js"></script><script>push = []</script><script src="b.js"></script>',
      '<script src="a.js"></script><script>push = []</script><script defer src="b.js"></script>',
    ],
    [
      'without loading modules ahead',
      '<link rel="modulepreload" href="a.js"><link rel="stylesheet" href="a.css"><script type="module" src="a.js"></script>',
      '<link rel="stylesheet" href="a.css"><script type="module" src="a.js"></script>',
    ],
    [
      'that wait already',
      '<script async src="a.js"></script><script defer src="b.js"></script><script type="module" src="c.js"></script>',
      '<script async src="a.js"></script><script defer src="b.js"></script><script type="module" src="c.js"></script>',
    ],
  ])('wait for the page: %s', (_, page, expected) => {
    expect(waiting(page)).toBe(expected)
  })
})
