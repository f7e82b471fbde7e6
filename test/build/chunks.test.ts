import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { closureOf, requireNoCircles } from '../../src/build/chunks.mjs'
import { ROOT } from '../../src/build/paths.mjs'

const chunk = (fileName: string, ...imports: readonly string[]) => ({ fileName, imports: [...imports] })

describe('the files of a build', () => {
  it('are refused where they import each other, with the way around', () => {
    const files = [chunk('a.js', 'b.js'), chunk('b.js', 'c.js', 'node:fs'), chunk('c.js', 'b.js')]
    expect(() => requireNoCircles(files)).toThrow('These files import each other: a.js, b.js, c.js, b.js')
    expect(() => requireNoCircles([chunk('a.js', 'a.js')])).toThrow('a.js, a.js')
  })

  it('may import the same file on two ways', () => {
    const files = [chunk('a.js', 'b.js', 'c.js'), chunk('b.js', 'd.js'), chunk('c.js', 'd.js'), chunk('d.js')]
    expect(() => requireNoCircles(files)).not.toThrow()
  })
})

describe('what is loaded with a module', () => {
  const graph: Readonly<Record<string, readonly string[]>> = {
    [join(ROOT, 'a.ts')]: [join(ROOT, 'b.ts'), join(ROOT, 'c.ts')],
    [join(ROOT, 'b.ts')]: [join(ROOT, 'a.ts')],
    [join(ROOT, 'c.ts')]: [],
    [join(ROOT, 'd.ts')]: [join(ROOT, 'c.ts')],
  }
  const modules = {
    getModuleInfo: (id: string) => {
      const importedIds = graph[id]
      return importedIds === undefined ? null : ({ importedIds } as never)
    },
  }

  it('is all that it imports, and what that imports', () => {
    const paths = (...names: readonly string[]) => new Set(names.map((name) => join(ROOT, name)))
    expect(closureOf(modules, ['a.ts'])).toEqual(paths('a.ts', 'b.ts', 'c.ts'))
    expect(closureOf(modules, ['b.ts', 'd.ts'])).toEqual(paths('a.ts', 'b.ts', 'c.ts', 'd.ts'))
  })

  it('is not made up for a module that is not there', () => {
    expect(() => closureOf(modules, ['renamed.ts'])).toThrow('The build has no module')
  })
})
