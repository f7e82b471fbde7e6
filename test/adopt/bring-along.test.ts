import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bringAlong } from '../../src/adopt/bring-along.js'
import { Outside } from '../../src/adopt/outside.js'
import { googleFonts } from '../../src/adopt/pages/google-fonts.js'
import { missing as lacking } from '../support/vitest/missing.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

type Contents = Readonly<Record<string, string>>

const write = async (folder: string, contents: Contents): Promise<void> => {
  for (const [path, text] of Object.entries(contents)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

/** Adopts a page that lies in a folder of a project. */
const adopt = async (page: string, project: Contents, { folder = 'web', game = {} as Contents } = {}) => {
  const root = await temporaryFolder()
  await write(join(root, 'project'), project)
  await mkdir(join(root, 'project', folder), { recursive: true })
  await write(root, { 'secret.txt': 'secret' })
  const files = new Map(
    Object.entries({ 'index.html': `<script src="service-miniapp.js"></script>${page}`, ...game }).map(
      ([path, text]) => [path, Buffer.from(text)],
    ),
  )
  const outside = new Outside(join(root, 'project', folder), 'game', null)
  const {
    files: written,
    missing,
    changes,
  } = await bringAlong(files, [...files.keys()], 'index.html', outside)
  const texts = Object.fromEntries(written.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]))
  return {
    page: texts['index.html']
      ?.replace('<script src="service-miniapp.js"></script>', '')
      .replace(/^<script>.*?<\/script>\n?/s, ''),
    texts,
    missing: missing.map(({ url, remedy }) => [url, remedy]),
    brought: changes.filter(({ kind }) => kind === 'brought').map(({ from, to }) => [from, to]),
  }
}

const PACKAGE = '{ "name": "game", "dependencies": { "jquery": "^1.11.0" } }'

describe('what a page names outside of its folder', () => {
  it('may define what a script of another site was needed for, which goes then', async () => {
    const { page } = await adopt(
      '<script src="https://pens.example/someone/pen/zBVakw"></script>' +
        '<script src="https://cdnjs.cloudflare.com/ajax/libs/gsap/1.20.3/TweenMax.min.js"></script>' +
        '<script>const ease = Power1.easeIn; const tick = () => requestAnimationFrame(tick); tick()</script>',
      {
        'package.json': '{ "name": "game", "dependencies": { "gsap": "1.20.3" } }',
        'node_modules/gsap/package.json': '{ "name": "gsap", "version": "1.20.3" }',
        'node_modules/gsap/src/minified/TweenMax.min.js': 'window.Power1 = { easeIn: 1 }',
      },
    )
    expect(page).not.toContain('pens.example')
    expect(page).toContain('TweenMax.min.js"></script>')
  })

  it('is copied from the project that the folder is a part of', async () => {
    const { page, texts, missing, brought } = await adopt(
      '<script src="../../build/engine.js"></script><link rel=stylesheet href="../shared/a.css">',
      {
        'package.json': PACKAGE,
        'build/engine.js': 'engine',
        'examples/shared/a.css': 'a { background: url(sky.png) }',
        'examples/shared/sky.png': 'sky',
      },
      { folder: 'examples/web' },
    )
    expect(page).toContain('<script src="build/engine.js"></script><link rel=stylesheet href="shared/a.css">')
    expect(texts).toMatchObject({ 'build/engine.js': 'engine', 'shared/sky.png': 'sky' })
    expect(missing).toEqual([])
    expect(brought).toContainEqual(['../../build/engine.js', 'build/engine.js'])
  })

  it('comes from node_modules, which no bundle holds, with the modules that it imports', async () => {
    const { page, texts, missing } = await adopt(
      '<script type="module" src="./node_modules/@a/b/main.js"></script>',
      {
        'package.json': PACKAGE,
        'web/node_modules/@a/b/main.js': "import './part.js'",
        'web/node_modules/@a/b/part.js': "export * from '../c.js'",
        'web/node_modules/@a/c.js': 'c',
      },
    )
    expect(page).toContain('src="lib/a/b/main.js"')
    expect(texts).toMatchObject({
      'lib/a/b/main.js': "import './part.js'",
      'lib/a/b/part.js': "export * from '../c.js'",
      'lib/a/c.js': 'c',
    })
    expect(missing).toEqual([])
  })

  it('comes from a package that the project depends on and that a server served in its place', async () => {
    const html = '<script src="vendor/jquery.min.js"></script>'
    const remedy = 'Run this command again with --install --force: it gets jquery@^1.11.0 from npm.'
    expect((await adopt(html, { 'package.json': PACKAGE })).missing).toEqual([
      ['vendor/jquery.min.js', remedy],
    ])
    const { page, missing } = await adopt(html, {
      'package.json': PACKAGE,
      'node_modules/jquery/package.json': '{ "version": "1.11.0" }',
      'node_modules/jquery/dist/jquery.js': 'jquery',
      'node_modules/jquery/src/deep/jquery.js': 'source',
    })
    expect(page).toContain('<script src="lib/jquery/dist/jquery.js"></script>')
    expect(missing).toEqual([])
  })

  it('comes from node_modules for a script of the web, only in the version that was asked for', async () => {
    const url = 'https://cdn.jsdelivr.net/npm/phaser@3.55.2/dist/phaser.min.js'
    const html = `<script src="${url}" integrity="sha384-A"></script>`
    const installed = (version: string): Contents => ({
      'package.json': PACKAGE,
      'node_modules/phaser/package.json': `{ "version": "${version}" }`,
      'node_modules/phaser/dist/phaser.min.js': 'phaser',
    })
    const good = await adopt(html, installed('3.55.2'))
    expect(good.page).toContain('<script src="lib/phaser/dist/phaser.min.js"></script>')
    expect(good.missing).toEqual([])
    const other = await adopt(html, installed('3.60.0'))
    expect(other.page).toContain(url)
    expect(other.missing).toEqual([
      [
        url,
        'node_modules has phaser 3.60.0. Run this command again with --install --force: it gets phaser@3.55.2 from npm.',
      ],
    ])
    expect((await adopt(html, { 'package.json': PACKAGE })).missing).toEqual([
      [url, 'Run this command again with --install --force: it gets phaser@3.55.2 from npm.'],
    ])
    const unknown = 'https://example.com/game.js'
    expect((await adopt(`<script src="${unknown}"></script>`, {})).missing).toEqual([[unknown, null]])
  })

  const THREE = {
    'package.json': PACKAGE,
    'node_modules/three/package.json':
      '{ "version": "0.160.0", "exports": { ".": { "import": "./build/three.module.js" } } }',
    'node_modules/three/build/three.module.js': 'export const REVISION = 160',
    'node_modules/three/examples/jsm/controls/Orbit.js':
      "import { REVISION } from 'three'\nimport '../more.js'",
    'node_modules/three/examples/jsm/more.js': '',
  }

  it('comes for the imports of modules', async () => {
    const { page, missing } = await adopt(
      `<script type="module">import * as T from 'https://esm.sh/three@0.160.0'\nimport('https://unpkg.com/three@0.160.0/examples/jsm/more.js')</script>`,
      THREE,
    )
    expect(page).toContain(
      `import * as T from './lib/three/build/three.module.js'\nimport('./lib/three/examples/jsm/more.js')`,
    )
    expect(missing).toEqual([])
  })

  it('comes for what packages import by name, and for what they export by another', async () => {
    const { page, texts, missing } = await adopt(
      `<script type="module">import 'https://esm.sh/three@0.160.0/examples/jsm/controls/Orbit.js'\nimport 'https://esm.sh/preact/hooks'</script>`,
      {
        ...THREE,
        'node_modules/preact/package.json':
          '{ "exports": { "./hooks": { "import": "./hooks/dist/hooks.js" } } }',
        'node_modules/preact/hooks/dist/hooks.js': "import 'absent'",
      },
    )
    expect(page).toContain(
      `import './lib/three/examples/jsm/controls/Orbit.js'\nimport './lib/preact/hooks/dist/hooks.js'`,
    )
    expect(texts['lib/three/examples/jsm/controls/Orbit.js']).toBe(
      "import { REVISION } from '../../../build/three.module.js'\nimport '../more.js'",
    )
    expect(missing).toEqual([])
  })

  it('comes for the folders of an import map, with what is imported of them', async () => {
    const map = (three: string, addons: string): string =>
      `<script type="importmap">{"imports":{"three":"${three}","three/addons/":"${addons}"}}</script>`
    const script = '<script type="module">import { Orbit } from \'three/addons/controls/Orbit.js\'</script>'
    const cdn = 'https://unpkg.com/three@0.160.0'
    const { page, texts, missing } = await adopt(
      `${map(`${cdn}/build/three.module.js`, `${cdn}/examples/jsm/`)}${script}`,
      THREE,
    )
    expect(page).toBe(`${map('./lib/three/build/three.module.js', './lib/three/examples/jsm/')}${script}`)
    expect(Object.keys(texts)).toEqual([
      'index.html',
      'lib/three/build/three.module.js',
      'lib/three/examples/jsm/controls/Orbit.js',
      'lib/three/examples/jsm/more.js',
    ])
    expect(missing).toEqual([])
  })

  const CDN = 'https://cdn.example/jquery/1.10.1/jquery.min.js'

  it.each([
    ['after `||`', `window.jQuery || document.write('<script src="lib/jquery.min.js"><\\/script>')`],
    [
      'in an if',
      `if (!window.jQuery) {\n  document.writeln("<script src='./lib/jquery.min.js'></scr" + "ipt>") }`,
    ],
    [
      'for `unescape`',
      `!window.jQuery && document.write(unescape("%3Cscript src='lib/jquery.min.js'%3E%3C/script%3E"))`,
    ],
    [
      'with escaped quotes',
      `window.jQuery || document.write("<script src=\\"/lib/jquery.min.js\\"><\\/script>")`,
    ],
  ])('is a library of the web of which the game has a copy: written %s', async (_, fallback) => {
    const rest = `<script>${fallback}</script>`
    const html = `<script src="${CDN}" integrity="sha384-A" crossorigin="anonymous"></script>${rest}`
    const { page, missing } = await adopt(html, {}, { game: { 'lib/jquery.min.js': 'jquery' } })
    expect(page).toBe(`<script src="lib/jquery.min.js" crossorigin="anonymous"></script>${rest}`)
    expect(missing).toEqual([])
  })

  it.each([
    ['that is not there', 'lib/jquery.js', 'lib/other.js'],
    ['of another library', 'lib/zepto.js', 'lib/zepto.js'],
    ['on the web too', 'https://other.example/jquery.js', 'lib/jquery.js'],
  ])('stays on the web where the page writes a copy %s', async (_, written, path) => {
    const html = `<script src="${CDN}"></script><script>window.jQuery || document.write('<script src="${written}"><\\/script>')</script>`
    const { page, missing } = await adopt(html, {}, { game: { [path]: '' } })
    expect(page).toContain(`<script src="${CDN}"></script>`)
    expect(missing).toContainEqual([CDN, null])
  })

  it.each([
    ['above the project', '../../secret.txt', { 'package.json': PACKAGE }],
    ['where there is no project', '../notes.txt', { 'notes.txt': 'x' }],
    ['hidden', '../.config/a.txt', { 'package.json': PACKAGE, '.config/a.txt': 'x' }],
    ['of a kind that no bundle holds', '../id.pem', { 'package.json': PACKAGE, 'id.pem': 'x' }],
  ])('is not read: %s', async (_, url, project) => {
    const { texts, missing } = await adopt(`<a href="${url}">x</a>`, project)
    expect(Object.keys(texts)).toEqual(['index.html'])
    expect(missing).toEqual([[url, null]])
  })

  it.each([
    'npm:one/../../secret.txt',
    'https://unpkg.com/one@1/..%2f..%2fsecret.txt',
    'npm:one/a/../../../secret.txt',
  ])('is not read where the name of a fetched file leads out of the packages: %s', async (url) => {
    const root = await temporaryFolder()
    const modules = join(root, 'fetched/node_modules')
    await write(root, { 'secret.txt': 'x', 'fetched/secret.txt': 'x', 'game/index.html': '' })
    await write(modules, { 'one/package.json': '{ "version": "1.0.0" }', 'one/a/b.js': 'b' })
    const outside = new Outside(join(root, 'game'), 'game', modules)
    const find = (url: string) => outside.find({ file: 'index.html', url, path: null })
    expect((await find(url)) ?? {}).not.toHaveProperty('bytes')
    expect(await find('npm:one/a/b.js')).toMatchObject({ path: 'node_modules/one/a/b.js' })
  })

  it('is not read where a link leads out of the project', async ({ skip }) => {
    skip(...lacking.links)
    const root = await temporaryFolder()
    await write(root, { 'secret.txt': 'x', 'project/package.json': '{}', 'project/web/a.txt': '' })
    await symlink(join(root, 'secret.txt'), join(root, 'project', 'link.txt'))
    await mkdir(join(root, 'project', 'web', 'node_modules'))
    await symlink(join(root, 'secret.txt'), join(root, 'project', 'web', 'node_modules', 'link.txt'))
    const outside = new Outside(join(root, 'project', 'web'), 'game', null)
    for (const path of ['../link.txt', 'node_modules/link.txt'])
      expect(await outside.find({ file: 'index.html', url: path, path })).toBeNull()
  })
})

describe('fonts of Google', () => {
  const sheet = (name: string, weight: string): string =>
    `@font-face {\n  font-family: 'X';\n  src: url(./files/${name}-latin-${weight}.woff2) format('woff2'), url(./files/${name}-latin-${weight}.woff) format('woff');\n}\n`
  const INSTALLED = {
    'package.json': PACKAGE,
    'node_modules/@fontsource/press-start-2p/package.json': '{"version":"5.0.0"}',
    'node_modules/@fontsource/press-start-2p/400.css': sheet('press-start-2p', '400-normal'),
    'node_modules/@fontsource/press-start-2p/files/press-start-2p-latin-400-normal.woff2': 'wOF2',
    'node_modules/@fontsource/inter/package.json': '{"version":"5.0.0"}',
    'node_modules/@fontsource/inter/400.css': sheet('inter', '400-normal'),
    'node_modules/@fontsource/inter/700-italic.css': sheet('inter', '700-italic'),
    'node_modules/@fontsource/inter/files/inter-latin-400-normal.woff2': 'wOF2',
    'node_modules/@fontsource/inter/files/inter-latin-700-italic.woff2': 'wOF2',
  }
  const CSS = 'lib/fontsource/press-start-2p/google-fonts.css'

  it('come from installed packages, with only the wanted weights and styles', async () => {
    const { page, texts, missing } = await adopt(
      '<link href="https://fonts.googleapis.com/css2?family=Press+Start+2P&amp;family=Inter:ital,wght@0,400;1,700&amp;display=swap" rel="stylesheet">',
      INSTALLED,
    )
    expect(page).toBe(`<link href="${CSS}" rel="stylesheet">`)
    expect(texts[CSS]).toBe(
      [
        "@font-face {\n  font-family: 'X';\n  src: url(./files/press-start-2p-latin-400-normal.woff2) format('woff2');\n}\n",
        "@font-face {\n  font-family: 'X';\n  src: url(../inter/files/inter-latin-400-normal.woff2) format('woff2');\n}\n",
        "@font-face {\n  font-family: 'X';\n  src: url(../inter/files/inter-latin-700-italic.woff2) format('woff2');\n}\n",
      ].join('\n'),
    )
    expect(texts).toMatchObject({ 'lib/fontsource/inter/files/inter-latin-700-italic.woff2': 'wOF2' })
    expect(missing).toEqual([])
  })

  it('come into CSS that imports them', async () => {
    const { texts } = await adopt('<link rel=stylesheet href="css/a.css">', INSTALLED, {
      game: { 'css/a.css': "@import url('https://fonts.googleapis.com/css?family=Press+Start+2P');\np{}" },
    })
    expect(texts['css/a.css']).toBe(`@import url('../${CSS}');\np{}`)
  })

  it('give way to the next font of the list where no package is installed, and are reported', async () => {
    const url = 'https://fonts.googleapis.com/css?family=VT323|Inter:400,700italic'
    const { page, texts, missing } = await adopt(
      `<p>x</p><link rel="stylesheet" href="${url}"><style>@import "${url}";\np { font-family: VT323, monospace }</style>`,
      INSTALLED,
      {
        game: {
          'b.css': `a{}\n@import url('${url}') screen;\n@import URL( ${url} );\np{}`,
          'a.css':
            '@font-face { font-family: V; src: url(https://fonts.gstatic.com/s/v.woff2) }\n@font-face { font-family: W; src: url(w.woff2) }\n',
        },
      },
    )
    expect(page).toBe('<p>x</p><style>p { font-family: VT323, monospace }</style>')
    expect(texts['a.css']).toBe('@font-face { font-family: W; src: url(w.woff2) }\n')
    expect(texts['b.css']).toBe('a{}\np{}')
    const remedy = 'Run this command again with --install --force: it gets @fontsource/vt323 from npm.'
    expect(missing).toEqual([
      [url, remedy],
      [url, remedy],
      [url, remedy],
      [url, remedy],
      ['w.woff2', null],
    ])
  })

  const LOADER = '<script src="https://ajax.googleapis.com/ajax/libs/webfont/1.6.26/webfont.js"></script>'

  it('come where scripts ask for them, in place of the Web Font Loader', async () => {
    const script =
      '<script>WebFont.load({ google: { families: [\'Press Start 2P\', "Inter:400,700italic"] } })</script>'
    const { page, texts, missing } = await adopt(`${LOADER}${script}`, INSTALLED)
    expect(page).toBe(`<link rel="stylesheet" href="${CSS}">${script}`)
    expect(texts).toMatchObject({ 'lib/fontsource/inter/files/inter-latin-700-italic.woff2': 'wOF2' })
    expect(missing).toEqual([])
  })

  it('give way where scripts ask for them and no package is installed, and the loader goes', async () => {
    const { page, missing } = await adopt(`${LOADER}<p>x</p><script src="a.js"></script>`, INSTALLED, {
      game: { 'a.js': 'WebFontConfig = { active: go, google: { families: ["VT323"] } }' },
    })
    expect(page).toBe('<p>x</p><script src="a.js"></script>')
    expect(missing).toEqual([
      [
        'https://fonts.googleapis.com/css?family=VT323',
        'Run this command again with --install --force: it gets @fontsource/vt323 from npm.',
      ],
    ])
  })

  it("are none where the Web Font Loader is the game's own file", async () => {
    const page = '<script src="js/webfont.js"></script>'
    expect(await adopt(page, INSTALLED, { game: { 'js/webfont.js': 'WebFont' } })).toMatchObject({
      page,
      missing: [],
    })
  })

  it.each([
    ['css?family=Open+Sans', ['400.css']],
    ['css?family=Open+Sans:400,700,italic,700i', ['400.css', '700.css', '400-italic.css', '700-italic.css']],
    ['css?family=Open+Sans:bold', ['700.css']],
    ['css2?family=Open+Sans:wght@300..500', ['300.css', '400.css', '500.css']],
    ['css2?family=Open+Sans:ital@1', ['400-italic.css']],
    ['css2?family=Open+Sans:opsz,wght@9..40,600', ['600.css']],
  ])('are asked for in several ways: %s', (query, sheets) => {
    expect(googleFonts(`https://fonts.googleapis.com/${query}`)).toEqual([
      { package: '@fontsource/open-sans', sheets },
    ])
  })
})
