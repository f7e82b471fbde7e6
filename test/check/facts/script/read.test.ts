import { type Options, parse } from 'acorn'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ScriptPart } from '../../../../src/check/facts/script/part.js'
import { parseScript } from '../../../../src/check/facts/script/read.js'
import { parseScripts } from '../../../../src/check/facts/script/script.js'
import { INTERESTS } from '../../../support/cases/interests.js'
import { runs } from '../../../support/vitest/runs.js'

const part = (text: string): ScriptPart => ({
  text,
  kind: 'either',
  place: () => ({ line: 1, column: 1 }),
})

const parsesAs = (text: string, sourceType: NonNullable<Options['sourceType']>): boolean => {
  try {
    parse(text, { ecmaVersion: 'latest', sourceType })
    return true
  } catch {
    return false
  }
}

const parses = (text: string): boolean => parseScript(part(text), INTERESTS.script)?.failure === null

describe('a script file that may be a module or not', () => {
  it.each([
    'await start()',
    'using file = open()',
    'await using file = open()',
    'export {}',
    'import.meta',
    'with (a) b()',
    'with (a) b() // export',
    'a <!-- b',
  ])('parses where it does as one of them: %s', (text) => {
    expect([parsesAs(text, 'module'), parsesAs(text, 'script')]).toContain(true)
    expect(parses(text)).toBe(true)
  })

  it('parses exactly where it does as one of them, with any content', () => {
    const word = fc.constantFrom(
      ...'let var const x f yield static async of for ( ) { } [ ] = => function class new.target super this'.split(
        ' ',
      ),
      ...'arguments eval with delete 01 /a/ `b` ; , if else do while * get set extends ...x ?. in 0 enum try'.split(
        ' ',
      ),
      ...'catch throw switch #p await using import export import.meta <!-- --> \\u0061wait'.split(' '),
      '\n',
      '"use strict"',
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (words) => {
        const text = words.join(' ')
        expect(parses(text)).toBe(parsesAs(text, 'script') || parsesAs(text, 'module'))
      }),
      { numRuns: runs(3_000) },
    )
  })
})

describe('event handlers', () => {
  const handler = (text: string): ScriptPart => ({ ...part(text), kind: 'handler' })
  const told = (scripts: ReturnType<typeof parseScripts>) =>
    scripts
      .filter(({ failure, uses }) => failure !== null || uses.length > 0)
      .map(({ part: { text }, failure, uses }) => ({ text, failure, uses: uses.map(({ names }) => names) }))

  it('that are simple calls parse, but for those whose name is a word of the language', () => {
    const names =
      'a a.b a.new new if typeof this let async of static yield await super a1 1a $ function'.split(' ')
    const values = [
      "''",
      `"it's"`,
      '-1',
      '08',
      'this',
      'event',
      'super',
      '1a',
      'null , true',
      "'\\n'",
      "'a\nb'",
      '',
    ]
    const calls = names.flatMap((name) => values.map((value) => `${name}(${value}) ;`))
    const parts = calls.map(handler)
    expect(told(parseScripts(parts, INTERESTS.script))).toEqual(
      told(parts.flatMap((one) => parseScript(one, INTERESTS.script) ?? [])),
    )
  })

  it('report the same together as one by one, with any content', () => {
    const word = fc.constantFrom(
      ..."a b1 ( ) [ ] . , ; : ? = + - < > ! '}' \"/*\" 'a 'use\u0020strict' alert open return var let if else new".split(
        ' ',
      ),
      ...'{ } /* */ // ` ${ <!-- --> / \\ \n \u2028 await yield 1 0x 1a => async function this'.split(' '),
      '\n',
    )
    fc.assert(
      fc.property(
        fc.array(
          fc.array(word, { maxLength: 6 }).map((words) => words.join(' ')),
          { maxLength: 12 },
        ),
        (texts) => {
          const parts = texts.map(handler)
          expect(told(parseScripts(parts, INTERESTS.script))).toEqual(
            told(parts.flatMap((one) => parseScript(one, INTERESTS.script) ?? [])),
          )
        },
      ),
      { numRuns: runs(1_000) },
    )
  })
})

describe('what becomes of what a call gives', () => {
  const answerOf = (text: string): string | undefined =>
    parseScript(part(text), INTERESTS.script)?.uses.find(({ names }) => names.at(-1) === 'fetch')?.answer

  it.each([
    ['fetch(a)', 'dropped'],
    ['void fetch(a)', 'dropped'],
    ['b && fetch(a)', 'dropped'],
    ['b ? fetch(a) : 0', 'dropped'],
    ['fetch?.(a)', 'dropped'],
    ['fetch(a).then(b)', 'used'],
    ['const b = fetch(a)', 'used'],
    ['b(fetch(a))', 'used'],
    ['await fetch(a)', 'used'],
    ['const b = async () => { return fetch(a) }', 'used'],
    ['fetch(a).catch(b)', 'handled'],
    ['fetch(a)?.catch(b)', 'handled'],
    ['fetch(a).then(b).then(c).finally(d).catch(e)', 'handled'],
    ['fetch(a).then(b, c)', 'handled'],
    ['const d = fetch(a).then(b).catch(c)', 'handled'],
    ['b.then(fetch(a)).catch(c)', 'used'],
    ['b(fetch(a)).catch(c)', 'used'],
    ['b.catch(() => { fetch(a) })', 'dropped'],
    ['try { await fetch(a) } catch { b() }', 'handled'],
    ['try { await (await fetch(a)).json() } catch { b() }', 'handled'],
    ['try { fetch(a).then(b) } catch { c() }', 'used'],
    ['try { await fetch(a) } finally { b() }', 'used'],
  ])('%s', (text, answer) => {
    expect(answerOf(text)).toBe(answer)
  })
})

describe('the global that a name reaches', () => {
  const reached = (text: string): readonly string[] =>
    (parseScript(part(text), INTERESTS.script)?.uses ?? [])
      .filter(({ kind, global }) => kind === 'call' && global)
      .map(({ names }) => names.join('.'))

  it.each([
    ['const f = fetch\nf(a)', ['fetch']],
    ['const f = window.fetch.bind(window)\nf(a)', ['fetch.bind', 'fetch']],
    ['const { fetch: f = b } = self\nf(a)', ['fetch']],
    ['const { document: { body: b } } = window\nb.append(a)', []],
    ['const n = navigator\nn.share(a)', ['navigator.share']],
    ['const w = window, n = w.navigator\nn.share(a)', ['navigator.share']],
    ['g()\nfunction g() {\n  f(a)\n}\nvar f = fetch', ['fetch']],
    ['((w) => w.fetch(a))(window)', ['fetch']],
    ['((w, d) => d.write(a)).call(0, window, document)', ['document.write']],
    ['const g = (fetch) => fetch(a)\nfetch(a)', ['fetch']],
    ['let f = fetch\nf = b\nf(a)', []],
    ['const f = fetch\n{\n  const f = (a) => a\n  f(a)\n}', []],
    ['const s = localStorage\ns.getItem(a)', []],
    ["const k = 'fetch'\nwindow[k](a)", ['fetch']],
    ["const key = { share: 'share' }\nnavigator[key.share](a)", ['navigator.share']],
    ["for (const k of ['alert', 'confirm']) self[k](a)", ['alert', 'confirm']],
    ["((k) => window[k](a))('fetch')", ['fetch']],
    ["const k = b ? 'fetch' : 'alert'\nwindow[k](a)", []],
    ["const k = 'fetch', window = {}\nwindow[k](a)", []],
    ['window[0](fetch)\nwindow[b](a)', []],
    ['if (a) {\n  function alert() {}\n}\nalert()', []],
    ['var fetch = fetch\nfetch(a)', []],
    ['var f = g, g = f, window = window\nf.fetch(a)\nwindow.fetch(a)', []],
  ])('%s', (text, names) => {
    expect(reached(text)).toEqual(names)
  })
})
