import type { ParsedScript } from './script.js'

/** What a script does with its variables; each is told by `variableKey`. */
export interface VariableUses {
  /** The ones that get a value after they were declared. */
  readonly setAgain: ReadonlySet<string>
  /** The ones whose `send` is called, or that are handed on to where nobody knows what is done. */
  readonly sent: ReadonlySet<string>
  /** The paths (`a.link`) whose `href` is set or whose `click` is called, each with the key of its root. */
  readonly links: ReadonlySet<string>
}

/** A variable by its name, and by where it is declared: minified code calls a hundred of them `e`. */
export const variableKey = (name: string, offset: number, { bindingOf }: ParsedScript): string =>
  `${name} ${bindingOf(name, offset)}`

/** A path of names from a variable on: the same in two places only if the variable is. */
export const pathKey = (path: readonly string[], offset: number, script: ParsedScript): string =>
  `${path.join('.')} ${variableKey(path[0] ?? '', offset, script)}`

/** Gathered in one pass when first asked for, since a script may ask a hundred thousand times. */
export const variableUses = (script: ParsedScript): VariableUses => {
  const known = KNOWN.get(script)
  if (known !== undefined) return known
  const setAgain = new Set<string>()
  const sent = new Set<string>()
  const links = new Set<string>()
  for (const { names, kind, offset } of script.uses) {
    const [root = '', second] = names
    if (root !== '' && names.length === 1) {
      if (kind === 'assign') setAgain.add(variableKey(root, offset, script))
      else sent.add(variableKey(root, offset, script))
    }
    if (root !== '' && (second === 'send' || second === '')) sent.add(variableKey(root, offset, script))
    const last = names.at(-1)
    if (names.length > 1 && ((kind === 'assign' && last === 'href') || (kind === 'call' && last === 'click')))
      links.add(pathKey(names.slice(0, -1), offset, script))
  }
  const found = { setAgain, sent, links }
  KNOWN.set(script, found)
  return found
}

const KNOWN = new WeakMap<ParsedScript, VariableUses>()
