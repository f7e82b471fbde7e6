import type { FileFacts, ScriptWithValues } from '../file.js'
import type { Needs } from '../needs.js'
import type { Place } from '../text/position.js'
import { unwrap } from './chains.js'
import { type AstNode, asNode, memberName, nodesOf, stringOf } from './node.js'
import type { ScriptUse } from './use.js'
import type { ScriptValues } from './values.js'

/** A place where a script reads or changes the rules of a style sheet of its page, and nothing catches what that throws. */
export interface SheetReading {
  readonly name: string
  /** Which of the page's style sheets it is; null where it may be each. */
  readonly index: number | null
  readonly place: Place
}

const NAMES: ReadonlySet<string> = new Set(['cssRules', 'rules', 'insertRule', 'deleteRule'])

/** What `sheetReadings` reads. */
export const SHEET_USES: Needs = { script: { words: [...NAMES] } }

/** Where the scripts of a file read the rules of the page's style sheets, of any that they are not seen to choose. */
export const sheetReadings = async (file: FileFacts): Promise<readonly SheetReading[]> =>
  (await file.scriptsUsing(SHEET_USES)).flatMap(({ script, uses }) =>
    uses.flatMap((use): readonly SheetReading[] => {
      const at = use.names.findLastIndex((name) => NAMES.has(name))
      const sheet = use.caught || at < 1 ? null : holderOf(use, at)
      const found = sheet === null ? null : sheetOfPage(sheet, script.values, 0)
      if (found === null || choosesSheet(use, script)) return []
      return [{ name: use.names[at] ?? '', index: found.index, place: script.part.place(use.offset) }]
    }),
  )

/** What a name of a use is a field of, by its place in the names. */
const holderOf = ({ names, object }: ScriptUse, at: number): AstNode | null => {
  let node = unwrap(object)
  for (let last = names.length - 1; last > at && node !== null; last--) node = unwrap(asNode(node['object']))
  return node
}

/** Which style sheet of the page an expression is; null where it is none for certain. */
const sheetOfPage = (
  expression: AstNode | null,
  script: ScriptValues,
  depth: number,
): Pick<SheetReading, 'index'> | null => {
  const node = unwrap(expression)
  if (node?.type === 'Identifier' && depth < MAX_VARIABLES) {
    const variable = script.model.variableOf(node)
    const sources = variable === null ? [] : script.calls.sources(variable)
    const found = sources.map(({ node: source, fields: [field, ...more] }) => {
      if (field === undefined) return sheetOfPage(source, script, depth + 1)
      return more.length === 0 && isList(source, script) ? { index: indexOf(field) } : null
    })
    return found[0] !== undefined && found.every((one) => one !== null) ? found[0] : null
  }
  const callee = node?.type === 'CallExpression' ? unwrap(node['callee']) : null
  const member = callee ?? node
  if (member?.type !== 'MemberExpression') return null
  const object = unwrap(member['object'])
  if (callee === null) {
    const [key, ...others] = script.of(member['property'])
    if (member['computed'] === true && isList(object, script))
      return { index: others.length === 0 && key?.kind === 'exact' ? indexOf(String(key.value)) : null }
    // `document.querySelector('link').sheet`
    const [selector] = nodesOf(object?.['arguments'])
    const isLink =
      script.paths(object?.['callee']).some((path) => path.join('.') === 'document.querySelector') &&
      /^link\b/i.test(stringOf(selector) ?? '')
    return memberName(member) === 'sheet' && isLink ? { index: null } : null
  }
  return memberName(callee) === 'item' && isList(object, script) ? { index: null } : null
}

const MAX_VARIABLES = 4

const indexOf = (field: string): number | null => (/^\d{1,4}$/.test(field) ? Number(field) : null)

/** Whether an expression is `document.styleSheets`, or a list made of it. */
const isList = (expression: AstNode | null, script: ScriptValues): boolean => {
  const node = unwrap(expression)
  const [first] = nodesOf(node?.['elements'] ?? node?.['arguments'])
  const isCopy =
    first?.type === 'SpreadElement' ||
    script.paths(node?.['callee']).some((path) => path.join('.') === 'Array.from')
  const list = isCopy ? (asNode(first?.['argument']) ?? first) : node
  return script.paths(list).some((path) => path.join('.') === 'document.styleSheets')
}

/** Whether a function looks at what a style sheet is of before it reads the rules of one: it may well want its own. */
const choosesSheet = ({ offset }: ScriptUse, { part, values }: ScriptWithValues): boolean => {
  const { start, end } = values.model.functionAt(offset).node
  return /\b(?:ownerNode|ownerRule|href|title)\b/.test(part.text.slice(start, end))
}
