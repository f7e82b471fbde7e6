import { describe, expect, it } from 'vitest'
import { adoptGame } from '../../../src/adopt/adopt-game.js'
import { temporaryFolder } from '../../support/vitest/temporary-folder.js'

const LOADER = `function html(){var n=window,o=document,t;n.__gwtStatsEvent;
function v(){if(t){return}var a=o.createElement('iframe');a.id='html';o.body.appendChild(a);t=a.contentWindow.document;if(navigator.userAgent.indexOf('Chrome')==-1){t.open();t.write('');t.close()}}
v();t.body.append('code')}
html()`

const adopted = async (contents: Readonly<Record<string, string>>) => {
  const folder = await temporaryFolder()
  const files = new Map(Object.entries(contents).map(([path, text]) => [path, Buffer.from(text)]))
  return adoptGame({ folder, files, leftBehind: [], tooLarge: new Map() }, 'index.html', 'game', false)
}

const GAME = {
  'index.html': '<div id="embed-html"></div><script src="html/html.nocache.js"></script>',
  'html/html.nocache.js': LOADER,
  'html/0123456789ABCDEF0123456789ABCDEF.cache.js': 'html.onScriptDownloaded([])',
}

describe('a build of Google Web Toolkit', () => {
  it('runs in the page itself, where it ran in a frame whose document it read', async () => {
    const { engine, obstacles, files, changes } = await adopted(GAME)
    expect([engine, obstacles]).toEqual(['libGDX build', []])
    const loader = Buffer.from(
      files.find(({ path }) => path === 'html/html.nocache.js')?.bytes ?? [],
    ).toString()
    expect(loader).toContain('function v(){t=(window.$wnd=window).document}\nv();')
    expect(loader).not.toContain('contentWindow')
    expect(changes).toContainEqual(
      expect.objectContaining({ kind: 'removed', file: 'html/html.nocache.js', to: 't = document' }),
    )
    const body: string[] = []
    const document = { body: { append: (text: string) => body.push(text) } }
    const window = { __gwtStatsEvent: null, document }
    new Function('window', 'document', loader)(window, document)
    expect([body, window]).toEqual([['code'], expect.objectContaining({ $wnd: window })])
  })

  it('brings what assets.txt names, also without an extension, and nothing for developers', async () => {
    const { files, leftBehind } = await adopted({
      ...GAME,
      'assets/assets.txt':
        'b:fire_pe:fire_pe-1234:17:application/unknown:1\nb:field.xcf:9:application/unknown\n',
      'assets/field.xcf': 'gimp xcf',
      'assets/other.xcf': 'gimp xcf',
      'assets/fire_pe-1234': '- Delay -',
      'assets/a.fragment.glsl': 'void main() {}',
      'html/hosted.html': '',
      'html/html.devmode.js': '',
      'html/compilation-mappings.txt': '',
      'WEB-INF/deploy/x.symbolMap': '',
    })
    expect(files.map(({ path }) => path)).toEqual([
      'assets/a.fragment.glsl.txt',
      'assets/assets.txt',
      'assets/field.xcf.txt',
      'assets/fire_pe-1234.txt',
      'html/0123456789ABCDEF0123456789ABCDEF.cache.js',
      'html/html.nocache.js',
      'index.html',
    ])
    expect(leftBehind.map(({ path }) => path)).toEqual([
      'WEB-INF/deploy/x.symbolMap',
      'assets/other.xcf',
      'html/compilation-mappings.txt',
      'html/hosted.html',
      'html/html.devmode.js',
    ])
  })

  it('loses the link that reloads it from the machine of its developer', async () => {
    const link = (to: string): string =>
      `<a class="superdev" href="javascript:%7B%20s.src%20%3D%20'${to}dev_mode_on.js'%3B%20void(document.body.appendChild(s))%3B%7D">x</a>`
    const { changes, doubts } = await adopted({
      ...GAME,
      'index.html': `${link('http%3A%2F%2Flocalhost%3A9876%2F')}${GAME['index.html']}`,
    })
    expect(changes.filter(({ why }) => why === "it loads a tool from the developer's machine")).toEqual([
      expect.objectContaining({ kind: 'removed', file: 'index.html' }),
    ])
    expect(doubts).toEqual([])
  })

  it('is refused where its code is a page in a frame', async () => {
    const { obstacles } = await adopted({
      'index.html': GAME['index.html'],
      'html/html.nocache.js': 'function html(){window.__gwtStatsEvent}',
      'html/0123456789ABCDEF0123456789ABCDEF.cache.html': '<html>',
    })
    expect(obstacles).toEqual([
      {
        kind: 'build',
        file: 'html/html.nocache.js',
        words: 'loads the game as a page in a frame, which a mini app cannot have',
        advice: 'add <add-linker name="xsiframe"/> to the .gwt.xml of the game, and compile it again',
      },
    ])
  })

  it('stays as it is where it never used a frame, and so does any other script', async () => {
    const script = 'function x(a) { y = a.contentWindow.document }'
    const { files } = await adopted({ ...GAME, 'other.js': script })
    expect(Buffer.from(files.find(({ path }) => path === 'other.js')?.bytes ?? []).toString()).toBe(script)
  })
})
