import { describe, expect, it } from 'vitest'
import { PAGE_URLS } from '../../src/check/facts/html/urls.js'
import { SVG_LINKS } from '../../src/check/facts/svg/links.js'
import { inspect } from '../../src/check/inspect.js'
import { RULES, ruleSetOf } from '../../src/check/rules/index.js'
import { memoryBundle } from '../support/fakes/memory-bundle.js'
import { sampleFiles, sampleManifest } from '../support/fakes/sample-bundle.js'

/** Scripts of a single statement, or of what it needs, in which a word may be what a rule looks for. */
const scriptsWith = (word: string): readonly string[] => {
  const url = "'https://a.test/a'"
  const device = ['bluetooth', 'usb', 'hid', 'serial', 'xr', 'keyboard', 'locks'].map(
    (name) => `navigator.${name}.`,
  )
  const roots = ['navigator.', 'document.', 'screen.', 'document.body.', ...device]
  const methods = ['create', 'get', 'lock', 'requestWindow', 'files', 'open', 'query', 'a']
  // A name that a script sets is its own, but for these.
  const set = word === 'location' || word.startsWith('on') ? [`${word} = ${url}`] : []
  return [
    ...set,
    ...['', 'window.', ...roots].flatMap((root) => [
      `${root}${word}()`,
      `${root}${word}`,
      `${root}${word}(${url})`,
      `${root}${word}('GET', ${url})`,
      ...methods.map((name) => `${root}${word}.${name}()`),
    ]),
    ...roots.map((root) => `${root}${word} = ${url}`),
    `import ${url}`,
    `$.${word}('a.json', b)`,
    `${word}.getItem('a')`,
    `new ex.${word}()`,
    `new ${word}.UserManager()`,
    `new ${word}(${url})`,
    `new ${word}('a.js')`,
    `new ${word}('a', self.origin)`,
    `new ${word}('A', 'url(https://a.test/a)')`,
    `a.type = '${word}'`,
    `a.${word} = ${url}`,
    `a.${word}.backgroundImage = 'url(https://a.test/a)'`,
    `a.${word}('href', ${url})`,
    `a.${word}(null, 'href', ${url})`,
    `${word}.navigate(${url})`,
    `a.${word} = '<img src="https://a.test/a"><svg><use href="a.svg#b"/></svg>'`,
    `document.${word}('<img src="https://a.test/a"><svg><use href="a.svg#b"/></svg>')`,
    `a.${word}('beforeend', '<img src="https://a.test/a"><svg><use href="a.svg#b"/></svg>')`,
    `const a = document.createElement('iframe')\na.${word} = b`,
    `const a = document.createElement('iframe')\na.${word}('src', b)`,
    `a('${word}', { src: b })`,
    `addEventListener('${word}', b)`,
    `${word}.document`,
    `a.${word}.files`,
    `const a = document.createElement('a')\na.${word} = 'b'`,
    `a.${word}('download', '')`,
    `Object.${word}(document.createElement('a'), { download: 'b' })`,
    `const a = new Image()\na.src = 'a.png'\nb.${word}(a)`,
    `${word}.pay({ product: 'b' })`,
    `${word}.ai.image.generate({})`,
    `${word}.ai.ask({ web_search: true })`,
    `${word}.storage.get('a b')`,
    `${word}.storage.set('a', 1)`,
    `${word}.storage.set('a', 'x'.repeat(4097))`,
    `${word}.db.list('a', { limit: 0 })`,
    `${word}.db.list('a', { order: 'b' })`,
    `${word}.db.list('a', { b: 1 })`,
    `${word}.share({ text: '#a' })`,
    `${word}.share({ image: 'a.png' })`,
    `${word}.on('b', c)`,
    `${word}.supports('pickimage')`,
    `document.createElement('form').${word} = ${url}`,
    `document.createElement('style').${word} = 'a{background:url(https://a.test/a)}'`,
    `new ${word}().replace('a{background:url(https://a.test/a)}')`,
    `Object.${word}(document.createElement('img'), { src: ${url} })`,
    `${word}.set(document.createElement('img'), 'src', ${url})`,
    `a.style.${word}('--a', 'url(https://a.test/a)')`,
    `a.${word}('b{background:url(https://a.test/a)}')`,
    `a.${word}([{ backgroundImage: 'url(https://a.test/a)' }])`,
    `a.href.${word} = ${url}`,
    `${word}[0].document.title`,
    `a('${word}', { href: 'a.svg#b' })`,
    `a('<svg>${word} href="a.svg#b">')`,
    ...[`href.${word} = 'a.svg#b'`, `${word}('href', 'a.svg#b')`, `${word}(null, 'href', 'a.svg#b')`].map(
      (set) => `document.createElementNS(null, 'use').${set}`,
    ),
    `const a = document.createElement('script')\na.type = '${word}'\na.textContent = '{"prefetch":[{"urls":["https://a.test/a"]}]}'`,
    `const a = document.createElement('meta')\na.${word} = 'refresh'\na.content = '0;url=https://a.test/a'`,
  ]
}

const SCRIPTS_OF_A_PART = 40

const declared = RULES.flatMap((rule) =>
  'needs' in rule
    ? rule.needs.flatMap(({ script }) =>
        (script?.words ?? []).map((word) => ({ id: rule.id, word, alone: ruleSetOf([rule]) })),
      )
    : [],
)

describe('each attribute that may hold a URL is enough, with nothing else in the file', () => {
  const URL = 'https://a.test/a'
  const found = async (path: string, text: string): Promise<readonly string[]> =>
    (await inspect(memoryBundle({ ...sampleFiles(), [path]: text }))).result.problems
      .filter(({ file }) => file === path)
      .map(({ rule }) => rule)

  it.each(PAGE_URLS.page?.attributes ?? [])('of a page: %s', async (name) => {
    const element = name === 'data' ? 'object' : 'b'
    for (const tag of [`<${element} ${name}=${URL}>`, `<table></table><${element} ${name}="${URL}">`])
      expect(await found('a.html', `<!doctype html>${tag}`)).toEqual(
        expect.arrayContaining([expect.stringMatching(/^html\/remote-(?:url|elsewhere)$/)]),
      )
  })

  it.each(SVG_LINKS.drawing?.attributes ?? [])('of a drawing: %s', async (name) => {
    const attribute = name === 'base' ? 'xml:base' : name
    for (const doctype of ['', '<!DOCTYPE svg>']) {
      const drawing = `${doctype}<svg xmlns="http://www.w3.org/2000/svg"><set ${attribute}="${URL}"/></svg>`
      expect(await found('a.svg', drawing)).toEqual(['svg/remote-link'])
    }
  })
})

describe('each word that a rule declares is enough for it, with nothing else in the script', () => {
  it.each(declared)('$id: $word', async ({ id, word, alone }) => {
    const found = new Set<string>()
    // In parts, since most words are found in the first, and every further script takes its time.
    const scripts = scriptsWith(word)
    for (let from = 0; from < scripts.length && found.size < 2; from += SCRIPTS_OF_A_PART) {
      const part = scripts.slice(from, from + SCRIPTS_OF_A_PART)
      const inFiles = Object.fromEntries(part.map((script, index) => [`${index}.js`, script]))
      const inPages = Object.fromEntries(
        part.map((script, index) => [`${index}.html`, `<!doctype html><script>${script}</script>`]),
      )
      const files = { ...sampleFiles(), ...inFiles, ...inPages, 'manifest.json': sampleManifest() }
      const { problems } = (await inspect(memoryBundle(files), {}, { ruleSet: alone })).result
      for (const { rule, file } of problems)
        if (rule === id) found.add(file?.endsWith('.html') === true ? 'in a page' : 'in a file')
    }
    expect([...found].sort()).toEqual(['in a file', 'in a page'])
  })

  it('for all of the words that were ever listed', () => {
    expect(declared.length).toBeGreaterThan(90)
  })
})
