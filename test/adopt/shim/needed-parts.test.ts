import { describe, expect, it } from 'vitest'
import { neededParts } from '../../../src/adopt/shim/needed-parts.js'

const file = (path: string, text: string) => ({ path, bytes: Buffer.from(text) })

describe('the parts of the shim that a game needs', () => {
  it.each([
    ["localStorage.setItem('a', 1)", ['local-storage']],
    ["var s = window['localStorage']", ['local-storage']],
    ['try{(e=window.sessionStorage).x=1}catch(t){}', ['session-storage']],
    ['n.cookie="a=1"', ['cookies']],
    ["cookie = 5; cookieCount++; bake.cookie('a')", []],
    ['new Accelerometer({frequency: 60}).start()', ['sensors']],
    ['(navigator.getGamepads||navigator.webkitGetGamepads).call(navigator)', ['gamepads']],
    ["'serviceWorker'in navigator&&navigator.serviceWorker.register('sw.js')", ['service-worker']],
    ["if (Notification.permission !== 'granted') new Notification('a')", ['notifications']],
    ['const Notification2 = class Notification_ {}', []],
    ["alert('a')", ['dialogs']],
    ["if (window.confirm('Sure?')) print(5)", ['dialogs']],
    ['game.alert(); this.prompt(); function confirm() {}; alerts()', []],
    ['window.open(url)', ['new-window']],
    ["open('https://a.test')", ['new-window']],
    ["xhr.open('GET', 'a.json'); door.open(); open('a')", []],
    ['canvas.webkitRequestFullScreen()', ['fullscreen']],
    ["caches.open('a')", ['caches']],
    ['e.requestPointerLock&&e.requestPointerLock()', ['pointer-lock']],
    ["e = document.createElement('script'); e.src = URL.createObjectURL(b)", ['blob-scripts']],
    ["extensions = ['data:text/javascript;,run()']", ['blob-scripts']],
    ["screen.orientation.lock('landscape')", ['orientation']],
    ["document.addEventListener('visibilitychange', pause)", ['visibility']],
    ['document.onvisibilitychange = pause', ['visibility']],
    ['if (document.hidden) pause(element.hidden)', ['visibility']],
    ['if (element.hidden || visibilitychange) pause()', []],
    ['if (window.parent && window.parent.document.hasFocus()) pause()', ['parent-window']],
    ['if (parent.document !== document) a()', ['parent-window']],
    ['while (!win.API && win.parent && win.parent != win) win = win.parent', ['parent-window']],
    ['if (window.parent !== window) a()', []],
    ['while (node.parent !== nodes) node = node.parent', []],
    ['node.parent.document.a(window.parent.postMessage)', []],
    ['const db = window.indexedDB || webkitIndexedDB', ['indexed-db']],
    ["new FontFace('A', 'url(' + URL.createObjectURL(blob) + ')')", ['blob-fonts']],
    ["new FontFace('A', 'url(a.woff2)')", []],
    ['localStorage[document.URL] = 5', ['local-storage', 'stable-address']],
    ['go(document.URL)', []],
    ["new Worker('js/worker.js')", ['workers']],
    [
      "var h=w.history;w.addEventListener('popstate',f);h.pushState(s,'',u);go({pathname:l}=w.location)",
      ['routes'],
    ],
    [
      "addEventListener('popstate', f); history.pushState(null, '', u); go(location.href, () => document.baseURI)",
      ['routes'],
    ],
    [
      "addEventListener('popstate', f); history.pushState({}, '', u); die('Browser.application programs cannot handle URLs')",
      ['routes'],
    ],
    ["history.pushState({}, '', '#menu'); onpopstate = () => show(location.hash)", []],
    ["x.setRequestHeader('X-Requested-With', 'XMLHttpRequest')", ['request-headers']],
    ["WebFont.load({ google: { families: ['A'] } })", ['web-fonts']],
    ['window.WebFontConfig = { active: start }', ['web-fonts']],
    ["fetch(u, { credentials: 'include' })", ['request-headers']],
    ["fetch(u, { credentials: 'same-origin' })", []],
    ["new Worker(new URL('./w.js', import.meta.url), { type: 'module' })", ['workers']],
    ['new Worker(URL.createObjectURL(new Blob([a]))); new Worker(window.URL.createObjectURL(b))', []],
    ['gl.texImage2D(a); context.getImageData(0, 0, 1, 1)', ['pictures']],
    ['context.drawImage(image, 0, 0)', []],
    ['// localStorage\n/* navigator.getGamepads(), alert() */ var a = "/* " + b + " */"', []],
    ['var re = /localStorage|\\/\\*/; // x', ['local-storage']],
    ["open('game.html', '_self')", ['new-window']],
    ["open('game.html', 'side')", []],
    ['this is no script; localStorage', ['local-storage']],
  ])('of %j are %j', (script, parts) => {
    expect(neededParts([file('js/game.js', script)])).toEqual(parts)
  })

  it.each([
    ['<svg><use href="icons.svg#a"></use></svg>', true],
    ['<svg><use xlink:href="icons.svg#a"></use></svg>', true],
    ['<svg><use href="#a"></use></svg>', false],
    ['<script>jsx("use", { href: "icons.svg#a" })</script>', true],
    ['<script>body.innerHTML = `<svg><use href="icons.svg#a"></use></svg>`</script>', true],
    ['<script>"use strict"; use("use client")</script>', false],
  ])('are those for symbols of other files where a page has %j: %s', (page, needed) => {
    const files = [file('index.html', page), file('icons.svg', '<svg/>')]
    expect(neededParts(files)).toEqual(needed ? ['symbols'] : [])
    expect(neededParts(files.slice(0, 1))).toEqual([])
  })

  it.each([
    ['<form action="game.html">', true],
    ['<form method="get" action="../play/game.htm?a=1">', true],
    ['<form action="/scores">', false],
    ['<form action="https://a.test/game.html">', false],
    ['<form>', false],
  ])('are those for forms where a page has %s: %s', (form, needed) => {
    expect(neededParts([file('index.html', `${form}<input name="a"></form>`)])).toEqual(
      needed ? ['forms'] : [],
    )
  })

  it.each([
    ["load('/js/' + name)", true],
    ["use('/js#a')", true],
    ["path === '/js'", true],
    ["load('/other/' + name)", false],
    ["say('and/or', '/', '//js/x')", false],
  ])('are those for addresses from the root where %j names a folder: %s', (script, needed) => {
    expect(neededParts([file('js/game.js', script)])).toEqual(needed ? ['root-addresses'] : [])
  })

  it('are those for addresses from the root where data of an element name a folder', () => {
    const page = '<script data-main="/js/main" src="require.js"></script>'
    expect(neededParts([file('index.html', page), file('js/main.js', '')])).toEqual(['root-addresses'])
  })

  it('are looked for in scripts and handlers of pages, not in texts', () => {
    expect(
      neededParts([
        file(
          'index.html',
          '<p>localStorage</p><button onclick="alert(1)">a</button><script>getGamepads</script>',
        ),
        file('README.txt', 'sessionStorage'),
        file('data.json', '"document.cookie"'),
      ]),
    ).toEqual(['gamepads', 'dialogs'])
  })

  it('are not those of the SDK, nor of the shim itself', () => {
    expect(
      neededParts([
        file('service-miniapp.js', 'localStorage'),
        file('browser-shim.js', '// browser-shim parts: gamepads\nnavigator.getGamepads()'),
      ]),
    ).toEqual([])
  })
})
