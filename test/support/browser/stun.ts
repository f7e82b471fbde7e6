import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { expect } from 'vitest'

/** Counts the packets that reach a port of this machine. */
export interface Sink {
  readonly port: number
  received(): number
  /** Has a page that is not an app's send a packet, and waits for it. */
  receives(send: () => Promise<unknown>): Promise<void>
  close(): void
}

export const openSink = async (): Promise<Sink> => {
  const socket: Socket = createSocket('udp4')
  let count = 0
  socket.on('message', () => {
    count++
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    port: socket.address().port,
    received: () => count,
    receives: async (send) => {
      const before = count
      await send()
      await expect
        .poll(() => count, { message: 'STUN packets from a page outside', interval: 5 })
        .toBeGreaterThan(before)
    },
    close: () => socket.close(),
  }
}

/** Sends a STUN request, where WebRTC is there. Without quotes, so that it can be put into any text. */
export const stun = (port: number): string =>
  `c=new RTCPeerConnection({iceServers:[{urls:String.fromCharCode(${[...`stun:127.0.0.1:${port}`].map((character) => character.charCodeAt(0)).join()})}]});c.createDataChannel(0);c.createOffer().then(o=>c.setLocalDescription(o))`

/** The frame that every case hides. `FRAME` in a page stands for it. */
export const stunFrame = (port: number): string => `<iframe srcdoc="<script>${stun(port)}</script>"></iframe>`

const BUSY = 'for (const t = performance.now(); performance.now() - t < 150;);'

/** Pages of an app, by what hides the frame in them: `FRAME`, or `ESCAPED` as `escape` writes it. */
export const STUN_PAGES: Readonly<Record<string, string>> = {
  'a declared root after a script': `<div><script>1</script><template shadowrootmode=closed>FRAME</template></div>`,
  'an open declared root after a script': `<div><script>1</script><template shadowrootmode=open>FRAME</template></div>`,
  'a declared root after a script, with a busy script in it': `<div><script>1</script><template shadowrootmode=closed>FRAME<script>${BUSY}</script></template></div>`,
  'roots in roots': `<div><script>1</script><template shadowrootmode=closed><p><script>1</script><template shadowrootmode=closed><p><template shadowrootmode=closed>FRAME</template></p></template></p></template></div>`,
  'a template in a select': `<select><div><template shadowrootmode=closed>FRAME</template></div></select>`,
  'a template that a style hides from other parsers': `<select><style><a title="</style><div><template shadowrootmode=closed>FRAME</template></div>">`,
  'a template in a table': `<table><tr><div><template shadowrootmode=closed>FRAME</template></div></table>`,
  'a template in foreign content': `<svg><desc><div><template shadowrootmode=closed>FRAME</template></div></desc></svg>`,
  'a template in MathML': `<math><annotation-xml encoding=text/html><div><template shadowrootmode=closed>FRAME</template></div></annotation-xml></math>`,
  'an attribute after a value without a space': `<div><template class="a"shadowrootmode="closed">FRAME</template></div>`,
  'an attribute behind a slash': `<div><template/ShadowRootMode\n=\n'closed'>FRAME</template></div>`,
  'a comment that a script opened': `<script>document.write('<!' + '--')</script> <!-- --><div><template shadowrootmode=closed>FRAME</template></div>`,
  'a comment that a script closed': `<script>document.write('<!--' + '>')</script><!--><div><template shadowrootmode=closed>FRAME</template></div>-->`,
  'a title that a script opened': `<script>document.write('<title>')</script><script></title><div><template shadowrootmode=closed>FRAME</template></div></script>`,
  'an attribute that a script opened': `<script>document.write('<p title="')</script><b title="><div><template shadowrootmode=closed>FRAME</template></div>">`,
  'a tag that a script began': `<script>document.write('<div><template ')</script>shadowrootmode=closed>FRAME</template></div>`,
  'a tag that a script began, in quotes': `<script>document.write('<div><template a="')</script>" shadowrootmode=closed>FRAME</template></div>`,
  'an attribute that a script began': `<script>document.write('<div><template shadow')</script>rootmode=closed>FRAME</template></div>`,
  'an attribute that a script wrote, without its value': `<script>document.write('<div><template shadowrootmode')</script>=closed>FRAME</template></div>`,
  'a tag name that a script began': `<script>document.write('<div><temp')</script>late shadowrootmode=closed>FRAME</template></div>`,
  'a script in a script': `<script>document.write('<script>document.write("<div><template shadow")</' + 'script>rootmode=closed>' + unescape('ESCAPED') + '</template></div>')</script>`,
  'a write in several arguments': `<script>document.write('<div><template shadowroot', 'mode=closed>', unescape('ESCAPED'), '</template></div>')</script>`,
  'a write in several calls': `<script>for (const piece of ['<di', 'v><tem', 'plate shadow', 'root', 'mode', '=clo', 'sed>', unescape('ESCAPED'), '</template></div>']) document.write(piece)</script>`,
  'a write in single characters': `<script>for (const piece of '<div><template shadowrootmode=closed>' + unescape('ESCAPED') + '</template></div>') document.write(piece)</script>`,
  'a write into an element that is there': `<div><script>1</script><script>document.write('<template shadowrootmode=closed>')</script>FRAME</template></div>`,
  'a template that is used later': `<template id=t><div><template shadowrootmode=closed shadowrootclonable>FRAME</template></div></template><script>document.body.append(t.content.cloneNode(true)); document.body.append(t.content)</script>`,
  'a root of an element that a script makes': `<x-host><template shadowrootmode=closed>FRAME</template></x-host><script>customElements.define('x-host', class extends HTMLElement { constructor() { super(); this.attachInternals().shadowRoot.firstChild } })</script>`,
  'a frameset': `<frameset><frame src="javascript:'<script>'+unescape('SCRIPT')+'</script>'"></frameset>`,
  'a page that replaced what could find it': `<script>for (const owner of [WeakMap, Map, Array, String, Function, MutationObserver, Element, Node, Document]) for (const name of Object.getOwnPropertyNames(owner.prototype)) if (name !== 'constructor' && name !== 'write' && name !== 'body' && name !== 'append') try { Object.defineProperty(owner.prototype, name, { value: () => undefined }) } catch {}
    Object.defineProperty(Array.prototype, 0, { set() {} }); window.queueMicrotask = window.requestAnimationFrame = () => {}; window.miniappSimulatorRootStarted = () => {}</script><div><script>1</script><template shadowrootmode=closed>FRAME</template></div><script>document.write('<div><template shadow'); document.write('rootmode=closed>' + unescape('ESCAPED') + '</template></div>')</script>`,
}

/** Code that a running app calls. `FRAME` is the frame as text, `STUN` its script. */
export const STUN_CODES: Readonly<Record<string, string>> = {
  'a nested frame': `document.body.innerHTML = '<iframe></iframe>'; const f = document.createElement('iframe'); f.srcdoc = '<body>' + FRAME; document.body.append(f)`,
  'a data: URL': `const f = document.createElement('iframe'); f.src = 'data:text/html,<script>' + encodeURIComponent(STUN) + '</script>'; document.body.append(f)`,
  'a blob: URL': `const f = document.createElement('iframe'); f.src = URL.createObjectURL(new Blob(['<script>' + STUN + '</script>'], { type: 'text/html' })); document.body.append(f)`,
  'a javascript: URL': `const f = document.createElement('iframe'); f.src = 'javascript:' + STUN; document.body.append(f)`,
  'a javascript: URL that replaces the page': `location.href = 'javascript:' + JSON.stringify('<script>' + STUN + '</script>')`,
  'a javascript: URL that replaces the page with a frame': `location.href = 'javascript:' + JSON.stringify('<div><template shadowrootmode=closed>' + FRAME + '</template></div>')`,
  'a blob: URL that replaces the page': `location.href = URL.createObjectURL(new Blob(['<script>' + STUN + '</script>'], { type: 'text/html' }))`,
  'a page that is written again': `document.open(); document.write('<script>' + STUN + '</' + 'script>'); document.close()`,
  'a page that is written again in pieces': `document.open(); for (const piece of ['<div><template shadowroot', 'mode=closed>', FRAME, '</template></div>']) document.write(piece); document.close()`,
  'a page written over several tasks': `document.open(); const pieces = ['<div>', '<p><template shadowroot', 'mode=closed>', FRAME, '</template></div>']; const next = () => { const piece = pieces.shift(); if (piece === undefined) document.close(); else { document.write(piece); setTimeout(next) } }; next()`,
  'a frame that a worker asks for': `const w = new Worker(URL.createObjectURL(new Blob(['postMessage(0)']))); w.onmessage = () => { const f = document.createElement('iframe'); f.srcdoc = FRAME; document.body.append(f); document.body.insertAdjacentHTML('beforeend', FRAME) }`,
  'frames again and again': `let left = 40; const next = () => { if (left-- > 0) requestAnimationFrame(next); const d = document.createElement('div'); d.attachShadow({ mode: 'closed' }).innerHTML = FRAME; document.body.append(d) }; next()`,
  'another document that is written in pieces': `const x = document.implementation.createHTMLDocument(); for (const piece of ['<div><template shadowroot', 'mode=closed>', FRAME, '</template></div>']) x.write(piece); document.body.append(...x.body.childNodes)`,
  'text that is read as unsafe HTML': `const x = Document.parseHTMLUnsafe('<div><template class=a shadowrootmode=closed>' + FRAME + '</template></div>'); document.body.append(...x.body.childNodes); document.body.setHTMLUnsafe('<p><template/shadowrootmode=closed>' + FRAME + '</template></p>')`,
  'a frame that is moved': `const f = document.createElement('iframe'); f.srcdoc = FRAME; document.body.append(f); const d = document.createElement('div'); document.body.append(d); const root = d.attachShadow({ mode: 'closed' }); root.append(f); document.body.append(f)`,
  'an object and an embed': `for (const [name, property] of [['object', 'data'], ['embed', 'src']]) { const e = document.createElement(name); e.type = 'text/html'; e[property] = 'data:text/html,<script>' + encodeURIComponent(STUN) + '</script>'; document.body.append(e) }`,
  'the constructors of a worker': `new Worker(URL.createObjectURL(new Blob([STUN])))`,
  'the app’s own window': `new Function(STUN)()`,
}

/** @param port where the sink is */
export const stunPage = (markup: string, port: number): string => {
  const head = '<!doctype html><title>Page</title>'
  const body = markup
    .replaceAll('ESCAPED', escape(stunFrame(port)))
    .replaceAll('SCRIPT', escape(stun(port)))
    .replaceAll('FRAME', stunFrame(port))
  return `${head}${markup.startsWith('<frameset') ? '' : '<body>'}${body}`
}
