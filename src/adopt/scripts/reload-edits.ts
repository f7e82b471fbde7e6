import { asNode, memberName, nodesOf } from '../../check/facts/script/node.js'
import { walk } from '../../check/facts/script/walk.js'
import type { Edit } from '../edits.js'
import { parseProgram, type ScriptKind } from './parse-program.js'

/** What is added to a call, and is done before it: the shim's `routes` gives the page its own address back. */
const BEFORE = 'window.dispatchEvent(new Event("browser-shim-reload"))'

/**
 * The edits that let a script reload the page where the shim shows it at another address for a router. No script can
 * take the place of `location.reload`, and the browser reloads the address that it sees.
 */
export const reloadEdits = (script: string, kind: ScriptKind): readonly Edit[] => {
  if (!/\blocation\b[^;]{0,20}\breload\b/.test(script) || script.includes(BEFORE)) return []
  const program = parseProgram(script, kind)
  if (program === null) return []
  const edits: Edit[] = []
  walk(program, (node) => {
    const callee = node.type === 'CallExpression' ? asNode(node['callee']) : null
    if (callee?.type !== 'MemberExpression' || memberName(callee) !== 'reload') return
    const owner = asNode(callee['object'])
    const name = owner?.type === 'MemberExpression' ? memberName(owner) : owner?.['name']
    if (name !== 'location') return
    const [first] = nodesOf(node['arguments'])
    const at = first?.start ?? node.end - 1
    edits.push({
      start: at,
      end: at,
      text: first === undefined ? BEFORE : `${BEFORE}, `,
      change: {
        kind: 'address',
        from: script.slice(node.start, node.end),
        to: `${script.slice(node.start, at)}${BEFORE}${script.slice(at, node.end)}`,
        why: 'the page is reloaded from its own address, not from the one that the router reads',
      },
    })
  })
  return edits
}
