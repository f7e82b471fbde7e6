/**
 * The ways in which an app can try to get out of its frame (2.10): what they are, and code that a test runs in the app, where
 * `URL_` is an address of another host.
 */
type WayOut = readonly [what: string, code: string]

/** Each throws where it is blocked, or what it promises rejects. */
export const REACHING: readonly WayOut[] = [
  ['fetch', `await fetch(URL_, { mode: 'no-cors' })`],
  [
    'XMLHttpRequest',
    `await new Promise((r, e) => { const x = new XMLHttpRequest(); x.open('GET', URL_); x.onerror = e; x.onload = r; x.send() })`,
  ],
  [
    'WebSocket',
    `await new Promise((r, e) => { const s = new WebSocket(URL_.replace('http', 'ws')); s.onopen = r; s.onerror = e })`,
  ],
  [
    'EventSource',
    `await new Promise((r, e) => { const s = new EventSource(URL_); s.onopen = r; s.onerror = () => { s.close(); e() } })`,
  ],
  [
    'an image',
    `await new Promise((r, e) => { const i = new Image(); i.onload = r; i.onerror = e; i.src = URL_ + '/a.png' })`,
  ],
  [
    'a script',
    `await new Promise((r, e) => { const s = document.createElement('script'); s.onload = r; s.onerror = e; s.src = URL_ + '/a.js'; document.head.append(s) })`,
  ],
  ['an import', `await import(URL_ + '/a.mjs')`],
  [
    'a style sheet',
    `await new Promise((r, e) => { const l = document.createElement('link'); l.rel = 'stylesheet'; l.onload = r; l.onerror = e; l.href = URL_ + '/a.css'; document.head.append(l) })`,
  ],
  [
    'a worker’s fetch',
    `await new Promise((r, e) => { const w = new Worker(URL.createObjectURL(new Blob(['fetch("' + URL_ + '", { mode: "no-cors" }).then(() => postMessage(1), () => postMessage(0))']))); w.onmessage = ({ data }) => data ? r() : e() })`,
  ],
  ['a shared worker', `new SharedWorker(URL_ + '/a.js')`],
  ['a pop-up', `if (window.open(URL_) === null) throw new Error('none')`],
  ['the top window', `top.location.href = URL_`],
]

const submitted = (url: string): string => `The sandbox blocked ${url}/ (form-action).`
const opened = (url: string): string => `The app tried to navigate to ${url}, which mini apps cannot do.`

/** The app hears of none of these whether it is blocked; some end the page. With what the log says of those that take their time. */
export const SENDING: readonly (readonly [...WayOut, logged?: (url: string) => string])[] = [
  ['a beacon', `navigator.sendBeacon(URL_, 'x')`],
  [
    'a ping',
    `const a = document.createElement('a'); a.href = '#x'; a.ping = URL_; document.body.append(a); a.click()`,
  ],
  [
    'a prefetch',
    `for (const rel of ['prefetch', 'preload', 'modulepreload', 'preconnect', 'dns-prefetch']) { const l = document.createElement('link'); l.rel = rel; l.href = URL_; l.as = 'image'; document.head.append(l) }`,
  ],
  [
    'speculation rules',
    `const s = document.createElement('script'); s.type = 'speculationrules'; s.textContent = JSON.stringify({ prefetch: [{ source: 'list', urls: [URL_] }] }); document.head.append(s)`,
  ],
  [
    'a form',
    `const f = document.createElement('form'); f.action = URL_; document.body.append(f); f.submit()`,
  ],
  ['navigating away', `location.href = URL_`, opened],
  [
    'a refresh',
    `const m = document.createElement('meta'); m.httpEquiv = 'refresh'; m.content = '0;url=' + URL_; document.head.append(m)`,
    opened,
  ],
]

/** These end the page, or would; with what the log says where the browser keeps it. */
export const LEAVING: readonly (readonly [...WayOut, logged: (url: string) => string])[] = [
  [
    'a form',
    `const f = document.createElement('form'); f.action = URL_; document.body.append(f); f.submit()`,
    submitted,
  ],
  [
    'a form that posts',
    `const f = document.createElement('form'); f.action = URL_; f.method = 'post'; document.body.append(f); f.submit()`,
    submitted,
  ],
  [
    'a link',
    `const a = document.createElement('a'); a.href = URL_; document.body.append(a); a.click()`,
    opened,
  ],
  ['its address', `location.href = URL_`, opened],
  ['a mail address', `location.href = 'mailto:a@example.com'`, () => opened('mailto')],
  ['a data: URL', `location.href = 'data:text/html,x'`, () => opened('data')],
  [
    'a blob: URL',
    `location.href = URL.createObjectURL(new Blob(['x'], { type: 'text/html' }))`,
    () => opened('blob'),
  ],
]
