import { nameOfCallee, namesOf, unwrap } from './chains.js'
import { elementsIn, isEmpty, isFilled, truthOfCount } from './counts-and-lists.js'
import { guardsFrom, isOfTry } from './guards.js'
import { fieldAskedFor, isKeyOf } from './in-turn.js'
import { type AstNode, asNode, memberName, nodesOf, onceEach, propertyName } from './node.js'
import { binary, chosen, pairs, partsOfTemplate, resultOfCall, SEARCHING, sum, unary } from './operators.js'
import type { Write } from './scopes.js'
import type { Guard, ScriptFunction } from './script-parts.js'
import { sourceOf } from './sources.js'
import { constantOf, truthOf, truthOfLogic, truthOfValues } from './truth.js'
import {
  type Evaluator,
  type Exact,
  exact,
  type FunctionValue,
  type Given,
  type Made,
  typed,
  typeOf,
  UNKNOWN_VALUE,
  UNKNOWN_VALUES,
  union,
  type Value,
  type Values,
} from './value.js'
import { isFieldSet } from './walk-calls.js'
import { isNothingYet, isUnder, writesAtLoad } from './writes-in-force.js'

/** The conditions without which an app starts nothing, with whether they hold where it does. */
export type Gates = ReadonlyMap<AstNode, boolean>

/** What is known of the runs of a script's functions. */
export interface Runs {
  /** Whether the function of the place is called again and again. */
  readonly isRepeated: boolean
  /** Whether a function runs while the app loads, or by itself. */
  readonly hasRun: (fn: ScriptFunction) => boolean
  /** Whether a place surely comes to run by itself. */
  readonly isSureAt: (offset: number, of: Evaluator) => boolean
  /** Whether only one call that runs enters a function, and nothing calls it again and again. */
  readonly isCalledOnce: (fn: ScriptFunction) => boolean
  /** What the calls that run give a function. */
  readonly entriesOf: (fn: AstNode) => readonly Given[]
  readonly gates: Gates
}

/** What is looked at to answer one question. */
interface Search {
  /** How many expressions may yet be looked at. */
  left: number
  /** Those that are being looked at. */
  readonly open: Set<AstNode>
  /** What was found, but for what depends on the place of the question. */
  readonly known: Map<AstNode, Values>
  /** The same where it may be early. */
  readonly early: Map<AstNode, Values>
  /** What the conditions around writes and answers come to. */
  readonly truths: Map<AstNode, boolean | null>
}

export const newSearch = (left = MAX_NODES): Search => ({
  left,
  open: new Set(),
  known: new Map(),
  early: new Map(),
  truths: new Map(),
})

/** A place of a function, and what is known of its runs. */
export interface AtLoad extends Runs {
  readonly of: Evaluator
  /** The condition that is looked at; null for none. What is set under it is not set yet. */
  readonly guard: Guard | null
  /** What is called there, which is a function: `onStart` in `if (onStart) onStart()`. */
  readonly callee: readonly string[] | null
  readonly search: Search
  /** Whether it may be before something is set that is set only under a condition, or by another function. */
  readonly isEarly?: true
}

/** Whether an expression counts as true while the app loads, by what has been set by then; null where that is not known. */
export const truthAtLoad = (expression: AstNode | null, at: AtLoad): boolean | null => {
  const node = unwrap(expression)
  if (node === null) return null
  const known = truthOf(node, at.of)
  if (known !== null) return known
  if (at.search.left-- <= 0) return null
  const logic = truthOfLogic(node, (part) => truthAtLoad(part, at))
  if (logic !== undefined) return logic
  const counted = at.guard?.choice == null && at.isEarly !== true ? truthOfCount(node, at) : undefined
  return counted === undefined ? truthOfValues(valuesAtLoad(node, at), at.of) : counted
}

/** What an expression may be while the app loads, by what has been set by then. */
export const valuesAtLoad = (expression: AstNode | null, at: AtLoad): Values => {
  const { of } = at
  const node = unwrap(expression)
  if (node === null) return UNKNOWN_VALUES
  const constant = constantOf(node, of)
  if (constant !== null) return [constant]
  const { open } = at.search
  const known = at.isEarly === true ? at.search.early : at.search.known
  const isAnywhere = at.guard === null && at.callee === null
  const found = isAnywhere ? known.get(node) : undefined
  if (found !== undefined) return found
  if (open.has(node) || open.size >= MAX_DEPTH || at.search.left-- <= 0) return UNKNOWN_VALUES
  open.add(node)
  const values = findAtLoad(node, at)
  open.delete(node)
  if (isAnywhere) known.set(node, values)
  return values
}

const findAtLoad = (node: AstNode, at: AtLoad): Values => {
  const { of } = at
  const names = at.callee === null ? null : namesOf(node)
  if (names?.every((name, index) => name === at.callee?.[index]))
    return isNothingYet(node, at)
      ? [of.of(node).find((one) => one.kind === 'exact' && one.value === null) ?? exact(undefined)]
      : [typed(names.length === at.callee?.length ? 'function' : 'object')]
  const part = (key: string): Values => valuesAtLoad(asNode(node[key]), at)
  switch (node.type) {
    case 'Identifier':
      return variableAtLoad(node, at)
    case 'MemberExpression': {
      const [key, ...more] = node['computed'] === true ? part('property') : []
      const isKnown = key?.kind === 'exact' && more.length === 0
      const name = memberName(node) ?? (isKnown ? String(key.value) : null)
      const objects = part('object')
      if (name === 'length' && objects.some(({ kind }) => kind === 'array'))
        return objects.map((one) => {
          if (one.kind !== 'array') return UNKNOWN_VALUE
          // What is put in comes one after the other.
          return exact(Math.max(one.elements.length, isFilled(node['object'], at) ? 1 : 0))
        })
      return name === null ? of.of(node) : fieldAtLoad(objects, name, node, at)
    }
    case 'UnaryExpression':
      return part('argument').map((value) => unary(String(node['operator']), value))
    case 'TemplateLiteral':
      return sum([
        [exact('')],
        ...partsOfTemplate(node).map((one) =>
          typeof one === 'string' ? [exact(one)] : valuesAtLoad(one, at),
        ),
      ])
    case 'BinaryExpression':
      if (node['operator'] === '+') return sum([part('left'), part('right')])
      return comparedAtLoad(node, part, at)
    case 'LogicalExpression':
      return chosen(String(node['operator']), part('left'), () => part('right'))
    case 'ConditionalExpression': {
      const truth = truthAtLoad(asNode(node['test']), at)
      return union([truth === false ? [] : part('consequent'), truth === true ? [] : part('alternate')])
    }
    case 'AwaitExpression':
      return part('argument')
    case 'AssignmentExpression':
      return node['operator'] === '=' ? part('right') : of.of(node)
    case 'CallExpression':
      return answerAtLoad(node, at)
    default:
      return of.of(node)
  }
}

/** The one function that an expression is while the app loads; null where there is none, or it may be something else. */
export const functionAtLoad = (expression: AstNode | null, at: AtLoad): FunctionValue | null => {
  const [only, ...more] = valuesAtLoad(expression, at)
  return only?.kind === 'function' && more.length === 0 ? only : null
}

/** What nobody knows compares with anything alike. */
const comparedAtLoad = (node: AstNode, part: (key: string) => Values, at: AtLoad): Values => {
  const isIn = node['operator'] === 'in'
  if (isIn && isWithoutField(asNode(node['right']), asNode(node['left']), at)) return [exact(false)]
  const left = part('left')
  const right = left.some(({ kind }) => kind === 'unknown') ? UNKNOWN_VALUES : part('right')
  return pairs(left, right, (a, b) => binary(String(node['operator']), a, b))
}

const variableAtLoad = (node: AstNode, at: AtLoad): Values => {
  const { of } = at
  const variable = of.model.variableOf(node)
  const imported = variable?.writes[0]?.way === 'import' ? sourceOf(node, of) : null
  if (imported !== null)
    return valuesAtLoad(imported.node, of === imported.of ? at : elsewhere(at, imported.of))
  if (variable === null || variable.writes.length > MAX_ENTRIES) return of.of(node)
  const possible = writesAtLoad(variable, node, at)
  if (possible.length === 0) return [exact(undefined)]
  const values = unionOf(writtenAtLoad(possible, variable.writes.length > 1, at))
  const isSet = possible.some(
    ({ way, declares, within, offset }) =>
      way === 'parameter' ||
      declares !== null ||
      (of.model.guards.at(offset) === null && of.model.functionAt(node.start).node === within),
  )
  return at.isEarly === true && !isSet ? union([values, [exact(undefined)]]) : values
}

/** What each of the writes of a variable that may be in force gives it. */
function* writtenAtLoad(possible: readonly Write[], hasDefault: boolean, at: AtLoad): Generator<Values> {
  const { of } = at
  for (const { way, value, fields, index, offset } of possible) {
    if (possible.length > 1 && isNeverCome(offset, of, at)) continue
    if (way === 'parameter') {
      const entries = value === null ? [] : at.entriesOf(value)
      if (entries.length === 0 || entries.length > MAX_ENTRIES) yield UNKNOWN_VALUES
      else for (const one of entries) yield* givenIn(one, index, fields, hasDefault, at)
      continue
    }
    const [first] = value?.type === 'CallExpression' ? nodesOf(value['arguments']) : []
    if (way !== 'is' || value === null) yield UNKNOWN_VALUES
    // `const [isOpen, open] = useState(true)`
    else if (first !== undefined && fields.join('.') === '0' && nameOfCallee(value) === 'useState')
      yield valuesAtLoad(first, at).map((one) => (one.kind === 'function' ? UNKNOWN_VALUE : one))
    else yield of.through(valuesAtLoad(value, at), fields)
  }
}

/** All that something may be: of what nobody knows, no more is looked for. */
const unionOf = (lists: Iterable<Values>): Values => {
  const found: Values[] = []
  for (const values of lists) {
    found.push(values)
    if (values.some(({ kind }) => kind === 'unknown')) break
  }
  return union(found)
}

/** Whether a condition around a place of a function surely does not hold while the app loads. */
const isNeverCome = (offset: number, of: Evaluator, at: AtLoad): boolean => {
  const { start } = of.model.functionAt(offset).node
  for (const guard of guardsFrom(of.model.guards.at(offset))) {
    if (guard.start < start) return false
    if (guard.choice !== null || isOfTry(guard) || guard === at.guard) continue
    const { truths } = at.search
    let truth = truths.get(guard.test)
    if (truth === undefined)
      truth = truthAtLoad(guard.test, { ...at, of, guard, callee: null, isEarly: true })
    truths.set(guard.test, truth)
    if (truth === !guard.holds) return true
  }
  return false
}

/** The same for a place of another script, or that calls the function: the condition is not there. */
const elsewhere = (at: AtLoad, of: Evaluator): AtLoad =>
  at.of === of && at.guard === null && at.callee === null ? at : { ...at, of, guard: null, callee: null }

/** What a call gives a parameter. Without it, that has its default, which is another write. */
const givenIn = (
  { values, of }: Given,
  index: number,
  fields: readonly string[],
  hasDefault: boolean,
  at: AtLoad,
): readonly Values[] => {
  const given = values[index]
  if (given !== undefined) return [of.through(valuesAtLoad(given, elsewhere(at, of)), fields)]
  return hasDefault ? [] : [fields.length === 0 ? [exact(undefined)] : UNKNOWN_VALUES]
}

/**
 * A field has what it is written with, or is given, if that is only once by what has run; one that an object does not have and
 * that nothing that runs sets is undefined.
 */
const fieldAtLoad = (objects: Values, name: string, member: AstNode, at: AtLoad): Values =>
  union(
    objects.map((one) => {
      if (one.kind !== 'object' && one.kind !== 'instance') return at.of.through([one], [name])
      const { node, of } = one
      const written = fieldsSet(one, name, at)
      const [only, ...more] = written
      const members = nodesOf(one.kind === 'object' ? node['properties'] : asNode(node['body'])?.['body'])
      const own = members.find((each) => propertyName(each) === name && each['static'] !== true)
      if (own === undefined && only === undefined) {
        // Of options and their defaults, some have it.
        if (objects.some((each) => each !== one && hasOwn(each, name))) return []
        // A field of a field may be set by a key that is computed.
        const object = unwrap(member['object'])
        const isSeen = object?.type === 'Identifier' || object === node
        const isWhole = one.kind === 'object' && (one.held === 'own' || one.held === 'frozen')
        if (isSeen && isWhole && arePlain(members)) return [exact(undefined)]
      }
      const isField = own?.['kind'] === 'init' || own?.type === 'PropertyDefinition'
      const set = only === undefined && isField ? { value: asNode(own['value']), of } : only
      const isSetLater = own === undefined && written.every(({ isGuarded }) => isGuarded)
      if (isSetByKey(one) || isAssigned(one, name))
        return union([at.of.through([one], [name]), UNKNOWN_VALUES])
      const isOnly =
        more.length === 0 && (own === undefined || only === undefined) && !(at.isEarly === true && isSetLater)
      return set?.value == null || !isOnly
        ? of.through([one], [name])
        : valuesAtLoad(set.value, set.of === at.of ? at : elsewhere(at, set.of))
    }),
  )

/** A place that sets a field, in UTF-16 units, with its script; the value is null where more than that decides it. */
interface FieldSet {
  readonly value: AstNode | null
  readonly of: Evaluator
  readonly start: number
  readonly isGuarded: boolean
}

/** What has run and sets a field of an object. */
const fieldsSet = (
  { node, of }: Extract<Value, { kind: 'object' | 'instance' }>,
  name: string,
  at: AtLoad,
): readonly FieldSet[] => {
  const set = [...new Set([at.of, of])].flatMap((from) =>
    (from.model.writes.fields.get(name) ?? []).flatMap(({ target, object, value, operator }) => {
      const { start } = target
      const isGuarded = from.model.guards.at(start) !== null
      return at.hasRun(from.model.functionAt(start)) &&
        (from !== at.of || !isUnder(start, at)) &&
        from.of(object).every((each) => !('node' in each) || each.node === node)
        ? [{ value: operator === '=' ? value : null, of: from, start, isGuarded }]
        : []
    }),
  )
  return set.length > 1 ? set.filter((one) => !isNeverCome(one.start, one.of, at)) : set
}

/** Whether all fields of a literal are written with their names. */
const arePlain = (members: readonly AstNode[]): boolean =>
  members.every((each) => each.type === 'Property' && propertyName(each) !== null)

const hasOwn = (value: Value, name: string): boolean =>
  value.kind === 'object' && nodesOf(value.node['properties']).some((one) => propertyName(one) === name)

/** What a call gives: of a function, and of what asks a table, a list, a Set or a Map for something. */
const answerAtLoad = (node: AstNode, at: AtLoad): Values => {
  const { of } = at
  const callee = unwrap(node['callee'])
  const object = callee?.type === 'MemberExpression' ? unwrap(callee['object']) : null
  const name = callee === null || object === null ? '' : (memberName(callee) ?? '')
  const answer = EMPTY_ANSWERS.get(name)
  if (OF_PAGE.has(name)) return [typed('object')]
  const question = fieldAskedFor(node)
  if (question !== null && isWithoutField(question.table, question.key, at)) return [exact(false)]
  if (question !== null && isKeyOf(question, of)) return [exact(true)]
  if (SEARCHING.has(name)) {
    const [first = null] = nodesOf(node['arguments'])
    const wanted = constantOf(first, of)
    const found = valuesAtLoad(object, at).map((one) => resultOfCall(name, one, wanted))
    if (found.length > 0 && !found.includes(null)) return found.flatMap((one) => one ?? [])
  }
  if (answer === undefined) {
    const known = of.of(node)
    const isUnknown = known.some(({ kind }) => kind === 'unknown')
    const [called, ...more] = isUnknown || known.length > 1 ? of.functions(callee) : []
    const returns = called?.of.model.functions.get(called.node)?.returns ?? []
    const isOnly = more.length === 0 && returns.length <= MAX_ENTRIES && called?.node['async'] !== true
    if (!isOnly || called === undefined || returns.length === 0) return known
    const given =
      returns.length === 1 ? returns : returns.filter((one) => !isNeverCome(one.start, called.of, at))
    const values = unionOf(given.map((one) => valuesAtLoad(one, elsewhere(at, called.of))))
    // `scriptFolder() { return this.folder }`: what calls give to a function is not told apart, which is enough for a text.
    const isGetter = isUnknown && returns.length === 1 && nodesOf(node['arguments']).length === 0
    return isGetter || values.every((one) => typeOf(one) === 'string') ? values : known
  }
  if (isWithoutElements(object, at)) return [answer]
  const wanted = constantOf(nodesOf(node['arguments'])[0] ?? null, of)
  const [list, ...more] = wanted === null || answer.value !== false ? [] : valuesAtLoad(object, at)
  const elements = list === undefined || more.length > 0 ? [] : elementsIn(list)
  const has = elements.some((one) => constantOf(one, of)?.value === wanted?.value)
  return has ? [exact(true)] : of.of(node)
}

/** Whether a table has none of the fields that are asked for. */
const isWithoutField = (table: AstNode | null, wanted: AstNode | null, at: AtLoad): boolean => {
  const values = valuesAtLoad(table, at)
  const names = valuesAtLoad(wanted, at).map((one) => (one.kind === 'exact' ? String(one.value) : null))
  return (
    values.length * names.length > 0 &&
    values.every(
      (one) =>
        one.kind === 'object' &&
        arePlain(nodesOf(one.node['properties'])) &&
        names.every((name) => name !== null && isNoneOf(one, name, at)) &&
        !isSetByKey(one),
    ) &&
    !isFilled(table, at)
  )
}

/** Whether a name is of no field of an object, nor of what every object has, which `in` finds. */
const isNoneOf = (object: Extract<Value, { kind: 'object' }>, name: string, at: AtLoad): boolean =>
  !(name in Object.prototype) && !hasOwn(object, name) && fieldsSet(object, name, at).length === 0

/** Whether `Object.assign` gives an object fields of a name, or may. */
const isAssigned = ({ node, of }: Made, name: string): boolean =>
  (assigned(of).get(node) ?? []).some(
    (source) =>
      source.type !== 'ObjectExpression' ||
      !arePlain(nodesOf(source['properties'])) ||
      nodesOf(source['properties']).some((one) => propertyName(one) === name),
  )

/** What `Object.assign` gives to which object. */
const assigned = onceEach((of: Evaluator): ReadonlyMap<AstNode, readonly AstNode[]> => {
  const found = new Map<AstNode, AstNode[]>()
  for (const call of of.model.callsByName.get('assign') ?? []) {
    const [target, ...sources] = nodesOf(call['arguments'])
    for (const one of of.of(target))
      if ('node' in one) found.set(one.node, [...(found.get(one.node) ?? []), ...sources])
  }
  return found
})

/** Whether a field of an object is set by a key that is computed, also where the object has another name. */
const isSetByKey = ({ node, of }: Made): boolean => setByKey(of).has(node)

const setByKey = onceEach(
  (of: Evaluator): ReadonlySet<AstNode> =>
    new Set(
      (of.model.writes.fields.get('*') ?? []).flatMap(({ object, target }) =>
        setsNamed(of.model.functionAt(target.start), of, 0)
          ? []
          : of.of(object).flatMap((one) => ('node' in one ? [one.node] : [])),
      ),
    ),
)

/** Whether a function sets only fields whose names its calls give, as the helpers of compilers do. */
const setsNamed = (fn: ScriptFunction, of: Evaluator, depth: number): boolean => {
  const calls = depth > MOST_HELPERS || fn === of.model.main ? [] : of.calls.of(fn)
  return (
    calls.length > 0 &&
    calls.every((call) => isFieldSet(call) || setsNamed(of.model.functionAt(call.start), of, depth + 1))
  )
}

const MOST_HELPERS = 2

/** Whether a list, a Set or a Map has nothing while the app loads. */
export const isWithoutElements = (collection: AstNode | null, at: AtLoad): boolean => {
  const callee = unwrap(unwrap(collection)?.['callee'])
  if (callee?.type === 'MemberExpression' && OF_LISTS.has(memberName(callee) ?? ''))
    return isWithoutElements(asNode(callee['object']), at)
  const values = valuesAtLoad(collection, at)
  return values.length > 0 && values.every(isEmpty) && !isFilled(collection, at)
}

/** What gives a part of the page, or what draws: a script asks for what is there. */
const OF_PAGE: ReadonlySet<string> = new Set([
  'getElementById',
  'querySelector',
  'querySelectorAll',
  'createElement',
  'getContext',
])

/** What gives a list that is empty where its own is. */
const OF_LISTS: ReadonlySet<string> = new Set(['slice', 'splice', 'filter', 'map', 'reverse', 'sort'])

/** What an empty list, Set or Map answers. */
const EMPTY_ANSWERS: ReadonlyMap<string, Exact> = new Map([
  ...['has', 'includes', 'some'].map((name) => [name, exact(false)] as const),
  ...['get', 'find', 'at'].map((name) => [name, exact(undefined)] as const),
])

/** What more calls give, or more writes, nobody follows. */
const MAX_ENTRIES = 8
/** So deep one expression is followed to another, and so many are looked at for one question. */
const MAX_DEPTH = 50
const MAX_NODES = 100
