import { callOf, nameOfCallee, nameOfChain, namesOf, unwrap } from './chains.js'
import { callsOn } from './fields.js'
import { guardsFrom, isAskedFor } from './guards.js'
import { rootOf } from './listeners.js'
import { type AstNode, asNode, isFunction, memberName, nodesOf } from './node.js'
import { OF_FIELDS } from './results.js'
import type { Variable } from './scopes.js'
import { parentsIn } from './sources.js'
import { isTried } from './tried-before.js'
import type { Evaluator, Value } from './value.js'
import { walk } from './walk.js'

/** Whether a variable holds one after the other of a list. */
export const isOfList = (variable: Variable | null, { calls }: Evaluator): boolean => {
  const sources = variable === null ? [] : calls.sources(variable)
  return sources.length > 0 && sources.every(({ fields }) => fields.includes('*'))
}

/** Whether a call calls all that one list or table has, one after the other, up to an error: `for (const step of [init, load]) step()`. */
export const isForEach = (call: AstNode, of: Evaluator): boolean => {
  const { callee } = callOf(call)
  if (callee?.type === 'CallExpression') return isTakenInTurn(callee, of) && !isTried(call, of)
  const turn = callee === null ? null : turnOf(callee, call, of)
  if (turn === null || !isInOrder(turn.list, of) || isTried(call, of)) return false
  const spared = new Set<AstNode>()
  const isAbout = (node: AstNode): boolean => {
    const question = node.type === 'CallExpression' ? fieldAskedFor(node) : null
    if (question !== null && isKeyOf(question, of))
      for (const one of nodesOf(node['arguments'])) spared.add(one)
    if (node === turn.test) walk(node, (one) => spared.add(one))
    const named = node.type === 'Identifier' && !spared.has(node) ? of.model.variableOf(node) : null
    return named !== null && turn.isAbout(named)
  }
  return !isAskedFor(call, of.model.guards, isAbout)
}

/** What a loop goes through, with the variables that say where it is. */
interface Turn {
  readonly list: AstNode
  /** What ends the loop. */
  readonly test: AstNode | null
  readonly isAbout: (variable: Variable) => boolean
}

/** What a loop around a call goes through, of which it calls one: `step()`, `part.run()`, `table[name].run()`, `parts[i].run()`. */
const turnOf = (callee: AstNode, call: AstNode, of: Evaluator): Turn | null => {
  const element = elementIn(callee)
  const list = element === null ? null : listByIndex(element, of)
  if (list !== null) return list
  const key = element === null ? null : unwrap(element['property'])
  const root = key?.type === 'Identifier' ? key : rootOf(callee)
  const variable = root.type === 'Identifier' ? of.model.variableOf(root) : null
  // What a timer calls for each is called later.
  const isInPlace = variable?.writes.every(({ within }) => within === of.model.functionAt(call.start).node)
  if (variable === null || isInPlace !== true) return null
  const [source, ...more] = of.calls.sources(variable)
  if (source === undefined || more.length > 0) return null
  // Also the name that comes with a value: `for (const [name, step] of Object.entries(steps))`.
  const isAbout = (other: Variable): boolean =>
    of.calls.sources(other).some(({ node }) => node === source.node)
  if (source.fields[0] === '*') return { list: source.node, test: null, isAbout }
  const own = unwrap(source.node)
  const turn = source.fields.length === 0 && own !== null ? listByIndex(own, of) : null
  return turn && { ...turn, isAbout: (other) => other === variable || turn.isAbout(other) }
}

/** The element of a list in a chain: `parts[i]` of `parts[i].view.run`. */
const elementIn = (chain: AstNode): AstNode | null => {
  let node: AstNode | null = chain
  while (node?.type === 'MemberExpression' && node['computed'] !== true) node = unwrap(node['object'])
  return node?.type === 'MemberExpression' ? node : null
}

/** What a loop goes through by an index: `for (let i = 0; i < parts.length; i++) parts[i]`. */
const listByIndex = (element: AstNode, of: Evaluator): Turn | null => {
  const key = element['computed'] === true ? unwrap(element['property']) : null
  const index = key?.type === 'Identifier' ? of.model.variableOf(key) : null
  const list = unwrap(element['object'])
  const names = list === null ? null : namesOf(list)?.join('.')
  const parents = parentsIn(of)
  let loop = parents.get(element)
  while (loop !== undefined && loop.type !== 'ForStatement' && !isFunction(loop)) loop = parents.get(loop)
  if (index === null || list === null || names == null || loop?.type !== 'ForStatement') return null
  const update = asNode(loop['update'])
  const counted = update?.type === 'UpdateExpression' ? unwrap(update['argument']) : null
  const isCounted =
    counted?.type === 'Identifier' && update?.['operator'] === '++' && of.model.variableOf(counted) === index
  const isToEnd = [loop['init'], loop['test']].some((part) => asksForLength(part, names))
  return isCounted && isToEnd
    ? { list, test: asNode(loop['test']), isAbout: (other) => other === index }
    : null
}

/** Whether a part of a loop asks for the length of a list. */
const asksForLength = (part: unknown, list: string): boolean => {
  let isAsked = false
  const node = asNode(part)
  if (node !== null)
    walk(node, (one) => {
      isAsked ||= one.type === 'MemberExpression' && namesOf(one)?.join('.') === `${list}.length`
    })
  return isAsked
}

/** A question whether a table has a field of a name. */
interface FieldQuestion {
  readonly table: AstNode | null
  readonly key: AstNode | null
}

/** The table and the name of `table.hasOwnProperty(name)`, also of the same with `call`, and of `Object.hasOwn(table, name)`. */
export const fieldAskedFor = (call: AstNode): FieldQuestion | null => {
  const callee = unwrap(call['callee'])
  const object = callee?.type === 'MemberExpression' ? unwrap(callee['object']) : null
  if (callee === null || object === null) return null
  const [first = null, second = null] = nodesOf(call['arguments'])
  const name = memberName(callee)
  if (name === 'hasOwnProperty') return { table: object, key: first }
  const isCalled =
    name === 'call' && object.type === 'MemberExpression' && memberName(object) === 'hasOwnProperty'
  return isCalled || namesOf(callee)?.join('.') === 'Object.hasOwn' ? { table: first, key: second } : null
}

/** Whether a variable is one name after the other of a table's fields: `for (name in table)`. */
export const isKeyOf = ({ table, key }: FieldQuestion, of: Evaluator): boolean => {
  const variable = key?.type === 'Identifier' ? of.model.variableOf(key) : null
  const [source, ...more] = variable === null ? [] : of.calls.sources(variable)
  const call = more.length === 0 && source?.fields.join('.') === '*' ? source.node : null
  const isKeys = of.path(call?.['callee'])?.join('.') === 'Object.keys'
  const [object] = nodesOf(call?.['arguments'])
  const names = table === null || object === undefined || !isKeys ? null : namesOf(table)
  return names !== null && object !== undefined && names.join('.') === namesOf(object)?.join('.')
}

/** Whether an expression is a list as it is written or filled, in that order, and not what is chosen from one. */
const isInOrder = (list: AstNode, of: Evaluator, depth = 0): boolean => {
  const node = unwrap(list)
  if (node === null || depth > MAX_VARIABLES) return false
  if (node.type === 'ArrayExpression') return true
  if (node.type === 'CallExpression' && OF_FIELDS.has(of.path(node['callee'])?.join('.') ?? '')) return true
  // `listeners.get(name) ?? []`
  if (node.type === 'LogicalExpression') {
    const isNone = nodesOf(unwrap(node['right'])?.['elements']).length === 0
    return isNone && isInOrder(asNode(node['left']) ?? node, of, depth + 1)
  }
  if (node.type === 'CallExpression' && !OF_MAPS.has(nameOfCallee(node))) return false
  const variable = node.type === 'Identifier' ? of.model.variableOf(node) : null
  const [source, ...more] = variable === null ? [] : of.calls.sources(variable)
  if (source?.fields.length === 0 && more.length === 0 && unwrap(source.node)?.type !== 'ArrayExpression')
    return isInOrder(source.node, of, depth + 1)
  const [made, ...others] = of.of(node).filter(({ kind }) => kind !== 'unknown' && kind !== 'exact')
  const isCollection = made?.kind === 'array' || (made?.kind === 'made' && FILLING.has(made.path))
  return isCollection && others.length === 0 && isFilledInOrder(made)
}

/** What gives the elements of a `Map`, or a list in one, as they are. */
const OF_MAPS: ReadonlySet<string> = new Set(['get', 'values', 'entries'])

/** What puts elements into what is made by a class. */
const FILLING: ReadonlyMap<string, string> = new Map([
  ['Map', 'set'],
  ['Set', 'add'],
])

/** Whether a list, a Set or a Map gets its elements only at its end, and all at one level of a function, or of other scripts. */
const isFilledInOrder = (list: Extract<Value, { kind: 'array' | 'made' }>): boolean => {
  const { of } = list
  if (DISORDERING.some((method) => callsOn(list, method).length > 0)) return false
  const filling = callsOn(list, list.kind === 'array' ? 'push' : (FILLING.get(list.path) ?? ''))
  const [only, ...more] = filling
  if (only === undefined) return true
  // `add(part) { this.parts.push(part) }`
  const adder = of.model.functionAt(only.start)
  const added = nodesOf(only['arguments']).at(-1)
  const variable = added?.type === 'Identifier' ? of.model.variableOf(added) : null
  const isAdder = more.length === 0 && variable?.writes[0]?.way === 'parameter'
  const own = isAdder ? of.calls.of(adder).filter((call) => call !== only) : filling
  const others = of.outside
    .scripts()
    .filter((from) => isAdder && from !== of && from.calls.toFunction(adder, of).length > 0)
  if (own.length === 0)
    return others.every((from) => from.calls.toFunction(adder, of).every(({ start }) => isAtTop(start, from)))
  return others.length === 0 && own.every(({ start }) => isBeside(start, own[0]?.start ?? start, of))
}

const isAtTop = (start: number, { model }: Evaluator): boolean =>
  model.functionAt(start) === model.main && model.guards.at(start) === null

/** Whether two places are in the same function and under the same conditions. */
const isBeside = (start: number, other: number, { model }: Evaluator): boolean =>
  model.functionAt(start) === model.functionAt(other) && model.guards.at(start) === model.guards.at(other)

const DISORDERING = ['unshift', 'splice', 'sort', 'reverse', 'pop', 'shift'] as const

const MAX_VARIABLES = 3

/** Whether a call takes all that a list has, one after the other: `while (tasks.length > 0) tasks.shift()()`. */
export const isTakenInTurn = (call: AstNode, of: Evaluator): boolean => {
  const callee = unwrap(call['callee'])
  const list = callee === null ? '' : nameOfChain(unwrap(callee['object']))
  if (list === '' || !/^(?:shift|pop)$/.test(memberName(callee ?? call) ?? '')) return false
  return [...guardsFrom(of.model.guards.at(call.start))].some(({ test, choice }) => {
    let isAsked = false
    if (choice !== null && isLoop(choice))
      walk(test, (node) => {
        const isLength = node.type === 'MemberExpression' && memberName(node) === 'length'
        isAsked ||= isLength && nameOfChain(unwrap(node['object'])) === list
      })
    return isAsked
  })
}

/** Whether a loop of its function is around a place. */
export const isInLoop = (place: AstNode, of: Evaluator): boolean => {
  const parents = parentsIn(of)
  let around = parents.get(place)
  while (around !== undefined && !isFunction(around) && !isLoop(around)) around = parents.get(around)
  return around !== undefined && isLoop(around)
}

/** Whether a node is a loop. */
export const isLoop = ({ type }: AstNode): boolean => /^(?:For|While|Do)/.test(type)
