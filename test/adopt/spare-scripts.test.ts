import { describe, expect, it } from 'vitest'
import { spareScripts } from '../../src/adopt/spare-scripts.js'

const GAME = 'document.onclick = () => {}\nconst tick = () => requestAnimationFrame(tick)\ntick()'
const SAVER = 'https://cdn.example.com/FileSaver.min.js'
const WIDGET = '//widgets.example.com/widget.js'

const spareIn = async (files: Readonly<Record<string, string>>, entry = 'index.html') => {
  const contents = new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]))
  return Object.fromEntries(await spareScripts(contents, [...contents.keys()], entry))
}

const page = (script: string, source = SAVER): string =>
  `<!doctype html><title>x</title>\r\n<body>\r\n  <script src="${source}"></script><script>${script}</script>`

describe('a script of another host is spare', () => {
  it.each<[string, string]>([
    ['a function that nothing calls uses it', 'function save(name) { saveAs(new Blob([name]), name) }'],
    ['a person has it called', 'document.ondblclick = function () { saveAs(1) }'],
    ['a field of something else has its name', 'x.saveAs(); y = { saveAs: 1 }'],
    ['a type is asked for', "if (typeof saveAs === 'undefined') note()"],
    ['nothing uses it', ''],
  ])('where %s', async (_, script) => {
    const found = await spareIn({ 'index.html': page(`${GAME}\n${script}`) })
    expect(Object.keys(found)).toEqual([SAVER])
  })

  it.each<[string, string]>([
    ['as it starts', "saveAs(new Blob([1]), 'a')"],
    ['in a function that is called', 'function start() { saveAs(1) } start()'],
    ['in one that another calls', 'const inner = () => saveAs(1); function start() { inner() } start()'],
    ['once it has loaded', `addEventListener('load', () => { window.saveAs(1); ${GAME} })`],
    ['as a value', '(function () { var save = saveAs })()'],
  ])('but not where the game uses it %s', async (_, script) => {
    const late = script.startsWith('addEventListener') ? '' : GAME
    expect(await spareIn({ 'index.html': page(`${script}\n${late}`) })).toEqual({})
  })

  it('but not where it is the game', async () => {
    expect(await spareIn({ 'index.html': page('var settings = {}') })).toEqual({})
  })

  it('where another script composes the names of its globals, one of which the game uses', async () => {
    const files = {
      'index.html': page(`const ease = Power1.easeIn\n${GAME}`).replace(
        '<body>',
        '<body><script src="gs.js"></script>',
      ),
      'gs.js': "const path = ('easing' + ',Power' + 1).split(',')\nwindow[path.pop()] = { easeIn: 1 }",
    }
    expect(Object.keys(await spareIn(files))).toEqual([SAVER])
    expect(await spareIn({ ...files, 'gs.js': "const path = 'easing.Power1'.split('.')" })).toEqual({})
  })

  it('of every page that is the entry', async () => {
    const files = { 'play/start.html': page(GAME, WIDGET), 'index.html': page('saveAs()') }
    expect(await spareIn(files, 'play/start.html')).toEqual({ [WIDGET]: 'degrades' })
  })
})
