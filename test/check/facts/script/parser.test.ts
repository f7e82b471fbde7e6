import { parse } from 'acorn'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ScriptParser } from '../../../../src/check/facts/script/parser.js'
import { ofRuns, runs } from '../../../support/runs.js'

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
