import type { ParsedScript } from './read.js'
import type { ScriptUse } from './use.js'

/** What a script does with the variables of one name; each is told by `variableKey`. */
interface VariableUses {
  /** The ones that get a value after they were declared. */
  readonly setAgain: ReadonlySet<string>
  /** The ones whose `send` is called, or that are handed on to where nobody knows what is done. */
  readonly sent: ReadonlySet<string>
  /** The ones that get a field, or a field of a field. */
  readonly changed: ReadonlySet<string>
  /** The paths (`a.link`) whose `href` is set or whose `click` is called, each with the key of its root. */
  readonly links: ReadonlySet<string>
}

/** A variable by its name, and by where it is declared: minified code calls a hundred of them `e`. */
export const variableKey = (name: string, offset: number, { bindingOf }: ParsedScript): string =>
  `${name} ${bindingOf(name, offset)}`

/** A path of names from a variable on: the same in two places only if the variable is. */
export const pathKey = (path: readonly string[], offset: number, script: ParsedScript): string =>
  `${path.join('.')} ${variableKey(path[0] ?? '', offset, script)}`

/** Gathered when a name is first asked for, each use once, since a script may ask a hundred thousand times. */
export const variableUses = (name: string, script: ParsedScript): VariableUses => {
  const known = KNOWN.get(script) ?? { byRoot: usesByRoot(script), variables: new Map() }
  KNOWN.set(script, known)
  const found = known.variables.get(name) ?? gathered(name, known.byRoot.get(name) ?? [], script)
  known.variables.set(name, found)
  return found
}

interface Known {
  readonly byRoot: ReadonlyMap<string, readonly ScriptUse[]>
  readonly variables: Map<string, VariableUses>
}

const KNOWN = new WeakMap<ParsedScript, Known>()

const usesByRoot = ({ uses }: ParsedScript): ReadonlyMap<string, readonly ScriptUse[]> => {
  const found = new Map<string, ScriptUse[]>()
  for (const use of uses) {
    const [root = ''] = use.names
    const list = found.get(root)
    if (list === undefined) found.set(root, [use])
    else list.push(use)
  }
  return found
}

const gathered = (name: string, uses: readonly ScriptUse[], script: ParsedScript): VariableUses => {
  const setAgain = new Set<string>()
  const sent = new Set<string>()
  const changed = new Set<string>()
  const links = new Set<string>()
  for (const { names, kind, offset } of uses) {
    const second = names[1]
    const last = names.at(-1)
    if (names.length === 1) (kind === 'assign' ? setAgain : sent).add(variableKey(name, offset, script))
    else {
      if (second === 'send' || second === '') sent.add(variableKey(name, offset, script))
      if (kind === 'assign') changed.add(variableKey(name, offset, script))
      if ((kind === 'assign' && last === 'href') || (kind === 'call' && last === 'click'))
        links.add(pathKey(names.slice(0, -1), offset, script))
    }
  }
  return { setAgain, sent, changed, links }
}
