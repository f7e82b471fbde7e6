import { builtinModules } from 'node:module'
import { asNode, nodesOf, stringOf } from '../../check/facts/script/node.js'
import { firstIn, parseProgram, textIn, valuesOfProgram } from './parse-program.js'
import { runsAlways } from './runs-always.js'

/** A module that a script cannot go on without. */
export interface NeededModule {
  readonly name: string
  /** In UTF-16 units. */
  readonly offset: number
}

/**
 * The first module that a script requires as soon as it runs, in any environment; null where it has a `require` of its
 * own, or first finds out whether there is one. What a build for browsers and for Node.js has behind a test counts for
 * nothing, and neither does what only a function does that is called later.
 */
export const requiredModule = (script: string): NeededModule | null => {
  if (!/\brequire\s*\(/.test(script)) return null
  const program = parseProgram(script, 'script')
  if (program === null) return null
  const { model } = valuesOfProgram(program, 'script')
  return firstIn(program, (node, ancestors): NeededModule | null => {
    const callee = node.type === 'CallExpression' ? asNode(node['callee']) : null
    if (callee?.type !== 'Identifier' || callee['name'] !== 'require') return null
    const name = stringOf(nodesOf(node['arguments'])[0])
    if (name === null || model.variableOf(callee) !== null || !runsAlways(node, ancestors)) return null
    return { name, offset: node.start }
  })
}

/** Whether a script is for Node.js: started by the system, or in need of what no page has. */
export const runsInNode = (script: string): boolean => {
  if (script.startsWith('#!')) return true
  if (!MAY_NEED.test(script)) return false
  const required = requiredModule(script)
  if (required !== null && isOfNode(required.name)) return true
  const program = parseProgram(script, 'script')
  return nodesOf(program?.['body']).some(
    ({ type, source }) => /^(?:Import|Export)/.test(type) && isOfNode(textIn(source) ?? ''),
  )
}

/** Modules of Node.js, and packages that run in nothing else. */
const isOfNode = (name: string): boolean =>
  name.startsWith('node:') || builtinModules.includes(name) || TOOLS.has(name)

const TOOLS: ReadonlySet<string> = new Set([
  'commander',
  'electron',
  'esbuild',
  'express',
  'fs-extra',
  'gulp',
  'parcel',
  'rollup',
  'socket.io',
  'vite',
  'webpack',
  'ws',
])

const MAY_NEED = /\brequire\s*\(|\b(?:import|from)\s*['"]/
