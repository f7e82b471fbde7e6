import type { AstNode } from '../../check/facts/script/node.js'
import { asNode, memberName, nodesOf, propertyName } from '../../check/facts/script/node.js'
import type { ScriptValues } from '../../check/facts/script/values.js'
import { walk } from '../../check/facts/script/walk.js'
import { type Sink, sinksOf, type Taker } from './address-sinks.js'

/** How a text of a script is used as an address, as far as that is certain. */
export interface AddressUse {
  readonly taker: Taker
  readonly own: boolean
  /** The whole address, its beginning, or what is put behind a beginning. */
  readonly part: Part
  /** What is put behind a beginning, where that is a text; else null. */
  readonly follows: string | null
  /** Whether it stands where the address is used, and came there through nothing. */
  readonly direct: boolean
}

type Part = 'whole' | 'start' | 'rest'

/**
 * The texts of a script, string literals and templates, that are used as addresses: handed to what loads, by themselves
 * or through variables, lists, fields, and parameters of the script's own functions.
 */
export const addressUses = (values: ScriptValues): ReadonlyMap<AstNode, AddressUse> => {
  const flow = new Flow(values)
  walk(values.model.program, (node) => {
    for (const sink of sinksOf(node, values)) flow.follow(sink)
  })
  return flow.uses
}

class Flow {
  readonly uses = new Map<AstNode, AddressUse>()
  readonly #values: ScriptValues
  readonly #seen = new Map<AstNode, Set<string>>()
  #steps = 0

  constructor(values: ScriptValues) {
    this.#values = values
  }

  /** Finds the texts that reach a place where an address is used. */
  follow({ expression, taker, own }: Sink): void {
    this.#trace(expression, [], { taker, own, part: 'whole', follows: null, direct: true })
  }

  /** @param path the fields that lead from the value of the expression to the address; `*` is any */
  #trace(node: AstNode | null, path: readonly string[], use: AddressUse): void {
    if (node === null || path.length > MAX_PATH || this.#steps++ > MAX_STEPS) return
    const key = `${use.part} ${use.taker} ${path.join('.')}`
    const seen = this.#seen.get(node) ?? new Set()
    if (seen.has(key)) return
    this.#seen.set(node, seen.add(key))
    switch (node.type) {
      case 'Literal':
      case 'TemplateLiteral':
        if (path.length === 0) this.#record(node, use)
        return
      case 'BinaryExpression':
        if (path.length > 0 || node['operator'] !== '+') return
        this.#trace(asNode(node['left']), [], {
          ...use,
          part: use.part === 'rest' ? 'rest' : 'start',
          follows: startOf(asNode(node['right'])),
        })
        this.#trace(asNode(node['right']), [], { ...use, part: 'rest', follows: null })
        return
      case 'ConditionalExpression':
        this.#trace(asNode(node['consequent']), path, use)
        this.#trace(asNode(node['alternate']), path, use)
        return
      case 'LogicalExpression':
        this.#trace(asNode(node['left']), path, use)
        this.#trace(asNode(node['right']), path, use)
        return
      case 'AssignmentExpression':
        if (node['operator'] === '=') this.#trace(asNode(node['right']), path, use)
        return
      case 'ParenthesizedExpression':
      case 'ChainExpression':
        this.#trace(asNode(node['expression']), path, use)
        return
      case 'AwaitExpression':
        this.#trace(asNode(node['argument']), path, use)
        return
      case 'SequenceExpression':
        this.#trace(asNode(nodesOf(node['expressions']).at(-1)), path, use)
        return
      case 'ArrayExpression':
        // A list of addresses is loaded one by one.
        for (const element of nodesOf(node['elements'])) this.#trace(element, path.slice(1), use)
        return
      case 'ObjectExpression':
        this.#traceFields(node, path, use)
        return
      case 'MemberExpression':
        this.#trace(asNode(node['object']), [memberName(node) ?? '*', ...path], use)
        return
      case 'Identifier':
        this.#traceVariable(node, path, use)
        return
      case 'CallExpression':
        this.#traceCall(node, path, use)
    }
  }

  #record(node: AstNode, use: AddressUse): void {
    const parts = node.type === 'TemplateLiteral' ? nodesOf(node['quasis']) : []
    const holes = node.type === 'TemplateLiteral' ? nodesOf(node['expressions']) : []
    const isOpen = holes.length > 0
    const part = isOpen && use.part === 'whole' ? 'start' : use.part
    const known = this.uses.get(node)
    // The browser is the more certain taker; a text that is used in two ways is what both allow.
    if (known === undefined || known.part === part)
      this.uses.set(node, known !== undefined && known.taker !== 'engine' ? known : { ...use, part })
    else if (known.part !== 'rest' && part === 'rest') this.uses.set(node, { ...use, part })
    const [first] = parts
    if (isOpen && first !== undefined && first.start === first.end)
      this.#trace(holes[0] ?? null, [], { ...use, part, follows: null })
  }

  #traceFields(node: AstNode, path: readonly string[], use: AddressUse): void {
    const [field, ...rest] = path
    if (field === undefined) return
    for (const property of nodesOf(node['properties']))
      if (property.type === 'Property' && (field === '*' || propertyName(property) === field))
        this.#trace(asNode(property['value']), rest, use)
  }

  #traceVariable(node: AstNode, path: readonly string[], used: AddressUse): void {
    const use = { ...used, direct: false }
    const variable = this.#values.model.variableOf(node)
    for (const { node: value, fields } of variable === null ? [] : this.#values.calls.sources(variable))
      this.#trace(value, [...fields, ...path], use)
  }

  /** `address.replace(…)`, `encodeURI(address)`, `Object.values(addresses)`. */
  #traceCall(node: AstNode, path: readonly string[], use: AddressUse): void {
    const callee = asNode(node['callee'])
    const [first] = nodesOf(node['arguments'])
    const global = this.#values.path(callee)?.join('.') ?? ''
    if (SAME_TEXT.has(global)) this.#trace(first ?? null, path, use)
    if (callee?.type !== 'MemberExpression') return
    if (TEXT_METHODS.has(memberName(callee) ?? '') && path.length === 0)
      this.#trace(asNode(callee['object']), [], { ...use, part: use.part === 'rest' ? 'rest' : 'start' })
    else if (LIST_METHODS.has(memberName(callee) ?? '')) this.#trace(asNode(callee['object']), path, use)
  }
}

// A library's own code would be followed for ever; what a game loads is a few steps away.
const MAX_STEPS = 200_000
const MAX_PATH = 6

const SAME_TEXT: ReadonlySet<string> = new Set(['decodeURI', 'encodeURI', 'Object.values', 'String'])
const TEXT_METHODS: ReadonlySet<string> = new Set(['replace', 'replaceAll', 'concat', 'trim', 'toString'])
const LIST_METHODS: ReadonlySet<string> = new Set(['slice', 'concat', 'filter', 'reverse', 'pop', 'shift'])

/** How a text begins that is put behind another; null where that is not known. */
const startOf = (node: AstNode | null): string | null =>
  node?.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : null
