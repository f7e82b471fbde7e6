import { unwrap } from './chains.js'
import { type AstNode, asNode, memberName, nodesOf, propertyName } from './node.js'
import type { Write } from './scopes.js'
import { growing, type ScriptFunctions } from './script-functions.js'
import type { Context, FieldWrite, Handler } from './script-parts.js'
import type { UseNotes } from './use-notes.js'

/** What a script sets, noted while it is walked through: variables, fields, and globals. */
export class WriteNotes {
  /** The fields that are set anywhere, by their names; `*` where the name is computed. */
  readonly fields = new Map<string, FieldWrite[]>()
  /** What is set without being declared, or by `window.name = …`. */
  readonly globals = new Map<string, AstNode[]>()
  /** The fields of literals that a name gives their value, or a call. */
  readonly literalFields = new Map<string, AstNode[]>()
  readonly #functions: ScriptFunctions
  readonly #uses: UseNotes
  readonly #mayBeDeclared: (name: string) => boolean

  constructor(functions: ScriptFunctions, uses: UseNotes, mayBeDeclared: (name: string) => boolean) {
    this.#functions = functions
    this.#uses = uses
    this.#mayBeDeclared = mayBeDeclared
  }

  /** Notes what a field is given. */
  field(target: AstNode, value: AstNode | null, operator: string, context: Context): void {
    const object = unwrap(target['object'])
    if (object === null) return
    const { caught, region } = context
    const write: FieldWrite = { target, object, value, caught, operator, region }
    const name = memberName(target)
    this.#uses.noteWrite(name ?? '', value, [])
    const known = listIn(this.fields, name ?? '*')
    const last = known.at(-1)
    if (last !== undefined && name !== null && declares(last, write)) known.pop()
    known.push(write)
    if (name !== null) noteHandler(name, write, context)
    this.#functions.about(value, (fn) => {
      fn.target = target
      if (name !== null) fn.names.push(name)
    })
    const isWindow =
      object.type === 'Identifier' && /^(?:window|self|globalThis)$/.test(String(object['name']))
    if (isWindow && name !== null && value !== null) push(this.globals, name, value)
  }

  /** Notes what the names of a pattern are given. */
  pattern(pattern: unknown, value: AstNode | null, context: Context, more: Partial<Write>): void {
    const waiting: {
      readonly node: AstNode | null
      readonly value: AstNode | null
      readonly fields: readonly string[]
    }[] = [{ node: asNode(pattern), value, fields: more.fields ?? [] }]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { node, fields } = next
      if (node === null) continue
      if (node.type === 'Identifier') this.#writeVariable(node, next.value, context, { ...more, fields })
      else if (node.type === 'MemberExpression') this.field(node, null, '=', context)
      else if (node.type === 'AssignmentPattern') {
        const left = asNode(node['left'])
        waiting.push({ ...next, node: left })
        if (left?.type === 'Identifier')
          this.#writeVariable(left, asNode(node['right']), context, { declares: more.declares ?? null })
      } else if (node.type === 'RestElement')
        waiting.push({ node: asNode(node['argument']), value: null, fields: [] })
      else if (node.type === 'ArrayPattern' && Array.isArray(node['elements']))
        for (const [index, element] of node['elements'].entries())
          waiting.push({ node: asNode(element), value: next.value, fields: [...fields, String(index)] })
      else if (node.type === 'ObjectPattern')
        for (const property of nodesOf(node['properties'])) {
          const name = property.type === 'Property' ? propertyName(property) : null
          const isKnown = name !== null && fields.length < MAX_FIELDS
          const isDeclared =
            (more.way ?? 'is') === 'is' && more.declares !== undefined && more.fields === undefined
          if (isKnown && isDeclared && next.value !== null)
            this.#uses.addField(next.value, [...fields, name], property.start, context)
          waiting.push({
            node: asNode(property['value'] ?? property['argument']),
            value: isKnown ? next.value : null,
            fields: isKnown ? [...fields, name] : [],
          })
        }
    }
  }

  #writeVariable(name: AstNode, value: AstNode | null, context: Context, more: Partial<Write>): void {
    const text = String(name['name'])
    const variable = this.#mayBeDeclared(text) ? context.scope.find(text) : null
    if (variable !== null) variable.writes.push(writeOf(name, value, context, more))
    else if (value !== null && (more.way ?? 'is') === 'is') {
      push(this.globals, text, value)
      noteHandler(text, { target: name, value }, context)
    }
    this.#uses.noteWrite(text, value, more.fields ?? [])
    if (more.way !== 'parameter') this.#functions.about(value, (fn) => fn.names.push(text))
  }
}

/** Whether a write only declares the field that the next one sets in any case, as compilers begin a module: `exports.a = void 0`. */
const declares = ({ value, region, object }: FieldWrite, next: FieldWrite): boolean => {
  let set = value
  while (set?.type === 'AssignmentExpression') set = asNode(set['right'])
  const isVoid = set?.type === 'UnaryExpression' && set['operator'] === 'void'
  const isSame = object.type === 'Identifier' && object['name'] === next.object['name']
  return isVoid && isSame && region === next.region && next.operator === '='
}

/** Notes what handles an event: `a.onload = …`, and `onload = …` of the window. */
const noteHandler = (
  name: string,
  { target, value }: Pick<Handler, 'target' | 'value'>,
  { fn }: Context,
): void => {
  if (/^on[a-z]/.test(name)) growing(fn).handlers.push({ event: name.slice(2), target, value })
}

/** Deeper patterns are nobody's, and would take their square in memory. */
const MAX_FIELDS = 8

/** One place where a variable gets a value. */
export const writeOf = (
  name: AstNode,
  value: AstNode | null,
  { region, fn }: Context,
  more: Partial<Write>,
): Write => ({
  offset: name.start,
  value,
  fields: [],
  way: 'is',
  declares: null,
  index: -1,
  operator: '=',
  region,
  within: fn.node,
  ...more,
})

export const push = <K, T>(map: Map<K, T[]>, key: K, value: T): void => {
  listIn(map, key).push(value)
}

/** The list of a key, which is there from now on. */
export const listIn = <K, T>(lists: Map<K, T[]>, key: K): T[] => {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}
