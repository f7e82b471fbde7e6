import { leadsOut } from '../text/url.js'
import { namesOf, unwrap } from './chains.js'
import { type AstNode, asNode, fieldOf, isFunction, nodesOf, startOfString, stringOf } from './node.js'
import type { ParsedScript } from './read.js'
import { variableKey, variableUses } from './variable-uses.js'

/**
 * How the URLs in a value start, as far as the script says it: by a text, by a variable or a field that never is
 * anything else, by one of two values that it chooses from, or by what the calls of a function give its parameter.
 */
export const startsOfUrl = (value: AstNode | undefined, script: ParsedScript): readonly string[] =>
  new UrlReader(script).startsOf(value, 0, false).map(({ text }) => text)

interface Start {
  readonly text: string
  /** Whether the value is this text, with nothing behind it. */
  readonly isWhole: boolean
}

/** Reads one value: it may lead to many others. */
class UrlReader {
  readonly #script: ParsedScript
  #read = 0

  constructor(script: ParsedScript) {
    this.#script = script
  }

  /** @param isArgument whether the value is given to a function: each could be called by hundreds of others */
  startsOf(value: AstNode | undefined, depth: number, isArgument: boolean): readonly Start[] {
    const node = unwrap(value)
    this.#read++
    if (node === null || depth >= MAX_STEPS || this.#read > MAX_READ) return []
    const text = stringOf(node)
    if (text !== null) return [{ text, isWhole: true }]
    const of = (part: unknown): readonly Start[] =>
      this.startsOf(asNode(part) ?? undefined, depth, isArgument)
    switch (node.type) {
      case 'BinaryExpression':
        return node['operator'] === '+' ? sumOf(summandsOf(node), of) : []
      case 'TemplateLiteral':
        return sumOf(partsOf(node), of)
      case 'ConditionalExpression':
        return [...of(node['consequent']), ...of(node['alternate'])]
      case 'LogicalExpression':
        return chosen(String(node['operator']), of(node['left']), () => of(node['right']))
      case 'NewExpression':
        return isUrlObject(node) ? this.#startsOfUrlObject(node, depth, isArgument) : []
      case 'Identifier':
        return this.#startsOfVariable(node, depth, isArgument)
      default: {
        const held = valueOfField(node, this.#script)
        return held === null ? [] : this.startsOf(held, depth + 1, isArgument)
      }
    }
  }

  #startsOfVariable(node: AstNode, depth: number, isArgument: boolean): readonly Start[] {
    const value = valueOfVariable(node, this.#script)
    if (value !== null) return this.startsOf(value, depth + 1, isArgument)
    if (isArgument) return []
    // From one function to its calls, and no further. There may be calls that nobody sees.
    return valuesOfParameter(node, this.#script)
      .flatMap((one) => this.startsOf(one, depth + 1, true))
      .map(({ text }) => ({ text, isWhole: false }))
  }

  /** Of `new URL("a", base)`: what does not lead to another host itself does so from a base there. */
  #startsOfUrlObject(made: AstNode, depth: number, isArgument: boolean): readonly Start[] {
    const [path, base] = nodesOf(made['arguments'])
    const of = (value: AstNode | undefined): readonly Start[] =>
      this.startsOf(value, depth + 1, isArgument).map(({ text }) => ({ text, isWhole: false }))
    const starts = of(path)
    if (base === undefined || starts.some(({ text }) => leadsOut(text))) return starts
    return [...of(base).filter(({ text }) => leadsOut(text)), ...starts]
  }
}

/** One variable of another: longer chains do not occur. */
const MAX_STEPS = 6

/** So many values are read for one; a hostile script chooses from more. */
const MAX_READ = 200

/** The starts of a text that is put together: only so much of it is read as says where it leads. */
const sumOf = (parts: readonly AstNode[], of: (part: AstNode) => readonly Start[]): readonly Start[] => {
  let starts: readonly Start[] = [{ text: '', isWhole: true }]
  for (const part of parts) {
    if (!starts.some(maySayMore)) return starts.map(({ text }) => ({ text, isWhole: false }))
    const next = of(part)
    starts = starts.slice(0, MAX_STARTS).flatMap((start): readonly Start[] => {
      if (maySayMore(start) && next.length > 0)
        return next.map(({ text, isWhole }) => ({ text: start.text + text, isWhole }))
      return start.text === '' ? [] : [{ text: start.text, isWhole: false }]
    })
  }
  return starts
}

const MAX_STARTS = 20

/** Whether a start may yet become that of a scheme: `ht` in `"ht" + "tps://a"`. */
const maySayMore = ({ text, isWhole }: Start): boolean => isWhole && /^\s*[a-z]{0,10}$/i.test(text)

/** What `a || b`, `a ?? b` and `a && b` may be. */
const chosen = (
  operator: string,
  left: readonly Start[],
  right: () => readonly Start[],
): readonly Start[] => {
  if (operator === '&&') return right()
  const [first, ...more] = left
  // What is always a text is never replaced by the other.
  const isCertain = more.length === 0 && first?.isWhole === true && (operator === '??' || first.text !== '')
  return isCertain ? left : [...left, ...right()]
}

/** `a`, `b` and `c` of `a + b + c`, which the parser nests to the left. */
const summandsOf = (sum: AstNode): readonly AstNode[] => {
  const parts: AstNode[] = []
  let node: AstNode | null = sum
  while (node?.type === 'BinaryExpression' && node['operator'] === '+') {
    const right = asNode(node['right'])
    if (right !== null) parts.push(right)
    node = asNode(node['left'])
  }
  if (node !== null) parts.push(node)
  return parts.reverse()
}

/** The texts and the values of a template, in the order of the text. */
const partsOf = (template: AstNode): readonly AstNode[] => {
  const values = nodesOf(template['expressions'])
  return nodesOf(template['quasis']).flatMap((quasi, index) => {
    const text: AstNode = { ...quasi, type: 'TemplateLiteral', quasis: [quasi] }
    const value = values[index]
    return value === undefined ? [text] : [text, value]
  })
}

const isUrlObject = (node: AstNode): boolean => asNode(node['callee'])?.['name'] === 'URL'

/** What a variable is declared with, where it is never set again. */
const valueOfVariable = (variable: AstNode, script: ParsedScript): AstNode | null => {
  const name = String(variable['name'])
  const value = script.initialValueOf(name, variable.start)
  return value === null || isSetAgain(variable, script) ? null : value
}

const isSetAgain = ({ name, start }: AstNode, script: ParsedScript): boolean =>
  variableUses(String(name), script).setAgain.has(variableKey(String(name), start, script))

/** What `CONFIG.api.url` is, where the script only reads fields of `CONFIG`, or has frozen it. */
const valueOfField = (chain: AstNode, script: ParsedScript): AstNode | null => {
  const [root = '', ...fields] = chain.type === 'MemberExpression' ? (namesOf(chain) ?? []) : []
  if (root === '' || fields.length === 0) return null
  const declared = script.initialValueOf(root, chain.start)
  const frozen = declared === null ? null : frozenBy(declared)
  const key = variableKey(root, chain.start, script)
  const { setAgain, sent, changed } = variableUses(root, script)
  if (setAgain.has(key) || (frozen === null && (sent.has(key) || changed.has(key)))) return null
  let value = frozen ?? declared
  for (const field of fields) {
    const held: AstNode | null | undefined = value === null ? null : fieldOf(value, field)
    value = held ?? null
    if (value !== null) value = frozenBy(value) ?? value
  }
  return value
}

const frozenBy = (value: AstNode): AstNode | null => {
  const callee = value.type === 'CallExpression' ? asNode(value['callee']) : null
  if (callee === null || namesOf(callee)?.join('.') !== 'Object.freeze') return null
  return nodesOf(value['arguments'])[0] ?? null
}

/** What a function's own script gives one of its parameters; nothing where the function sets it itself. */
const valuesOfParameter = (parameter: AstNode, script: ParsedScript): readonly AstNode[] => {
  const name = String(parameter['name'])
  const start = script.bindingOf(name, parameter.start)
  if (start === -1 || isSetAgain(parameter, script)) return []
  const called = callsIn(script).get(start)
  if (called === undefined) return []
  const at = nodesOf(called.parameters).findIndex((one) => one['name'] === name)
  return at === -1 ? [] : called.calls.flatMap((values) => values[at] ?? [])
}

interface Called {
  readonly parameters: unknown
  readonly calls: (readonly AstNode[])[]
}

/** The arguments of the calls of each function that has a name, by where the function starts. */
const callsIn = (script: ParsedScript): ReadonlyMap<number, Called> => {
  const known = CALLS.get(script)
  if (known !== undefined) return known
  const found = new Map<number, Called>()
  for (const { names, kind, values, offset } of script.uses) {
    const [name = '', ...more] = names
    // Only texts are of interest, and nearly no call has one.
    if (kind !== 'call' || more.length > 0 || !values.some(mayBeText)) continue
    const made = script.initialValueOf(name, offset)
    if (made === null || !isFunction(made)) continue
    const called = found.get(made.start) ?? { parameters: made['params'], calls: [] }
    if (called.calls.length < MAX_CALLS) called.calls.push(values)
    found.set(made.start, called)
  }
  CALLS.set(script, found)
  return found
}

/** Whether an argument may be a text, as far as its form says. */
const mayBeText = (value: AstNode): boolean =>
  value.type === 'LogicalExpression' ||
  value.type === 'ConditionalExpression' ||
  startOfString(value) !== null

/** Of one function; what its first calls do not show, nobody wrote by hand. */
const MAX_CALLS = 100

const CALLS = new WeakMap<ParsedScript, ReadonlyMap<number, Called>>()

/** Whether a value is `URL.createObjectURL(…)`, or a variable that always holds it. */
export const isObjectUrl = (value: AstNode | undefined, script: ParsedScript): boolean => {
  const node = value?.type === 'Identifier' ? valueOfVariable(value, script) : value
  const callee = node?.type === 'CallExpression' ? asNode(node['callee']) : null
  return callee !== null && namesOf(callee)?.slice(-2).join('.') === 'URL.createObjectURL'
}

/** The text of an argument's field: `same-origin` of `{ mode: "same-origin" }`. */
export const textOfField = (value: AstNode | undefined, field: string): string | null =>
  stringOf(fieldOf(value, field) ?? undefined)
