import { asNode, stringOf } from '../../check/facts/script/node.js'
import { walk } from '../../check/facts/script/walk.js'
import { parseProgram } from './parse-program.js'

/** What a module imports by a text that stands there whole. */
export interface ImportedModule {
  readonly specifier: string
  /** In UTF-16 units. */
  readonly offset: number
}

/** The modules that a module imports, but for JSON and CSS that it imports as such; empty where it does not parse. */
export const importsOf = (script: string): readonly ImportedModule[] => {
  if (!/\b(?:import|from)\b/.test(script)) return []
  const program = parseProgram(script, 'module')
  if (program === null) return []
  const imports: ImportedModule[] = []
  walk(program, (node) => {
    if (!/^(?:Import(?:Declaration|Expression)|Export(?:Named|All)Declaration)$/.test(node.type)) return
    const { attributes, options } = node
    if ((Array.isArray(attributes) && attributes.length > 0) || asNode(options) !== null) return
    const specifier = stringOf(asNode(node['source']) ?? undefined)
    if (specifier !== null) imports.push({ specifier, offset: node.start })
  })
  return imports
}
