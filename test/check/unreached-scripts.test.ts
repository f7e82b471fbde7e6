import { describe, expect, it } from 'vitest'
import { BundleReadError } from '../../src/bundle/bundle.js'
import { check } from '../../src/check/run.js'
import { memoryBundle } from '../support/fakes/memory-bundle.js'
import { sampleFiles } from '../support/fakes/sample-bundle.js'

const SDK = 'service-miniapp.js'
const OPTIONS = { shippedSdk: async (): Promise<Uint8Array> => new Uint8Array() }

/** TypeScript, which no browser runs. */
const BROKEN = 'let a: number = 1\n'

const page = (body: string): string =>
  `<!doctype html><html lang="en"><title>A</title><script src="${SDK}"></script><script>Service.ready()</script>${body}</html>`

const bundle = (files: Readonly<Record<string, string | Uint8Array>>) =>
  memoryBundle({ ...sampleFiles(), [SDK]: '', 'index.html': page(''), ...files })

/** What is found in an app, and whether it runs. */
const found = async (files: Readonly<Record<string, string | Uint8Array>>) => {
  const { problems, runs } = await check(bundle(files), OPTIONS)
  return { runs, problems: problems.map(({ rule, file, impact }) => `${rule} ${file} ${impact}`) }
}

const RUNS = { runs: true, problems: ['script/does-not-parse src/main.js null'] }
/** Something may load it, and nobody sees when. */
const MAY_FAIL = { runs: true, problems: ['script/does-not-parse src/main.js fails-if-used'] }
const BREAKS = { runs: false, problems: ['script/does-not-parse src/main.js breaks'] }

describe('a script that does not parse', () => {
  it.each<[string, Record<string, string | Uint8Array>]>([
    ['nothing names it', {}],
    [
      'a page loads another file of that name',
      { 'index.html': page('<script src="main.js"></script>'), 'main.js': '1' },
    ],
    [
      'a page and a script name other files',
      {
        'index.html': page('<script src="game.js"></script>'),
        'game.js': "import('./lib/main.js')",
        'lib/main.js': '1',
      },
    ],
    ['only a script names it that nothing loads', { 'old.js': "import('./src/main.js')" }],
    ['only data names it that nothing loads', { 'package.json': '{ "main": "src/main.js" }' }],
    ['a page names files of another kind', { 'index.html': page('<p>src/main.jsx, src/main.json</p>') }],
    [
      'a script has a pattern of names',
      { 'index.html': page('<script>/\\.js$/.test(location.hash)</script>') },
    ],
  ])('does not stop the app where %s', async (_, files) => {
    expect(await found({ 'src/main.js': BROKEN, ...files })).toEqual(RUNS)
  })

  it.each<[string, Record<string, string | Uint8Array>]>([
    ['a page loads it', { 'index.html': page('<script src="src/main.js"></script>') }],
    [
      'a page loads it by a written character',
      { 'index.html': page('<script src="src/main&#46;js"></script>') },
    ],
    ['a page imports it', { 'index.html': page('<script type="module">import "./src/main.js"</script>') }],
    [
      'a module of a page imports it',
      {
        'index.html': page('<script type="module" src="a.mjs"></script>'),
        'a.mjs': "import './src/main.js'",
      },
    ],
  ])('stops the app where %s', async (_, files) => {
    expect(await found({ 'src/main.js': BROKEN, ...files })).toEqual(BREAKS)
  })

  it.each<[string, Record<string, string | Uint8Array>]>([
    ['what may name it is too much to be read again', { 'level.bin': new Uint8Array(8_000_001) }],
    [
      'another page loads it',
      { 'more/index.html': page('<script src="../src/main.js"></script>').replace(SDK, `../${SDK}`) },
    ],
    ['a page names it', { 'index.html': page('<p data-load="src/main.js">') }],
    [
      'a script takes it for a worker',
      {
        'index.html': page('<script src="game.js"></script>'),
        'game.js': "fetch('src/main.js').then(async (r) => new Worker(URL.createObjectURL(await r.blob())))",
      },
    ],
    [
      'a script that a script loads names it',
      {
        'index.html': page('<script>load("a.js")</script>'),
        'a.js': "importScripts(root + 'b.js')",
        'b.js': "importScripts(root + '/src/main.js')",
      },
    ],
    [
      'data that a script loads names it',
      { 'index.html': page('<script>fetch("levels.json")</script>'), 'levels.json': '["src\\/main.js"]' },
    ],
    ['a file of bytes names it', { 'game.data': 'GDPC src/main.js\0' }],
    ['a script puts its extension to a name', { 'index.html': page('<script>load(name + ".js")</script>') }],
    [
      'a template ends in its extension',
      { 'index.html': page(`<script>load(\`src/\${name}.js\`)</script>`) },
    ],
    [
      'a script puts a dot and its extension to a name',
      { 'index.html': page("<script>load([name, 'js'].join('.'))</script>") },
    ],
    ['a script puts a part before its end', { 'index.html': page("<script>load(name + 'n.js')</script>") }],
    [
      'packed code has its extension among its words',
      { 'index.html': page("<script>unpack('0.1','main|js|load'.split('|'))</script>") },
    ],
    [
      'a script writes its extension with escapes',
      { 'index.html': page("<script>load(name + '\\x2ejs')</script>") },
    ],
    [
      'a script writes its name with escapes',
      { 'index.html': page("<script>load('src/m\\x61in.js')</script>") },
    ],
    [
      'a script puts its folder before the name of another file',
      { 'index.html': page("<script>load('src/' + 'main.js')</script>"), 'main.js': '1' },
    ],
  ])('may fail where %s', async (_, files) => {
    expect(await found({ 'src/main.js': BROKEN, ...files })).toEqual(MAY_FAIL)
  })

  it('may fail where a file that may name it cannot be read', async () => {
    const whole = bundle({
      'index.html': page('<script src="game.js"></script>'),
      'game.js': '1',
      'src/main.js': BROKEN,
    })
    const reads: string[] = []
    const { problems, runs } = await check(
      {
        ...whole,
        read: async (path, needed, into) => {
          reads.push(path)
          if (path === 'game.js' && reads.filter((one) => one === path).length > 1)
            throw new BundleReadError(path, 'It was removed.')
          return whole.read(path, needed, into)
        },
      },
      OPTIONS,
    )
    expect({ runs, problems: problems.map(({ rule, file, impact }) => `${rule} ${file} ${impact}`) }).toEqual(
      MAY_FAIL,
    )
  })
})

describe('any other problem of a script', () => {
  it('stops the app only where a page loads the script', async () => {
    const use = 'localStorage.clear()\n'
    const [loaded, left] = await Promise.all([
      found({ 'index.html': page('<script src="a.js"></script>'), 'a.js': use }),
      found({ 'a.js': use }),
    ])
    expect([loaded, left]).toEqual([
      { runs: false, problems: ['script/browser-storage a.js breaks'] },
      { runs: true, problems: ['script/browser-storage a.js fails-if-used'] },
    ])
  })
})

describe('a check of an app whose scripts are all loaded', () => {
  it('reads each file once, also where it finds problems', async () => {
    const whole = bundle({
      'index.html': page('<script type="module" src="a.js"></script>'),
      'a.js': "import './b.js'",
      'b.js': BROKEN,
    })
    const reads: string[] = []
    const { runs } = await check(
      {
        ...whole,
        read: (path, needed, into) => {
          reads.push(path)
          return whole.read(path, needed, into)
        },
      },
      OPTIONS,
    )
    expect([runs, reads.toSorted()]).toEqual([
      false,
      whole.files
        .map(({ path }) => path)
        .concat('manifest.json')
        .toSorted(),
    ])
  })
})
