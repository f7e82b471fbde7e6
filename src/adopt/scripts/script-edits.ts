import type { AstNode } from '../../check/facts/script/node.js'
import { asNode, memberName, nodesOf } from '../../check/facts/script/node.js'
import { walk } from '../../check/facts/script/walk.js'
import type { Addresses, NewAddress, Standing } from '../addresses.js'
import { addressEdits, type Edit } from '../edits.js'
import { styleTextEdits } from '../pages/style-texts.js'
import { type AddressUse, addressUses } from './address-flow.js'
import { parseProgram, type ScriptKind, valuesOfProgram } from './parse-program.js'

/** A text of a script as it is written there, without its quotes. */
interface Text {
  readonly node: AstNode
  readonly start: number
  readonly value: string
  /** Whether something that is not known comes after it: the first part of a template. */
  readonly open: boolean
  /** Whether it is put behind another text. */
  readonly behind: boolean
  /** Whether it is compared, or handed to a method of texts, such as `indexOf`. */
  readonly compared: boolean
  /** Whether it is the specifier of an import. */
  readonly specifier: boolean
}

/**
 * The texts of a script that are addresses and have to change. A text counts where it is used as an address, by what the
 * syntax tree says, or where it names a file of the game exactly; every other text stays as it is. So does a script that
 * does not parse; `check` reports it. A text that only looks like the beginning of an address is a doubt: an edit that changes
 * nothing.
 * @param page where addresses are resolved that a page uses: against the entry page, wherever the script stands
 * @param own where a module's imports are resolved: against the script itself
 */
export const scriptEdits = (
  script: string,
  kind: ScriptKind,
  page: Standing,
  own: Standing,
  addresses: Addresses,
): readonly Edit[] => {
  const program = parseProgram(script, kind)
  if (program === null) return []
  const texts = textsOf(program, script).filter(
    (text) => text.specifier || mayChange(text, page, own, addresses),
  )
  const edits: Edit[] = SET_IN_TEXT.test(script) ? [...styleTextEdits(program, script, page, addresses)] : []
  if (texts.length === 0) return edits
  const uses = texts.every(({ specifier }) => specifier)
    ? new Map<AstNode, AddressUse>()
    : addressUses(valuesOfProgram(program, kind))
  for (const text of texts) {
    const use = uses.get(text.node)
    const fixed = text.specifier
      ? addresses.fixImport(text.value, own)
      : use === undefined
        ? unproven(text, page, addresses)
        : proven(text, use, use.own ? own : page, addresses)
    const { start, value } = text
    edits.push(...addressEdits(value, start, fixed))
    const doubt = fixed === null && use === undefined ? doubtOf(text, page, addresses) : null
    if (doubt !== null)
      edits.push({
        start,
        end: start + value.length,
        text: value,
        change: { kind: 'doubt', from: value, to: doubt.url, why: doubt.why },
      })
  }
  return edits
}

const SET_IN_TEXT = /url\(|srcset/i

/** What a text would be if it were the beginning of an address: it has to look like one, with a folder that is there. */
const doubtOf = (text: Text, page: Standing, addresses: Addresses): NewAddress | null =>
  text.specifier || text.behind || text.compared || !/^\/[\w-]/.test(text.value)
    ? null
    : addresses.fixStart(text.value, page)

/** Whether a text would have to change if it were an address of any kind. */
const mayChange = (text: Text, page: Standing, own: Standing, addresses: Addresses): boolean =>
  [page, own].some(
    (from) =>
      (!text.open && addresses.fixKnown(text.value, from, { reach: 'page' }) !== null) ||
      addresses.fixStart(text.value, from) !== null,
  ) || addresses.fixEnd(text.value) !== null

const proven = (text: Text, use: AddressUse, from: Standing, addresses: Addresses): NewAddress | null => {
  const { value } = text
  if (use.part === 'rest') return addresses.fixEnd(value)
  if (!text.open) {
    // What an engine's loader gets is not always an address: a key, a folder. A file's name is one.
    const known =
      use.taker === 'engine'
        ? FILE_NAME.test(value) && value === value.trim()
          ? addresses.fixKnown(value, from)
          : null
        : addresses.fixKnown(value, from, {
            reach: use.taker === 'link' && use.part === 'whole' ? 'page' : 'file',
          })
    if (known !== null) return known
    // An engine takes a frame of an atlas by its name, too.
    if (use.taker === 'engine' && addresses.isLabel(value)) return null
    if (use.part === 'whole' && !value.endsWith('/')) return addresses.fixEnd(value)
  }
  // A single slash means many things; where the browser is handed it, it is the root of the site.
  if (value === '/' && (use.taker === 'engine' || use.part === 'whole' || !use.direct)) return null
  return addresses.fixStart(value, from, use.follows)
}

const FILE_NAME = /[^/]\.[A-Za-z0-9]+(?:[?#]|$)/

const unproven = (text: Text, from: Standing, addresses: Addresses): NewAddress | null => {
  if (text.open) return null
  // After another text, a slash is not the root; and a text that is compared is not an address.
  const exact =
    text.behind || (text.compared && text.value.startsWith('/')) ? null : addresses.fixExact(text.value, from)
  return exact ?? (addresses.isLabel(text.value) ? null : addresses.fixEnd(text.value))
}

/** Every text of a script that stands there as it is read: what is written with escapes stays. */
const textsOf = (program: AstNode, script: string): readonly Text[] => {
  const texts: Text[] = []
  walk(program, (node, ancestors) => {
    const parent = ancestors.at(-1)
    if (node.type === 'Literal' && typeof node['value'] === 'string') {
      const value = node['value']
      if (value.length > MAX_TEXT || script.slice(node.start + 1, node.end - 1) !== value) return
      const specifier = parent !== undefined && IMPORTING.has(parent.type) && parent['source'] === node
      if (!specifier && (parent?.['directive'] !== undefined || !MARK.test(value))) return
      texts.push({ node, value, start: node.start + 1, open: false, specifier, ...placeIn(node, ancestors) })
      return
    }
    // A tag reads its template's text in a way of its own.
    if (node.type !== 'TemplateLiteral' || parent?.type === 'TaggedTemplateExpression') return
    const parts = nodesOf(node['quasis'])
    const [first] = parts
    const value = first === undefined ? '' : script.slice(first.start, first.end)
    if (first === undefined || value.length > MAX_TEXT || !MARK.test(value) || value.includes('\\')) return
    const specifier = parent?.type === 'ImportExpression' && parts.length === 1
    const { start } = first
    texts.push({ node, value, start, open: parts.length > 1, specifier, ...placeIn(node, ancestors) })
  })
  return texts
}

const MAX_TEXT = 500
/** An address that changes has one of these. */
const MARK = /[./]/

const placeIn = (node: AstNode, ancestors: readonly AstNode[]): Pick<Text, 'behind' | 'compared'> => {
  let behind = false
  let inner = node
  for (let at = ancestors.length - 1; at >= 0; at--) {
    const outer = ancestors[at]
    if (outer?.type === 'BinaryExpression' && outer['operator'] === '+') {
      if (outer['right'] === inner) behind = true
    } else if (outer?.type !== 'ParenthesizedExpression') break
    inner = outer
  }
  const parent = ancestors.at(-1)
  const callee = parent?.type === 'CallExpression' ? asNode(parent['callee']) : null
  const isHanded =
    callee?.type === 'MemberExpression' && callee !== node && COMPARING.has(memberName(callee) ?? '')
  const isCompared =
    (parent?.type === 'BinaryExpression' && parent['operator'] !== '+') ||
    (parent?.type === 'SwitchCase' && parent['test'] === node)
  return { behind, compared: isHanded || isCompared }
}

const COMPARING: ReadonlySet<string> = new Set([
  'concat',
  'endsWith',
  'includes',
  'indexOf',
  'join',
  'lastIndexOf',
  'match',
  'replace',
  'replaceAll',
  'split',
  'startsWith',
])

const IMPORTING: ReadonlySet<string> = new Set([
  'ImportDeclaration',
  'ImportExpression',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
])
