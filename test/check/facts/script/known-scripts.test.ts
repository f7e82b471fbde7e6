import { describe, expect, it } from 'vitest'
import { KnownScripts } from '../../../../src/check/facts/script/known-scripts.js'
import type { ScriptPart } from '../../../../src/check/facts/script/part.js'
import { parseScript } from '../../../../src/check/facts/script/read.js'
import { INTERESTS } from '../../../support/cases/interests.js'

const part = (text: string, more: Partial<ScriptPart> = {}): ScriptPart => ({
  text,
  kind: 'either',
  place: () => ({ line: 1, column: 1 }),
  ...more,
})

/** Counts what is really parsed. */
const counting = (most?: number) => {
  const scripts = new KnownScripts(most)
  const parsed: string[] = []
  const ask = (script: ScriptPart) =>
    scripts.parsed(script, (one) => {
      parsed.push(`${one.kind} ${one.text}`)
      return parseScript(one, INTERESTS.script)
    })
  return { ask, parsed }
}

describe('scripts that several bundles share', () => {
  it('are parsed once, and each has its own place', () => {
    const { ask, parsed } = counting()
    const first = ask(part('alert(1)'))
    const second = ask(part('alert(1)', { place: (offset) => ({ line: 7, column: offset }) }))
    expect(parsed).toEqual(['either alert(1)'])
    expect(second?.uses).toBe(first?.uses)
    expect(first?.part.place(3)).toEqual({ line: 1, column: 1 })
    expect(second?.part.place(3)).toEqual({ line: 7, column: 3 })
  })

  it('are parsed again as another kind of script, or by another text', () => {
    const { ask, parsed } = counting()
    expect(ask(part('with (a) b()'))?.failure).toBeNull()
    expect(ask(part('with (a) b()', { kind: 'module' }))?.failure).not.toBeNull()
    ask(part('with (a) b( )'))
    expect(parsed).toEqual(['either with (a) b()', 'module with (a) b()', 'either with (a) b( )'])
  })

  it('are nothing where they are nothing that a browser runs', () => {
    const { ask, parsed } = counting()
    const script = part('{}', { kind: 'data' })
    expect([ask(script), ask(script)]).toEqual([null, null])
    expect(parsed).toEqual(['data {}'])
  })

  it('are forgotten, the oldest first, where they are too much text to keep', () => {
    const { ask, parsed } = counting(40)
    const [a, b, c] = ['a()', 'b()', 'c()'].map((text) => part(text.padEnd(10)))
    if (a === undefined || b === undefined || c === undefined) throw new Error('There are three.')
    for (const script of [a, b, a, c, b, a]) ask(script)
    expect(parsed.map((text) => text.trim())).toEqual([
      'either a()',
      'either b()',
      'either c()',
      'either a()',
    ])
  })

  it('are not kept where one is too much text by itself, and push nothing out', () => {
    const { ask, parsed } = counting(40)
    const [small, large] = [part('a()'), part('b()'.padEnd(40))]
    for (const script of [small, large, small, large]) ask(script)
    expect(parsed.map((text) => text.trim())).toEqual(['either a()', 'either b()', 'either b()'])
  })
})
