import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FileFacts } from '../../src/check/facts/file.js'
import type { Needs } from '../../src/check/facts/needs.js'
import { inspect } from '../../src/check/inspect.js'
import type { FileRule } from '../../src/check/rule.js'
import { RULES, ruleSetOf } from '../../src/check/rules/index.js'
import { useRule } from '../../src/check/rules/script/use-rule.js'
import { memoryBundle } from '../support/fakes/memory-bundle.js'
import { runs } from '../support/vitest/runs.js'

const TEXT = {
  id: 'html/new',
  level: 'warning',
  impact: null,
  section: '2.10',
  breach: 'Something new.',
  why: 'It is new.',
  remedy: 'Remove it.',
} as const

/** What a new rule, put into the list beside all others, says of a file. */
const toldBy = async (rule: FileRule, path: string, text: string): Promise<readonly string[]> => {
  const bundle = memoryBundle({ [path]: text })
  const { result } = await inspect(bundle, {}, { ruleSet: ruleSetOf([...RULES, rule]) })
  return result.problems.filter(({ rule: id }) => id === TEXT.id).map(({ message }) => message)
}

/** A rule that reports each element that it is given. */
const markupRule = (needs: Needs, read: FileRule['checkFile']): FileRule => ({
  ...TEXT,
  needs: [needs],
  appliesTo: () => true,
  checkFile: read,
})

const pageRule = (page: NonNullable<Needs['page']>): FileRule => {
  const needs: Needs = { page }
  return markupRule(needs, async (file) =>
    (await file.page(needs)).map(({ name, place }) => ({
      file: file.path,
      ...place,
      message: name,
      fix: 'Remove it.',
    })),
  )
}

const drawingRule = (drawing: NonNullable<Needs['drawing']>): FileRule => {
  const needs: Needs = { drawing }
  return markupRule(needs, async (file) =>
    ((await file.drawing(needs))?.elements ?? []).map(({ local, place }) => ({
      file: file.path,
      ...place,
      message: local,
      fix: 'Remove it.',
    })),
  )
}

const wordRule = (...words: readonly string[]): FileRule =>
  useRule(TEXT, words, ({ names, kind }) => ({ message: `${kind} ${names.join('.')}`, fix: 'Remove it.' }))

const NAME = fc.stringMatching(/^[a-z_][a-zA-Z0-9_]{2,9}$/).filter((name) => !KEYWORDS.has(name))
const KEYWORDS = new Set(
  'var let new for try case else enum eval null this true void with await break catch class const false super throw while yield delete export import return static switch typeof default extends finally package private continue debugger function arguments interface protected implements instanceof public do if in of'.split(
    ' ',
  ),
)

describe('a new rule about scripts', () => {
  it('sees every use of the words that it declares, with nothing else in the file', async () => {
    await fc.assert(
      fc.asyncProperty(NAME, async (word) => {
        const rule = wordRule(word)
        for (const [script, told] of [
          [`${word}()`, `call ${word}`],
          [`new ${word}`, `new ${word}`],
          [`a.${word} = 1`, `assign a.${word}`],
          [`a[${JSON.stringify(word)}].b`, `read a.${word}.b`],
          [`a[\`${word}\`]`, `read a.${word}`],
          [`a.b(1, '${word}')`, 'call a.b'],
          [`if (window.${word}) 1`, `test ${word}`],
        ] as const) {
          expect(await toldBy(rule, 'only.js', script)).toEqual([told])
          const page = `<!doctype html><script>${script}</script>`
          expect(await toldBy(rule, 'only.html', page)).toEqual([told])
          const handler = `<!doctype html><p onclick="${script.replaceAll('"', '&quot;')}">`
          expect(await toldBy(rule, 'only.html', handler)).toEqual([told])
        }
      }),
      { numRuns: runs(30) },
    )
  })

  it.each([
    String.raw`\u0070articular()`,
    String.raw`a['partic\u0075lar']()`,
    String.raw`a['partic\x75lar']()`,
    String.raw`a['partic\u{75}lar']()`,
    String.raw`a["partic\165lar"]()`,
    String.raw`a['particu\lar']()`,
    "a['partic\\\nular']()",
    "a['partic\\\r\nular']()",
  ])('sees a word that is written with escapes: %s', async (script) => {
    expect(await toldBy(wordRule('particular'), 'only.js', script)).toHaveLength(1)
  })

  it.each([
    ['import "./a.js"', ['import import']],
    ['export * from "./a.js"', ['import import']],
    ['export { a } from "./a.js"', ['import import']],
    ['import("./a.js")', ['import import']],
    ['top.a()', ['call a']],
    ['window.parent.a', ['read a']],
  ])('sees imports, and what is around the app: %s', async (script, told) => {
    expect(await toldBy(wordRule('import', 'top', 'parent'), 'only.js', script)).toEqual(told)
  })

  it('sees nothing else, regardless of what other rules look for', async () => {
    const script = 'particular(); localStorage.a = 1; fetch("https://a.test"); import("./a.js")'
    expect(await toldBy(wordRule('particular'), 'only.js', script)).toEqual(['call particular'])
  })

  it('knows the variables if it asks about them', async () => {
    const rule = useRule(TEXT, ['particular'], ({ object }, values) => ({
      message: values
        .of(object)
        .map(({ kind }) => kind)
        .join(),
      fix: 'Remove it.',
    }))
    expect(await toldBy(rule, 'only.js', 'const a = new B(); a.particular()')).toEqual(['made'])
  })
})

/** Pages of these are read by the fast reader, by the full parser, and as the file's only words. */
const PAGES: readonly ((markup: string) => string)[] = [
  (markup) => `<!doctype html><html><head></head><body>${markup}</body></html>`,
  (markup) => `<!doctype html><html><head></head><body><p class="a">${markup}<p id="b">x</body></html>`,
  (markup) => `<table></table>${markup}`,
]

describe('a new rule about pages', () => {
  it.each('div p span li h1 ul time my-button'.split(' '))(
    'sees every <%s> if it needs them',
    async (name) => {
      for (const page of PAGES) {
        expect(
          await toldBy(pageRule({ elements: [name] }), 'only.html', page(`<${name}></${name}>`)),
        ).toContain(name)
      }
    },
  )

  it.each(
    'class id title style width data-level data-x-y aria-label hidden accesskey :x @click xlink:href'.split(
      ' ',
    ),
  )('sees every element that has %s if it needs them', async (name) => {
    const rule = pageRule({ attributes: [name] })
    for (const page of PAGES)
      for (const attribute of [name, `${name}="x"`, `${name}='a b'`, `${name}=x`, `b=c ${name}=""`])
        expect(await toldBy(rule, 'only.html', page(`<b ${attribute}>a</b>`))).toContain('b')
  })

  it('sees handlers, CSS and what is foreign if it needs them, and nothing else', async () => {
    const markup =
      '<i onclick="a"></i><u style="color:red"></u><b style="background:url(a.png)"></b><svg><circle r="1"/><rect fill="url(#a)"/><use href="#a"/></svg><a href="b"></a>'
    for (const page of [PAGES[0], PAGES[2]]) {
      const text = page?.(markup) ?? ''
      expect(await toldBy(pageRule({ handlers: true }), 'only.html', text)).toEqual(['i'])
      expect(await toldBy(pageRule({ styleUrls: true }), 'only.html', text)).toEqual(['b'])
      expect(await toldBy(pageRule({ foreign: true }), 'only.html', text)).toEqual(['rect', 'use'])
      // Shapes with only numbers and colours, as in most icons.
      const icon = page?.('<svg viewBox="0 0 1 1"><circle r="1"/></svg><i onclick="a"></i>') ?? ''
      expect(await toldBy(pageRule({ foreign: true }), 'only.html', icon)).toEqual([])
      expect(await toldBy(pageRule({ attributes: ['r'] }), 'only.html', icon)).toEqual(['circle'])
      expect(await toldBy(pageRule({}), 'only.html', text)).toEqual([])
    }
  })
})

/** Drawings of these are read by the fast reader and by the full parser. */
const DRAWINGS: readonly ((markup: string) => string)[] = [
  (markup) =>
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${markup}</svg>`,
  (markup) =>
    `<!DOCTYPE svg><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${markup}</svg>`,
]

describe('a new rule about drawings', () => {
  it.each([
    [{ elements: ['desc'] }, '<desc/>', 'desc'],
    [{ attributes: ['r'] }, '<circle r="1"/>', 'circle'],
    [{ attributes: ['class'] }, '<circle class="a"/>', 'circle'],
    [{ attributes: ['title'] }, '<circle xlink:title="a"/>', 'circle'],
    [{ handlers: true }, '<circle onclick="a"/>', 'circle'],
    [{ styleUrls: true }, '<circle fill="url(a)"/>', 'circle'],
    [{ styleUrls: true }, `<circle fill="image('a')"/>`, 'circle'],
    [{ styleUrls: true }, `<circle fill = 'cross-fade( rgb(0, 0, 0), "a")'/>`, 'circle'],
    [{ foreign: true }, '<a xmlns="b"/>', 'a'],
  ] as const)('sees what it declares: %j in %s', async (needs, markup, name) => {
    for (const drawing of DRAWINGS) {
      const others = '<g/><path d="M0 0"/><path d="M1 1"/><path d="M2 2"/>'
      for (const text of [markup, `${others}${markup}${others}`])
        expect(await toldBy(drawingRule(needs), 'only.svg', drawing(text))).toEqual(['svg', name])
    }
  })
})

describe('what no rule declares', () => {
  const reading = (read: (file: FileFacts) => Promise<unknown>): FileRule => ({
    ...TEXT,
    needs: [],
    appliesTo: () => true,
    checkFile: async (file) => {
      await read(file)
      return []
    },
  })

  it.each([
    ['elements', (file: FileFacts) => file.page({ page: { elements: ['base'] } })],
    ['drawings', (file: FileFacts) => file.drawing({ drawing: { elements: ['script'] } })],
    ['words', (file: FileFacts) => file.scriptsUsing({ script: { words: ['fetch'] } })],
  ])('cannot be read: %s', async (_, read) => {
    await expect(toldBy(reading(read), 'index.html', '<p>')).rejects.toThrow('does not declare')
  })

  it.each([
    ['URLs of pages', (file: FileFacts) => file.htmlUrls()],
    ['links of drawings', (file: FileFacts) => file.svgLinks()],
  ])('cannot be read, made of others: %s', async (_, read) => {
    const alone = inspect(memoryBundle({ 'a.html': '' }), {}, { ruleSet: ruleSetOf([reading(read)]) })
    await expect(alone).rejects.toThrow('does not declare')
  })
})
