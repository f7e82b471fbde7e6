import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { openFolder } from '../../src/bundle/folder.js'
import type { Problem } from '../../src/check/problem.js'
import { codeScanningReport } from '../../src/check/report/code-scanning.js'
import { textReport } from '../../src/check/report/text.js'
import { check } from '../../src/check/run.js'
import { styles } from '../../src/terminal/style.js'
import { memoryBundle } from '../support/fakes/memory-bundle.js'
import { sampleFiles } from '../support/fakes/sample-bundle.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const SAVE = `export const save = (value: string): void => {
  const unused = 'a comment that minifying removes'
  localStorage.setItem('value', value)
}
`

interface Built {
  readonly script: string
  readonly map: string
}

/** A minified script of `src/save.ts`, as `dist/assets/app.js` of a project. */
const built = async (
  options: { readonly sourcemap?: 'linked' | 'inline' | 'external' } = {},
): Promise<Built> => {
  const root = await temporaryFolder()
  await mkdir(join(root, 'src'))
  await writeFile(join(root, 'src/save.ts'), SAVE)
  await writeFile(join(root, 'src/main.ts'), `import { save } from './save'\nonclick = () => save('a')\n`)
  const { outputFiles } = await build({
    entryPoints: [join(root, 'src/main.ts')],
    absWorkingDir: root,
    bundle: true,
    minify: true,
    write: false,
    outfile: join(root, 'dist/assets/app.js'),
    sourcemap: options.sourcemap ?? 'linked',
  })
  const text = (end: string): string => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? ''
  return { script: text('app.js'), map: text('app.js.map') }
}

const PAGE =
  '<!doctype html><meta charset="utf-8"><title>A</title><link rel="stylesheet" href="assets/app.css"><script src="assets/app.js"></script>\n'

const filesWith = (files: Readonly<Record<string, string>>) => ({
  ...sampleFiles(),
  'index.html': PAGE,
  'assets/app.css': '',
  ...files,
})

/** The sources of the problems of one rule. */
const sourcesOf = async (
  files: Readonly<Record<string, string>>,
  rule = 'script/browser-storage',
  kind: 'folder' | 'zip' = 'folder',
): Promise<readonly Problem['source'][]> =>
  (await check(memoryBundle(filesWith(files), { kind }))).problems.flatMap((problem) =>
    problem.rule === rule ? [problem.source] : [],
  )

const STORAGE = { file: 'src/save.ts', line: 3, column: 3 }

describe('a finding in build output', () => {
  it('names its source, by a map in the bundle', async () => {
    const { script, map } = await built()
    expect(script).toContain('sourceMappingURL=app.js.map')
    const files = { 'assets/app.js': script, 'assets/app.js.map': map }
    expect(await sourcesOf(files)).toEqual([STORAGE])
    expect(await sourcesOf(files, 'script/browser-storage', 'zip')).toEqual([STORAGE])
  })

  it('names its source, by a map in the script itself', async () => {
    const { script } = await built({ sourcemap: 'inline' })
    expect(script).toContain('sourceMappingURL=data:')
    expect(await sourcesOf({ 'assets/app.js': script })).toEqual([STORAGE])
  })

  it('names its source, by a map that no comment names', async () => {
    const { script, map } = await built({ sourcemap: 'external' })
    expect(script).not.toContain('sourceMappingURL')
    expect(await sourcesOf({ 'assets/app.js': script, 'assets/app.js.map': map })).toEqual([STORAGE])
  })

  it('names its source, by a map that the caller has', async () => {
    const { script, map } = await built({ sourcemap: 'external' })
    const { problems } = await check(memoryBundle(filesWith({ 'assets/app.js': script })), {
      sourceMaps: (path) => (path === 'assets/app.js' ? map : null),
    })
    expect(problems.find(({ rule }) => rule === 'script/browser-storage')?.source).toEqual(STORAGE)
  })

  it('names the source of a style sheet', async () => {
    const map = {
      version: 3,
      sources: ['../../src/app.scss'],
      names: [],
      mappings: 'AACE',
    }
    const style = (url: string): string =>
      `.a{background:url(https://a.example/a.png)}\n/*# sourceMappingURL=${url} */\n`
    const inline = `data:application/json;charset=utf-8,${encodeURIComponent(JSON.stringify(map))}`
    for (const files of [
      { 'assets/app.css': style('app.css.map'), 'assets/app.css.map': JSON.stringify(map) },
      { 'assets/app.css': style(inline) },
    ])
      expect(await sourcesOf({ 'assets/app.js': '', ...files }, 'css/remote-url')).toEqual([
        { file: 'src/app.scss', line: 2, column: 3 },
      ])
  })

  it('has no source without a map, nor one that is not a place', async () => {
    const { script } = await built()
    expect(await sourcesOf({ 'assets/app.js': script })).toEqual([undefined])
  })

  it('has the source first for people, and the place in the bundle after it', async () => {
    const { script, map } = await built()
    const files = filesWith({ 'assets/app.js': script, 'assets/app.js.map': map })
    const result = await check(memoryBundle(files))
    const text = await textReport(result, {
      styles: styles(false),
      columns: 80,
      wraps: false,
      sourceLine: async () => null,
    })
    expect(text).toMatch(/^assets\/app\.js\n {2}src\/save\.ts:3:3 \(1:\d+\) warning/m)
    expect(text).toContain('saving (src/save.ts:3)')
  })

  it('is shown at its source by code scanning, where that is in the project', async () => {
    const { script, map } = await built()
    const files = filesWith({ 'assets/app.js': script, 'assets/app.js.map': map })
    const { problems, ...result } = await check(memoryBundle(files))
    const one = problems.filter(({ rule }) => rule === 'script/browser-storage')
    const reported = { ...result, path: 'game/dist', problems: one }
    const lookedFor: string[] = []
    const isFile = (path: string): boolean => {
      lookedFor.push(path)
      return path === 'game/src/save.ts'
    }
    expect(codeScanningReport('github', [reported], { isFile })).toMatch(
      /^::warning file=game\/src\/save\.ts,line=3,col=3,.* \(assets\/app\.js:1:\d+\)\n$/,
    )
    const sarif = JSON.parse(codeScanningReport('sarif', [reported], { isFile })).runs[0].results[0]
    expect(sarif.locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: 'game/src/save.ts' },
          region: { startLine: 3, startColumn: 3 },
        },
      },
    ])
    const zipped = { ...reported, path: 'game/app.zip', kind: 'zip' as const }
    expect(codeScanningReport('github', [zipped], { isFile })).toMatch(
      /^::warning file=game\/src\/save\.ts,line=3/,
    )
    // Elsewhere the file of the bundle is blamed, and the text names the source.
    expect(codeScanningReport('github', [reported])).toMatch(
      /^::warning file=game\/dist\/assets\/app\.js,line=1,col=\d+,.*::src\/save\.ts:3:3: /,
    )
    expect(codeScanningReport('github', [{ ...zipped }])).toMatch(
      /^::warning file=game\/app\.zip,title=.*::src\/save\.ts:3:3 \(assets\/app\.js:1:\d+\): /,
    )
    lookedFor.length = 0
    codeScanningReport('github', [{ ...reported, path: '.' }], { isFile })
    expect(lookedFor).toEqual(['src/save.ts'])
  })
})

describe('a map that stays out of the bundle', () => {
  const write = async (root: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> => {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true })
      await writeFile(join(root, path), content)
    }
  }

  const sourceIn = async (folder: string): Promise<Problem['source']> => {
    const bundle = await openFolder(folder)
    const { problems } = await check(bundle)
    await bundle.close()
    return problems.find(({ rule }) => rule === 'script/browser-storage')?.source
  }

  it.each([
    ['file by file', '*.map\n', 'assets/app.js.map', 'app.js.map', STORAGE],
    ['as a folder', 'maps/\n', 'maps/app.js.map', '../maps/app.js.map', { ...STORAGE }],
    ['and is not there', '*.map\n', 'assets/other.js.map', 'app.js.map', undefined],
  ])('is read from the folder: left out %s', async (_, ignored, path, url, source) => {
    const { script, map } = await built()
    const folder = await temporaryFolder()
    const app = script.replace('sourceMappingURL=app.js.map', `sourceMappingURL=${url}`)
    await write(folder, { ...filesWith({ 'assets/app.js': app }), '.miniappignore': ignored, [path]: map })
    const found = await sourceIn(folder)
    expect(found).toEqual(source)
  })

  it('is not read from outside the folder', async () => {
    const { script, map } = await built()
    const home = await temporaryFolder()
    await write(home, { 'elsewhere/app.js.map': map })
    const app = (url: string) => script.replace('sourceMappingURL=app.js.map', `sourceMappingURL=${url}`)
    for (const [name, url] of [
      ['dots', '../../elsewhere/app.js.map'],
      ['encoded', '..%2f..%2felsewhere/app.js.map'],
      ['absolute', join(home, 'elsewhere/app.js.map')],
      ['file', `file://${join(home, 'elsewhere/app.js.map')}`],
    ] as const) {
      await write(join(home, name), filesWith({ 'assets/app.js': app(url) }))
      expect(await sourceIn(join(home, name)), name).toBeUndefined()
    }
    // A folder that is left out, and a link.
    const linked = join(home, 'linked')
    await write(linked, {
      ...filesWith({ 'assets/app.js': app('../maps/app.js.map') }),
      '.miniappignore': 'maps\n',
    })
    await symlink(join(home, 'elsewhere'), join(linked, 'maps'), 'junction')
    expect(await sourceIn(linked)).toBeUndefined()
  })
})

describe('a map that is broken, or means harm', () => {
  const one = (changes: Readonly<Record<string, unknown>>): string =>
    JSON.stringify({ version: 3, sources: ['../../src/save.ts'], names: [], mappings: 'AAAA', ...changes })
  const withMap = (map: string) => ({
    'assets/app.js': "localStorage.setItem('a', 'b')\n//# sourceMappingURL=app.js.map\n",
    'assets/app.js.map': map,
  })

  it('is one that works without the harm', async () => {
    expect(await sourcesOf(withMap(one({})))).toEqual([{ file: 'src/save.ts', line: 1, column: 1 }])
  })

  it('is one that works with sections, as of a bundle that was put together', async () => {
    const section = (line: number, source: string) => ({
      offset: { line, column: 0 },
      map: { version: 3, sources: [source], names: [], mappings: 'AAEA' },
    })
    const map = { version: 3, sections: [section(0, '../../src/save.ts'), section(1, '../../src/b.ts')] }
    const script =
      "localStorage.setItem('a', 'b')\nlocalStorage.setItem('c', 'd')\n//# sourceMappingURL=app.js.map\n"
    const files = { 'assets/app.js': script, 'assets/app.js.map': JSON.stringify(map) }
    expect(await sourcesOf(files)).toEqual([
      { file: 'src/save.ts', line: 3, column: 1 },
      { file: 'src/b.ts', line: 3, column: 1 },
    ])
  })

  it.each([
    ['not JSON', '{'],
    ['nothing', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['a number of mappings', one({ mappings: 7 })],
    ['mappings that are not base64', one({ mappings: '\u0000;;%%%' })],
    ['mappings to a source that is not there', one({ mappings: 'A+/AA' })],
    ['lines before the first', one({ mappings: 'AADA' })],
    ['sources that are not texts', one({ sources: [{}] })],
    ['no sources', one({ sources: undefined })],
    ['a source that is null', one({ sources: [null] })],
    ['a source far above', one({ sources: ['../../../../../../etc/passwd'] })],
    ['an absolute source', one({ sources: ['/etc/passwd'] })],
    ['a source on a drive', one({ sources: ['C:\\secret.txt'] })],
    ['a source on a share', one({ sources: ['\\\\server\\secret.txt'] })],
    ['a remote source', one({ sources: ['https://a.example/a.ts'] })],
    ['a remote root', one({ sourceRoot: 'https://a.example/' })],
    ['a source of a file URL', one({ sources: ['file:///etc/passwd'] })],
    ['a control character', one({ sources: ['../../src/\u001b[2Ja.ts'] })],
    ['a line break', one({ sources: ['../../src/a.ts\n::error::b'] })],
    ['a letter that turns the text around', one({ sources: ['../../src/\u202ea.ts'] })],
    ['a name that is far too long', one({ sources: [`../../${'a'.repeat(100_000)}`] })],
    ['the bundle’s own file', one({ sources: ['app.js'] })],
    [
      'sections in sections',
      `${'{"version":3,"sections":[{"offset":{"line":0,"column":0},"map":'.repeat(20_000)}${one({})}${'}]}'.repeat(20_000)}`,
    ],
    [
      'a section that is remote',
      JSON.stringify({
        version: 3,
        sections: [{ offset: { line: 0, column: 0 }, url: 'https://a.example/a.map' }],
      }),
    ],
    ['more mappings than a build writes', one({ mappings: 'AAAA,'.repeat(2_000_000) })],
    ['more lines than a build writes', one({ mappings: `AAAA${';'.repeat(9_000_000)}` })],
  ])('is as none, with no word about it: %s', async (_, map) => {
    const files = withMap(map)
    const { problems } = await check(memoryBundle(filesWith(files)))
    const { problems: without } = await check(
      memoryBundle(filesWith({ ...files, 'assets/app.js.map': '{}' })),
    )
    const ofMap = ({ file }: Problem): boolean => file !== 'assets/app.js.map'
    expect(problems.filter(ofMap)).toEqual(without.filter(ofMap))
  })

  it.each([
    'https://a.example/app.js.map',
    '//a.example/app.js.map',
    'data:application/json;base64,%%%',
    'data:application/json,%',
    'data:',
    '%',
    'app.js',
    '%00',
  ])('is not looked for at %s', async (url) => {
    const script = `localStorage.setItem('a', 'b')\n//# sourceMappingURL=${url}\n`
    expect(await sourcesOf({ 'assets/app.js': script })).toEqual([undefined])
  })

  it('is one of webpack’s, too', async () => {
    for (const source of ['webpack://my-app/./src/save.ts', 'webpack:///src/save.ts?5c1e'])
      expect(await sourcesOf(withMap(one({ sources: [source] })))).toEqual([
        { file: 'src/save.ts', line: 1, column: 1 },
      ])
  })
})
