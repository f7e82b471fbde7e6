import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const SOURCE = fileURLToPath(new URL('../../src/', import.meta.url))

/** The parts in which no file leads back to itself, by types either. */
const WITHOUT_CIRCLES = [
  'platform',
  'rpc',
  'sdk',
  'shim',
  'host',
  'control',
  'bundle',
  'check',
  'pack',
  'media',
  'watching',
] as const

type Graph = ReadonlyMap<string, readonly string[]>

/** The files of a part, each with those of the part that it imports. */
const importsWithin = (part: string): Graph => {
  const folder = join(SOURCE, part)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.d.ts'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
  return new Map(
    files.map((file) => [
      file,
      [...readFileSync(join(folder, file), 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)\.js'/g)]
        .map(([, specifier = '']) => `${join(dirname(file), specifier).split(sep).join('/')}.ts`)
        .filter((target) => files.includes(target)),
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
    expect(importsWithin('host').get('domains.ts')).toContain('money/domain.ts')
  })

  it.each(WITHOUT_CIRCLES)('%s has none', (part) => {
    expect(circleIn(importsWithin(part))).toBeNull()
  })
})
