import { parse } from 'acorn'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ScriptParser } from '../../../../src/check/facts/script/parser.js'
import { ofRuns, runs } from '../../../support/vitest/runs.js'

type Kind = 'script' | 'module'

/** The tree as JSON, or what is wrong. */
const outcomeOf = (parser: { readonly parse: typeof parse }, source: string, sourceType: Kind): string => {
  try {
    return JSON.stringify(parser.parse(source, { ecmaVersion: 'latest', sourceType }))
  } catch (error) {
    return String(error)
  }
}

describe('2.10 a script is parsed by a parser that looks names up in constant time', () => {
  it('which refuses and reads what acorn does, with any number of names, in any scopes', () => {
    let refused = 0
    fc.assert(
      fc.property(
        fc.array(PIECE, { maxLength: 12 }),
        fc.boolean(),
        fc.constantFrom<Kind>('script', 'module'),
        (pieces, many, kind) => {
          const source = (many ? MANY : '') + pieces.join('')
          const ours = outcomeOf({ parse: ScriptParser.parse.bind(ScriptParser) }, source, kind)
          expect(ours).toBe(outcomeOf({ parse }, source, kind))
          if (ours.includes('has already been declared')) refused += 1
        },
      ),
      { numRuns: runs(1_000) },
    )
    expect(refused).toBeGreaterThan(ofRuns(50, 1_000))
  })

  it('in a time that grows with their number, not with its square', () => {
    const names = Array.from({ length: 200_000 }, (_, index) => `v${index}`)
    const program = ScriptParser.parse(`let ${names.join()}`, { ecmaVersion: 'latest' })
    expect(program.body).toHaveLength(1)
  })
})

describe('the names that a script declares', () => {
  const declaredIn = (source: string, sourceType: Kind): readonly string[] =>
    [...ScriptParser.treeOf(source, { ecmaVersion: 'latest', sourceType }).declared].sort()

  it.each([
    ['var a, b = c; let d; const e = 0', 'a b d e'],
    ['if (a) { var b } for (let c in d); for (const e of f); for (var g = 0;;);', 'b c e g'],
    ['var { a, b: c, d: { e = f } = g, ...h } = i, [j, , [k] = l, ...m] = n', 'a c e h j k m'],
    ['function a(b, { c } = d, ...e) { f }', 'a b c e'],
    ['if (a) function b() {}', 'b'],
    ['(function a(b) {}); (function* c() {}); (async function d() {}); (function () {})', 'a b c d'],
    ['a => b; (c, [d]) => e; async f => g; async (h) => i; ((j) => k)(l)', 'a c d f h j'],
    ['class a { b(c) {} static d = (e) => f; static { let g; var h } set i(j) {} }', 'a c e g h j'],
    ['(class a { b() {} })', ''],
    ['({ a(b) {}, get c() { var d }, e: function f() {}, g: (h) => i })', 'b d f h'],
    ['try {} catch (a) {} try {} catch ({ b, c: [d] }) {} try {} catch {}', 'a b d'],
    ['switch (a) { case b: let c; function d() {} }', 'c d'],
    ['a: for (;;) break a; b.c = d; ({ e } = f); [g] = h; (i, j)', ''],
    ['var a; { let a; { function a(a) { var a } } }', 'a'],
  ])('are all of them, in any scope, and no other: %s', (source, names) => {
    expect(declaredIn(source, 'script').join(' ')).toBe(names)
  })

  it('are those of a module’s imports and exports, too', () => {
    const source =
      "import a, { b, c as d } from 'x'; import * as e from 'y'; import 'z'; export { a as f }; export * as g from 'w'; export default function h() {} export const i = 0; export class j {}"
    expect(declaredIn(source, 'module').join(' ')).toBe('a b d e h i j')
    expect(declaredIn('export default function (a) {}', 'module')).toEqual(['a'])
    expect(declaredIn('export default class a {}', 'module')).toEqual(['a'])
  })
})

/** More names than are looked through one by one, of every kind. */
const MANY = Array.from(
  { length: 15 },
  (_, index) => `var v${index};let l${index};function f${index}(){};`,
).join('')

const PIECE = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('var ', 'let ', 'const ', 'function '),
      fc.constantFrom('v14', 'l14', 'f14', 'v1', 'l1', 'a', 'e'),
    )
    .map(([word, name]) => `${word}${name}${word === 'function ' ? '(){}' : word === 'const ' ? '=0' : ''};`),
  fc.constantFrom(
    '{',
    '}',
    'function f(a, v1){',
    'try{}catch(e){',
    'try{}catch({e}){',
    'for(let a of []){',
    'for(var l14;;){',
    'export{v14, a};',
    'export let a;',
    'import a from "a";',
    'class a{static{',
    '}}',
    '"use strict";',
  ),
)
