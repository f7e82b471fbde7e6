import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameFromFolder } from '../../../src/cli/init/answers.js'
import { manifestSchema } from '../../../src/platform/manifest.js'

/** Any code points at all, lone surrogates among them. */
const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 60 })
  .map((points) => String.fromCodePoint(...points))

describe('a name from a folder (2.2)', () => {
  it.each([
    ['hello', 'Hello'],
    ['space-cats', 'Space cats'],
    ['my_first.game', 'My first game'],
    ['  spaced  out  ', 'Spaced out'],
    ['Ünïcödé spiel', 'Ünïcödé spiel'],
    ['étoile', 'Étoile'],
    ['ねこ', 'ねこ'],
    ['a\u0000b\nc', 'A b c'],
    ['x', 'My mini app'],
    ['---', 'My mini app'],
    ['', 'My mini app'],
  ])('makes of %j %j', (folder, name) => {
    expect(nameFromFolder(folder)).toBe(name)
  })

  it('composes what a file system took apart', () => {
    expect(nameFromFolder('cafe\u0301-bar')).toBe('Caf\u00e9 bar')
  })

  it('shortens a long name, never within what people see as one character', () => {
    expect(nameFromFolder('a'.repeat(60))).toBe(`A${'a'.repeat(29)}`)
    expect(nameFromFolder('👩‍👩‍👧‍👦'.repeat(9))).toBe('👩‍👩‍👧‍👦'.repeat(2))
  })

  it('is valid for any folder name', () => {
    fc.assert(
      fc.property(anyText, (folder) => {
        const name = nameFromFolder(folder)
        expect(manifestSchema.shape.name.safeParse(name).error).toBeUndefined()
        expect(name.length).toBeLessThanOrEqual(30)
      }),
    )
  })
})
