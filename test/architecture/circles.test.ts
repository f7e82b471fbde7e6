import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const SOURCE = fileURLToPath(new URL('../../src/', import.meta.url))

type Graph = ReadonlyMap<string, readonly string[]>

/** Every file of `src/`, with the source files that it imports: values and types, static and dynamic. */
const importsOfSource = (): Graph => {
  const files = readdirSync(SOURCE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs)$/.test(entry.name))
    .map((entry) => relative(SOURCE, join(entry.parentPath, entry.name)).split(sep).join('/'))
  const known = new Set(files)
  const sourceOf = (file: string, specifier: string): readonly string[] => {
    const path = join(dirname(file), specifier).split(sep).join('/')
    const source = [path, ...['ts', 'tsx', 'd.ts'].map((end) => path.replace(/js$/, end))].find((name) =>
      known.has(name),
    )
    return source === undefined ? [] : [source]
  }
  return new Map(
    files.map((file) => [
      file,
      [
        ...readFileSync(join(SOURCE, file), 'utf8').matchAll(/(?:from|import\(|import)\s*'(\.[^']+)'/g),
      ].flatMap(([, specifier = '']) => sourceOf(file, specifier)),
    ]),
  )
}

/** The first way from a file back to itself, or null. */
const circleIn = (graph: Graph): readonly string[] | null => {
  const done = new Set<string>()
  const walk = (file: string, way: readonly string[]): readonly string[] | null => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file]
    if (done.has(file)) return null
    for (const next of graph.get(file) ?? []) {
      const circle = walk(next, [...way, file])
      if (circle !== null) return circle
    }
    done.add(file)
    return null
  }
  for (const file of graph.keys()) {
    const circle = walk(file, [])
    if (circle !== null) return circle
  }
  return null
}

describe('circles of imports', () => {
  it('are found, however long', () => {
    const graph = new Map([
      ['a.ts', ['b.ts', 'c.ts']],
      ['b.ts', []],
      ['c.ts', ['d.ts']],
      ['d.ts', ['b.ts', 'c.ts']],
    ])
    expect(circleIn(graph)).toEqual(['c.ts', 'd.ts', 'c.ts'])
    expect(importsOfSource().get('host/domains.ts')).toContain('host/money/domain.ts')
  })

  it('are nowhere in the source, of types either', () => {
    expect(circleIn(importsOfSource())).toBeNull()
  })
})
