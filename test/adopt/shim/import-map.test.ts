import { describe, expect, it } from 'vitest'
import { applyEdits } from '../../../src/adopt/edits.js'
import { composedImports, importMapEdits } from '../../../src/adopt/shim/import-map.js'

const RENAMED = { 'js/level 1.js': 'js/level-1.js', 'img/a b.png': 'img/a-b.png' }

const files = (script: string) => [{ path: 'js/main.js', bytes: Buffer.from(script) }]

describe('modules that a script imports by composed names', () => {
  it.each([
    [`import(\`./level \${n}.js\`)`, true],
    ["import('./level ' + n + '.js')", true],
    ['import ( name )', true],
    ["import('./level-1.js')", false],
    ["import './level-1.js'", false],
    ['import(`./level-1.js`)', false],
    ["import('./a.json', { with: { type: 'json' } })", false],
  ])('%s', (script, composes) => {
    expect(composedImports(files(script), RENAMED)).toEqual(
      composes ? { 'js/level 1.js': 'js/level-1.js' } : {},
    )
  })

  it('are none where no module was renamed', () => {
    expect(composedImports(files('import(name)'), { 'img/a b.png': 'img/a-b.png' })).toEqual({})
  })
})

describe('the import map', () => {
  const edited = (page: string, path = 'index.html', modules = { 'js/level 1.js': 'js/level-1.js' }) =>
    applyEdits(page, importMapEdits(page, path, modules), path).text
  const SHIM = '<script src="browser-shim.js"></script>'

  it('comes right after the shim, on its line', () => {
    expect(edited(`${SHIM}\n<script type="module" src="js/main.js"></script>`)).toBe(
      `${SHIM}<script type="importmap">{"imports":{"./js/level 1.js":"./js/level-1.js"}}</script>\n<script type="module" src="js/main.js"></script>`,
    )
  })

  it('names files as a page in a folder finds them', () => {
    expect(edited('<script src="../browser-shim.js"></script>', 'play/index.html')).toContain(
      '{"./../js/level 1.js":"./../js/level-1.js"}',
    )
  })

  it("is the page's own where it has one, with the names that it gives itself", () => {
    const own = '<script type="importmap">{ "imports": { "three": "./three.js" } }</script>'
    const text = edited(`${SHIM}${own}`)
    const json = /importmap">(.*?)<\/script>/s.exec(text)?.[1] ?? ''
    expect(JSON.parse(json)).toEqual({
      imports: { three: './three.js', './js/level 1.js': './js/level-1.js' },
    })
    expect(edited(text)).toBe(text)
  })

  it('is in no page without the shim', () => {
    expect(edited('<p>')).toBe('<p>')
  })
})
