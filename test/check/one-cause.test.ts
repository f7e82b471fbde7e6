import { describe, expect, it } from 'vitest'
import type { Bundle } from '../../src/bundle/bundle.js'
import { zipBundle } from '../../src/bundle/zip-reader.js'
import { check } from '../../src/check/run.js'
import { zipBytes } from '../bundle/zip-bytes.js'
import { memoryBundle } from '../support/fakes/memory-bundle.js'
import { sampleFiles } from '../support/fakes/sample-bundle.js'

type Files = Readonly<Record<string, string | Uint8Array>>

const page = (body: string): string => `<!doctype html><meta charset="utf-8"><title>A</title>${body}\n`
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index)

/** A game of eleven files, eight of them in a folder. */
const game = (): Files => ({
  ...sampleFiles(),
  'index.html': page(
    numbers(8)
      .map((n) => `<script src="js/a${n}.js"></script>`)
      .join(''),
  ),
  ...Object.fromEntries(numbers(8).map((n) => [`js/a${n}.js`, `console.log(${n})\n`])),
})

/** The problems that ask for something, but for what every app without the SDK is told. */
const found = async (bundle: Bundle) =>
  (await check(bundle)).problems.flatMap(({ rule, level, impact, file, line, message, fix }) =>
    level === 'info' ? [] : [{ rule, level, impact, file, line, message, fix }],
  )

const renamed = (files: Files, rename: (name: string) => string): Files =>
  Object.fromEntries(Object.entries(files).map(([name, content]) => [rename(name), content]))

const zipped = async (files: Files, more: object = {}): Promise<Bundle> => {
  const zip = zipBytes(Object.entries(files).map(([name, content]) => ({ name, content, ...more })))
  return await zipBundle('app.zip', zip, zip.length)
}

describe('a zip whose entries are refused for one cause', () => {
  const one = (rule: string, message: string, fix: string) => [
    { rule: `zip/${rule}`, level: 'error', impact: null, file: null, line: null, message, fix },
  ]
  const names = (prefix: string) =>
    `${prefix}icon.png, ${prefix}index.html, ${prefix}js${prefix.includes('\\') ? '\\' : '/'}a0.js and 8 more`
  const RELATIVE =
    'Zip the files by their paths from the folder of manifest.json, for example with `miniapp pack`.'

  it.each<[string, (name: string) => string, string, string]>([
    ['./', (name) => `./${name}`, `its name starts with ./ (${names('./')})`, RELATIVE],
    ['/', (name) => `/${name}`, `its name is absolute (${names('/')})`, RELATIVE],
    [
      'a folder above',
      (name) => `../${name}`,
      `its name has a part that is . or .. (${names('../')})`,
      RELATIVE,
    ],
    [
      'a drive',
      (name) => `C:\\game\\${name.replace('/', '\\')}`,
      `its name has a backslash (${names('C:\\game\\')})`,
      'Use a zip tool that writes / between folders, such as `miniapp pack`.',
    ],
  ])('has one problem where all names begin with %s', async (_, rename, detail, fix) => {
    expect(await found(await zipped(renamed(game(), rename)))).toEqual(
      one('unsafe-name', `Each of the 11 entries is refused: ${detail}.`, fix),
    )
  })

  it('has one problem where it has as few files as an app can have', async () => {
    const bundle = await zipped(renamed(sampleFiles(), (name) => `./${name}`))
    expect(await found(bundle)).toEqual(
      one(
        'unsafe-name',
        'Each of the 3 entries is refused: its name starts with ./ (./icon.png, ./index.html, ./manifest.json).',
        RELATIVE,
      ),
    )
  })

  it('has one problem where folders are separated by backslashes, and no file is missed', async () => {
    const bundle = await zipped(renamed(game(), (name) => name.replace('/', '\\')))
    expect(await found(bundle)).toEqual(
      one(
        'unsafe-name',
        'Each of 8 entries is refused: its name has a backslash (js\\a0.js, js\\a1.js, js\\a2.js and 5 more).',
        'Use a zip tool that writes / between folders, such as `miniapp pack`.',
      ),
    )
  })

  it('has one problem where all entries are encrypted', async () => {
    const bundle = await zipped(game(), { flags: 1 })
    const problems = await found(bundle)
    expect(problems.map(({ rule, file }) => [rule, file])).toEqual([['zip/encrypted', null]])
  })

  it('names each entry where there are a few, each in its place', async () => {
    const bundle = await zipped({ ...game(), './a.txt': 'a', './b.txt': 'b' })
    expect((await found(bundle)).map(({ rule, file }) => [rule, file])).toEqual([
      ['zip/unsafe-name', './a.txt'],
      ['zip/unsafe-name', './b.txt'],
    ])
  })

  it('has one problem where a folder is around all files', async () => {
    const problems = await found(await zipped(renamed(game(), (name) => `game/${name}`)))
    expect(problems.map(({ rule, file }) => [rule, file])).toEqual([
      ['manifest/missing', 'game/manifest.json'],
    ])
  })
})

describe('a folder that is hidden, or badly named', () => {
  it('is one problem, with the number of its files', async () => {
    const files = {
      ...game(),
      ...renamed(game(), (name) => (name.startsWith('js/') ? `.app/${name}` : name)),
    }
    expect(await found(memoryBundle(files))).toEqual([
      {
        rule: 'bundle/hidden-file',
        level: 'error',
        impact: null,
        file: '.app/js/a0.js',
        line: null,
        message:
          'The folder ".app", with 8 files, is hidden because its name starts with a dot; hidden files are refused.',
        fix: 'Remove the folder, or list it in .miniappignore.',
      },
    ])
  })

  it('is one problem for each place', async () => {
    const files = { ...game(), 'My Game/a.js': '', 'My Game/b.js': '', 'a b.js': '', 'a/My Game/c.js': '' }
    const problems = await found(memoryBundle(files))
    expect(problems.map(({ rule, file, message }) => [rule, file, message.slice(0, 40)])).toEqual([
      ['bundle/path-characters', 'My Game/a.js', 'The folder "My Game", with 2 files, is n'],
      ['bundle/path-characters', 'a b.js', 'The path part "a b.js" is not allowed; u'],
      ['bundle/path-characters', 'a/My Game/c.js', 'The path part "My Game" is not allowed; '],
    ])
  })

  it('is one problem where macOS added a file to each, which nothing is read from', async () => {
    const twins = renamed(game(), (name) => name.replace(/[^/]+$/, (last) => `._${last}`))
    const all = { ...game(), ...Object.fromEntries(Object.keys(twins).map((name) => [name, 'x'])) }
    for (const kind of ['folder', 'zip'] as const)
      expect(await found(memoryBundle(all, { kind }))).toEqual([
        {
          rule: 'bundle/hidden-file',
          level: 'error',
          impact: null,
          file: '._icon.png',
          line: null,
          message:
            '11 files whose names start with ._, which macOS adds beside others, are hidden; hidden files are refused.',
          fix:
            kind === 'zip'
              ? 'Zip the files without them, for example with `miniapp pack`.'
              : 'Remove them, or list ._* in .miniappignore.',
        },
      ])
  })

  it('is one problem where all files are hidden', async () => {
    const files = renamed(game(), (name) => name.replace(/[^/]+$/, (last) => `.${last}`))
    const problems = await found(memoryBundle(files, { kind: 'zip' }))
    expect(problems.map(({ rule, file, message }) => [rule, file, message])).toEqual([
      [
        'bundle/hidden-file',
        null,
        'All 11 files are hidden: .icon.png, .index.html, .manifest.json and 8 more. Names must not start with a dot.',
      ],
    ])
  })
})

describe('references that fail for one cause', () => {
  it('are one problem where their folder is not in the bundle, with the worst impact', async () => {
    const pages = numbers(30).map((n) => [
      `p${n}.html`,
      page(
        `<img src="images/a${n}.png"><img src="images/b.png">${n === 7 ? '<script src="images/c.js"></script>' : ''}`,
      ),
    ])
    const files = { ...sampleFiles(), ...Object.fromEntries(pages) }
    const problems = await found(memoryBundle(files))
    expect(problems).toEqual([
      {
        rule: 'bundle/file-not-found',
        level: 'warning',
        impact: 'fails-if-used',
        file: 'p7.html',
        line: 1,
        message:
          '61 references in 30 files point into images/, which is not in the bundle: images/a0.png, images/b.png, images/a1.png and 29 more.',
        fix: 'Add the folder images, or correct the paths.',
      },
    ])
  })

  it('say what to do where the files are there, but left out', async () => {
    const bundle = memoryBundle({
      ...sampleFiles(),
      'page.html': page('<img src="notes/a.png"><img src="raw.png">'),
      'many.html': page('1234'.replace(/./g, '<img src="lib/node_modules/x/$&.png">')),
    })
    const leftOut = [
      { path: 'lib/node_modules/', reason: 'installed packages' },
      { path: 'notes/', reason: '.miniappignore, line 2' },
      { path: 'raw.png', reason: '.miniappignore, line 3' },
    ]
    expect((await found({ ...bundle, leftOut })).map(({ file, fix }) => [file, fix])).toEqual([
      ['many.html', 'Copy the file out of lib/node_modules/, which is never packed, or use a bundler.'],
      ['page.html', 'It is left out by .miniappignore, line 2: change that, or remove the reference.'],
      ['page.html', 'It is left out by .miniappignore, line 3: change that, or remove the reference.'],
    ])
  })

  it('are one problem where they write a folder in other letter case', async () => {
    const { 'index.html': html = '', ...others } = game()
    const files = { ...others, 'index.html': String(html).replaceAll('js/', 'JS/') }
    expect(await found(memoryBundle(files))).toEqual([
      {
        rule: 'bundle/file-not-found',
        level: 'warning',
        impact: 'breaks',
        file: 'index.html',
        line: 1,
        message:
          '8 references in 1 file use JS/, but the folder is js/: JS/a0.js, JS/a1.js, JS/a2.js and 5 more.',
        fix: 'Use the same letter case as the folder.',
      },
    ])
  })

  it('are judged in the page that runs, where other pages have them too', async () => {
    const body = numbers(4)
      .map((n) => `<script src="lib/${n}.js"></script>`)
      .join('')
    const bundle = memoryBundle({ ...sampleFiles(), 'a.html': page(body), 'index.html': page(body) })
    const { runs, problems } = await check(bundle)
    expect([
      runs,
      problems.filter(({ level }) => level !== 'info').map(({ file, impact }) => [file, impact]),
    ]).toEqual([false, [['index.html', 'breaks']]])
  })

  it('are each told where there are a few, or the folder has other files', async () => {
    const few = page('<img src="images/a.png"><img src="images/b.png"><img src="images/c.png">')
    expect(await found(memoryBundle({ ...sampleFiles(), 'index.html': few }))).toHaveLength(3)
    const many = page(
      numbers(5)
        .map((n) => `<img src="images/a${n}.png">`)
        .join(''),
    )
    const files = { ...sampleFiles(), 'index.html': many, 'images/other.txt': 'a' }
    expect(await found(memoryBundle(files))).toHaveLength(5)
  })
})

describe('a manifest that is not JSON', () => {
  it('is one problem', async () => {
    const problems = await found(memoryBundle({ ...game(), 'manifest.json': '{ "a": 1,' }))
    expect(problems.map(({ rule }) => rule)).toEqual(['manifest/not-json'])
  })
})
