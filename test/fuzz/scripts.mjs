/**
 * Statements that load something, each in a function of its own, in the ways in which scripts reach the browser's globals.
 * @param {import('./random.mjs').Random} random
 * @param {import('./probes.mjs').Probes} probes
 */
export const statements = (random, probes) =>
  random
    .list(1, 3, () => {
      const address = probes.next()
      return `(() => { ${random
        .pick(FORMS)
        .replaceAll('URL', () => JSON.stringify(address))
        .replaceAll('MARKUP', () => JSON.stringify(`<img src="${address}">`))} })()`
    })
    .join(random.pick(['\n', ';']))

/** `URL` is a string, `MARKUP` a string with an element that loads it. */
const FORMS = [
  ...[
    'fetch(URL)',
    'window.fetch(URL)',
    'fetch.call(window, URL)',
    'self["fetch"](URL)',
    'fetch(new URL(URL, location.href))',
    'fetch(new Request(URL))',
  ],
  ...[
    'const f = fetch; f(URL)',
    'const { fetch: f } = window; f(URL)',
    'const { document: d } = globalThis; d.createElement("img").src = URL',
    'const w = window; const v = w; v.fetch(URL)',
    'const f = fetch.bind(window); f(URL)',
    'const n = navigator; n.sendBeacon(URL)',
  ],
  ...[
    '((w) => { w.fetch(URL) })(window)',
    '(function (d) { d.createElement("img").src = URL }).call(0, document)',
    'const g = (fetch) => fetch; g(0); fetch(URL)',
    'const g = (a) => fetch(a); g(URL)',
    'g(URL); function g(a) { new Image().src = a }',
  ],
  ...[
    'const a = URL; fetch(a)',
    'const a = { b: { c: URL } }; fetch(a.b.c)',
    'const a = Object.freeze({ b: URL }); fetch(a.b + "/c")',
    'const a = new URL("b", new URL(URL, location.href)); fetch(a)',
  ],
  ...[
    'new Image().src = URL',
    'document.createElement("img").setAttribute("src", URL)',
    'document.createElement("img").setAttributeNS(null, "src", URL)',
    'new Audio(URL).preload = "auto"',
    'document.createElement("video").poster = URL',
    'const x = new XMLHttpRequest(); x.open("GET", URL); x.send()',
    'new EventSource(URL)',
    'import(URL)',
  ],
  ...[
    'document.createElement("div").innerHTML = MARKUP',
    'document.createElement("div").innerHTML = "<p>" + location.hash + MARKUP',
    'document.documentElement.insertAdjacentHTML("beforeend", MARKUP)',
    'document.documentElement.append(document.createRange().createContextualFragment(MARKUP))',
  ],
]
