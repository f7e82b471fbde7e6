import { type AtLoad, isWithoutElements, newSearch, type Runs, truthAtLoad, valuesAtLoad } from './at-load.js'
import { nameOfCallee, namesOf, unwrap } from './chains.js'
import { elementsIn, isFilled } from './counts-and-lists.js'
import { comesToCase, isPaced, truthInTheEnd } from './frame-conditions.js'
import { guardsFrom, isOfTry, leaves } from './guards.js'
import { isLoop } from './in-turn.js'
import { OF_ELEMENTS, REPEATING } from './known-names.js'
import { type AstNode, asNode, memberName, nodesOf, onceEach, propertyName } from './node.js'
import { EQUALITY, saysNothing } from './operators.js'
import type { Write } from './scopes.js'
import type { FieldWrite, Guard, ScriptCall, ScriptFunction } from './script-parts.js'
import { parentsIn } from './sources.js'
import { failsByTry, triedBlock } from './tried-before.js'
import { constantOf, truthOf, truthOfValues } from './truth.js'
import type { Evaluator, FunctionValue, Values } from './value.js'
import { walk } from './walk.js'
import { truthOfOwnGlobal, writesAtLoad } from './writes-in-force.js'

/** Whether a script comes to a place of a function that runs; `perhaps`, where nobody knows. */
type Chance = 'never' | 'perhaps' | 'surely'

/**
 * By the conditions around the place in its function.
 * @param callee what is called there, a function of the script
 */
export const chanceOf = (
  innermost: Guard | null,
  fn: ScriptFunction,
  of: Evaluator,
  runs: Runs = ANY_RUNS,
  callee: AstNode | null = null,
): Chance => {
  const names = callee === null ? null : namesOf(callee)
  let chance: Chance = 'surely'
  // What comes to hold only later may do so when what holds at first does no more.
  const times = new Set<'at first' | 'in the end'>()
  for (const guard of guardsFrom(innermost)) {
    if (guard.start < fn.node.start) break
    if (isOfTry(guard)) continue
    const at = { ...runs, of, guard, callee: names, search: newSearch() }
    if (guard.choice !== null) {
      const isLater = runs.isRepeated && comesToCase(guard.test, guard.choice, at)
      if (isLater) {
        times.add('in the end')
        continue
      }
      const chosen = isLoop(guard.choice)
        ? chanceOfLoop(guard.test, guard.choice, at)
        : chanceOfCase(guard.test, guard.choice, fn, at)
      if (chosen === 'never') return 'never'
      if (chosen === 'perhaps') chance = chosen
      else if (!isLoop(guard.choice)) times.add('at first')
      continue
    }
    const isOpen = runs.gates.get(guard.test)
    if (isOpen === guard.holds) continue
    if (isOpen !== undefined) return 'never'
    const known = truthOf(guard.test, of)
    if (known === guard.holds || failsByTry(guard, of)) continue
    if (known !== null) return 'never'
    // Only what is never come to is left to be found.
    if (chance === 'perhaps') continue
    // One of two ways is gone; whether what has no other way happens, differs from browser to browser.
    const isByPerson = goesByPerson(of)(guard.test)
    const { errors } = of.model.guards
    if (runs.isRepeated && (truthInTheEnd(guard.test, at) === guard.holds || isWaitedFor(guard, fn, at))) {
      times.add('in the end')
      continue
    }
    if (!isPaced(guard.test, at)) times.add('at first')
    if (isByPerson ? of.model.guards.isEither(guard.test) : holdsAtFirst(guard.test, guard.holds, at, 0))
      continue
    // What follows `if (isWrong) throw` is the usual way.
    if (isByPerson || guard.holds || !errors.has(guard.test)) chance = 'perhaps'
  }
  return times.size > 1 ? 'perhaps' : chance
}

/** Whether the `catch` that minds an error at a place gives it to a function that throws it again in any case: `catch (error) { handle(error) }`. */
export const isThrownOn = (place: AstNode, of: Evaluator): boolean => {
  const block = triedBlock(place, of)
  const handler = asNode(of.model.minded.find((one) => one['block'] === block)?.['handler'])
  const caught = asNode(handler?.['param'])?.['name']
  if (block === null || caught === undefined) return false
  return nodesOf(asNode(handler?.['body'])?.['body']).some(({ expression }) => {
    const call = unwrap(expression)
    const [given] = nodesOf(call?.['arguments'])
    return given?.['name'] === caught && of.functions(call?.['callee']).some(throwsAlways)
  })
}

/** Whether a function throws, by its conditions. */
const throwsAlways = ({ node, of }: FunctionValue): boolean => {
  const fn = of.model.functions.get(node)
  let found = false
  walk(node, ({ type, start }) => {
    const isOwn = type === 'ThrowStatement' && fn !== undefined && of.model.functionAt(start) === fn
    if (isOwn) found ||= chanceOf(of.model.guards.at(start), fn, of) === 'surely'
  })
  return found
}

const ANY_RUNS: Runs = {
  isRepeated: false,
  isCalledOnce: () => false,
  hasRun: () => true,
  isSureAt: () => false,
  entriesOf: () => [],
  gates: new Map(),
}

/**
 * A loop that is not known to be over before it begins does something. In frames, which come again and again while a person may add
 * to what it goes through, only one does that is known to, or that goes by the time.
 */
const chanceOfLoop = (test: AstNode, loop: AstNode, at: AtLoad): Chance => {
  if (at.isRepeated && isPaced(test, at)) return 'surely'
  if (asNode(loop['right']) === test ? mayHaveElements(test, at) : mayHold(test, at)) return 'surely'
  return test.type === 'Literal' ? 'never' : 'perhaps'
}

const mayHold = (test: AstNode, at: AtLoad): boolean => {
  const truth = truthAtLoad(test, at)
  return truth ?? !at.isRepeated
}

/** Whether something goes through the elements of a list: in frames, only where it is known to have some. */
export const mayHaveElements = (list: AstNode, at: AtLoad): boolean =>
  at.isRepeated ? hasElements(list, at) : !isWithoutElements(list, at)

/** Whether a list is seen to have something: where it is written, or since something that runs puts it in. */
const hasElements = (list: AstNode, at: AtLoad): boolean => {
  const callee = unwrap(unwrap(list)?.['callee'])
  const of =
    callee?.type === 'MemberExpression' && WHOLE.has(memberName(callee) ?? '')
      ? asNode(callee['object'])
      : null
  if (of !== null) return hasElements(of, at)
  return (
    valuesAtLoad(list, at).some((one) => elementsIn(one).length > 0) ||
    (/^(?:Identifier|MemberExpression)$/.test(list.type) && isFilled(list, at))
  )
}

/** By what the `switch` may be about. A compiler's comes through all its cases. */
const chanceOfCase = (one: AstNode, choice: AstNode, fn: ScriptFunction, at: AtLoad): Chance => {
  const { of } = at
  const cases = nodesOf(choice['cases'])
  if (fn.compiled === 'steps') return 'surely'
  const wanted = constantOf(asNode(one['test']), of)
  const about = unwrap(choice['discriminant'])
  const known = constantOf(about, of)
  // What stands before a case may lead on into it.
  const before = cases[cases.indexOf(one) - 1]
  const isEntered = before !== undefined && !leaves(nodesOf(before['consequent']).at(-1) ?? null)
  const isWanted = (values: Values): readonly (boolean | null)[] =>
    values.map((value) => (value.kind === 'exact' && wanted !== null ? value.value === wanted.value : null))
  const always = isWanted(known === null ? of.of(about) : [known])
  if (!isEntered && !always.includes(true) && !always.includes(null)) return 'never'
  const atLoad = isWanted(valuesAtLoad(about, at))
  return atLoad.length > 0 && atLoad.every((one) => one === true) ? 'surely' : 'perhaps'
}

/**
 * Whether a condition holds, or does not, in one of the first frames of a loop: what paces the loop lets it through, no
 * flag is up yet, and a variable has what it was given at the start.
 */
const holdsAtFirst = (expression: AstNode | null, holds: boolean, at: AtLoad, depth: number): boolean => {
  const node = unwrap(expression)
  if (node === null || depth > MAX_DEPTH) return false
  const part = (key: string, isTrue: boolean): boolean =>
    holdsAtFirst(asNode(node[key]), isTrue, at, depth + 1)
  const operator = String(node['operator'])
  if (node.type === 'UnaryExpression' && operator === '!') return part('argument', !holds)
  if (node.type === 'AssignmentExpression' && operator === '=') return part('right', holds)
  if (node.type === 'LogicalExpression' && operator !== '??') {
    const [left, right] = [part('left', holds), part('right', holds)]
    return (operator === '&&') === holds ? left && right : left || right
  }
  const known = at.isRepeated ? truthOf(node, at.of, depth) : truthAtLoad(node, at)
  if (known !== null) return known === holds
  if (operator === 'typeof') return part('argument', holds)
  if (node.type === 'BinaryExpression') {
    const nothing = EQUALITY.test(operator)
      ? ['left', 'right'].find((key) => isNothing(node[key]))
      : undefined
    if (nothing !== undefined)
      return part(nothing === 'left' ? 'right' : 'left', (operator[0] === '!') === holds)
    // What is asked whether it is the whole page, is a part of it: `at === document ? app() : put(at, app())`.
    const isAboutPage = ['left', 'right'].some((key) => at.of.path(node[key])?.join('.') === 'document')
    if (isAboutPage && EQUALITY.test(operator)) return (operator[0] === '!') === holds
    if (at.isRepeated && EQUALITY.test(operator)) {
      const truth = truthAtLoad(node, at)
      if (truth !== null) return truth === holds
    }
    return (holds && at.isRepeated && comesRound(node)) || isPaced(node, at)
  }
  const set = truthOfOwnGlobal(node, at)
  if (set !== undefined) return set === holds
  if (node.type === 'MemberExpression' && COUNTED.has(memberName(node) ?? ''))
    return truthAtLoad(node, at) === holds
  const got = node.type === 'MemberExpression' ? gotBy(node, at.of) : null
  if (got !== null) return holdsAtFirst(got, holds, at, depth + 1)
  const field = node.type === 'MemberExpression' ? truthAtLoad(node, at) : null
  if (field !== null) return field === holds
  if (node.type !== 'Identifier') return !holds && node.type === 'MemberExpression'
  const variable = at.of.model.variableOf(node)
  const writes = (variable === null ? [] : writesAtLoad(variable, node, at)).slice(0, MAX_WRITES)
  const truths = new Set(writes.map((write) => truthOfWrite(write, at.of)))
  const [first = null] = truths
  if (truths.size === 1 && first !== null) return first === holds
  const [write, ...more] = writes
  const isOption = writes.some(({ way }) => way === 'parameter') && variable?.writes.length !== 1
  // An option is not given, unless that is seen.
  if (isOption) return !holds && !writes.some((one) => one.way === 'is' && truthOfWrite(one, at.of) === true)
  if (more.length > 0) {
    const declared = writes.find(({ declares }) => declares !== null)
    // What its own function does to it before, is not known.
    const isSetBefore = declared === undefined && variable?.writes.some(({ declares }) => declares !== null)
    if (isSetBefore === true || declared?.within === at.of.model.functionAt(node.start).node) return false
    const truth = declared === undefined ? null : truthOfWrite(declared, at.of)
    return truth === null ? !holds : truth === holds
  }
  if (write === undefined || write.fields.length > 0) return !holds
  // `const known = cache[key]`
  return write.way === 'is' && holdsAtFirst(write.value, holds, at, depth + 1)
}

/** What a getter of the script's own gives back; null where a field has none, or it gives back more than one thing. */
const gotBy = (member: AstNode, of: Evaluator): AstNode | null => {
  const name = memberName(member)
  const getters = of.of(member['object']).flatMap((one) => {
    if (one.kind !== 'instance' || one.of !== of) return []
    const own = nodesOf(asNode(one.node['body'])?.['body'])
    return own.filter((each) => each['kind'] === 'get' && propertyName(each) === name)
  })
  const [getter, ...others] = getters
  const value = others.length > 0 ? null : asNode(getter?.['value'])
  const [returned = null, ...more] = value === null ? [] : (of.model.functions.get(value)?.returns ?? [])
  return more.length > 0 ? null : returned
}

/** Whether what is written to a variable counts as true. */
const truthOfWrite = ({ value, way, fields }: Write, of: Evaluator): boolean | null => {
  const values = way === 'is' && value !== null && fields.length === 0 ? of.of(value) : []
  return values.length === 1 ? truthOfValues(values, of) : null
}

const isNothing = (side: unknown): boolean => {
  const node = asNode(side)
  return node !== null && saysNothing(node)
}

/** Whether a comparison is of what is left of a number, and holds every so many frames: `++frames % pace === 0`. */
const comesRound = (node: AstNode): boolean =>
  (node['operator'] === '===' || node['operator'] === '==') &&
  [node['left'], node['right']].some((side) => asNode(side)?.['operator'] === '%')

/** Whether something is so of what an expression is made of: its parts, and what gives its names and its calls their values. */
const isMadeOf = (
  expression: unknown,
  of: Evaluator,
  isSo: (node: AstNode, of: Evaluator) => boolean,
  seen = new Set<AstNode>(),
): boolean => {
  const node = unwrap(expression)
  if (node === null || seen.has(node) || seen.size > MAX_NODES) return false
  seen.add(node)
  const leads = (part: unknown, script = of): boolean => isMadeOf(part, script, isSo, seen)
  if (isSo(node, of)) return true
  switch (node.type) {
    case 'UnaryExpression':
      return leads(node['argument'])
    case 'BinaryExpression':
    case 'LogicalExpression':
      return leads(node['left']) || leads(node['right'])
    case 'CallExpression':
      return (
        leads(node['callee']) ||
        nodesOf(node['arguments']).some((one) => leads(one)) ||
        of
          .functions(node['callee'])
          .some((one) => one.of.model.functions.get(one.node)?.returns.some((value) => leads(value, one.of)))
      )
    case 'Identifier':
      return writesOf(node, of).some(({ way, value }) => way !== 'parameter' && leads(value))
    case 'MemberExpression':
      return (
        leads(node['object']) ||
        (of.model.writes.fields.get(memberName(node) ?? '') ?? [])
          .slice(0, MAX_WRITES)
          .some(({ value }) => leads(value))
      )
    default:
      return false
  }
}

const writesOf = (name: AstNode, { model }: Evaluator): readonly Write[] =>
  (model.variableOf(name)?.writes ?? []).slice(0, MAX_WRITES)

/** Whether a condition goes by what a person has or wants. It is found once, since what runs is looked at again and again. */
const goesByPerson = onceEach((of: Evaluator) => onceEach((test: AstNode) => isMadeOf(test, of, isOfPerson)))

/** Whether it is what differs from one person's browser, or page, to another's. */
const isOfPerson = (node: AstNode, of: Evaluator): boolean =>
  (node.type === 'Identifier' || node.type === 'MemberExpression') &&
  of.paths(node).some((path) => OF_PERSONS.test(path.join('.')))

const OF_PERSONS =
  /^(?:navigator\.(?:userAgent|userAgentData|platform|vendor|appName|appVersion|language|languages|standalone)|document\.readyState|location|matchMedia|chrome|opera)\b/

/**
 * Whether a function only has itself called again as long as something has not loaded, or a count is not reached:
 * `if (loaded === all) start(); else setTimeout(wait, 50)`.
 */
const isWaitedFor = ({ test, holds }: Guard, fn: ScriptFunction, at: AtLoad): boolean => {
  const choice = parentsIn(at.of).get(test)
  const isChoice = choice?.type === 'IfStatement' || choice?.type === 'ConditionalExpression'
  const other = isChoice ? asNode(choice[holds ? 'alternate' : 'consequent']) : null
  const isIn = (part: AstNode | null, { start, end }: AstNode): boolean =>
    part !== null && part.start <= start && end <= part.end
  const repeats = fn.calls.filter((call) => isRepeating(call, fn, at.of))
  return repeats.length > 0 && repeats.every(({ node }) => isIn(other, node)) && comesByItself(test, at, 0)
}

/** Whether what runs alone brings an expression to its value in the end: it counts up, or something loads. */
const comesByItself = (expression: AstNode | null, at: AtLoad, depth: number): boolean => {
  const node = unwrap(expression)
  if (node === null || depth > MAX_STEPS) return false
  const { of } = at
  const comes = (part: unknown): boolean => comesByItself(asNode(part), at, depth + 1)
  const isSettled = (part: unknown): boolean => {
    const side = unwrap(part)
    const isLength = side?.type === 'MemberExpression' && memberName(side) === 'length'
    return isLength || constantOf(side, of) !== null || comes(side)
  }
  switch (node.type) {
    case 'UnaryExpression':
    case 'UpdateExpression':
      return comes(node['argument'])
    case 'BinaryExpression':
    case 'LogicalExpression':
      return (
        (comes(node['left']) && isSettled(node['right'])) || (isSettled(node['left']) && comes(node['right']))
      )
    case 'CallExpression': {
      const callee = unwrap(node['callee'])
      const [first] = nodesOf(node['arguments'])
      const isOfEach = callee?.type === 'MemberExpression' && OF_ELEMENTS.has(memberName(callee) ?? '')
      const called = of.functions(isOfEach ? first : callee)
      return (
        called.length > 0 && called.every((one) => waitsForLoading(one) || returnsWhatComes(one, at, depth))
      )
    }
    case 'MemberExpression':
      if (LOADING.has(memberName(node) ?? '')) return true
      return isCounted(of.model.writes.fields.get(memberName(node) ?? '') ?? [], at)
    case 'Identifier':
      return isCounted(of.model.variableOf(node)?.writes ?? [], at)
    default:
      return false
  }
}

/** Whether all that sets a variable or a field runs, and sets it to a constant, or counts by one. */
const isCounted = (writes: readonly (Write | FieldWrite)[], { of, hasRun }: AtLoad): boolean => {
  const isConstant = (value: AstNode | null): boolean => value === null || constantOf(value, of) !== null
  const isRun = (write: Write | FieldWrite): boolean => {
    const isField = 'target' in write
    const amount = isField ? asNode(parentsIn(of).get(write.target)?.['right']) : write.value
    return hasRun(of.model.functionAt(isField ? write.target.start : write.offset)) && isConstant(amount)
  }
  return writes.length <= MAX_WRITES && writes.some(({ operator }) => operator !== '=') && writes.every(isRun)
}

/** Whether a function looks at whether something has loaded. */
const waitsForLoading = ({ node }: FunctionValue): boolean => {
  let found = false
  walk(node, (part) => (found ||= part.type === 'MemberExpression' && LOADING.has(memberName(part) ?? '')))
  return found
}

const returnsWhatComes = ({ node, of }: FunctionValue, at: AtLoad, depth: number): boolean => {
  const returns = of.model.functions.get(node)?.returns ?? []
  return returns.length > 0 && returns.every((one) => comesByItself(one, { ...at, of }, depth + 1))
}

/** The fields that say whether something has loaded. */
const LOADING: ReadonlySet<string> = new Set(['complete', 'readyState', 'naturalWidth'])
const MAX_STEPS = 6

/** Whether a function has itself called again: `function loop() { …; requestAnimationFrame(loop) }`. */
export const repeatsItself = (fn: ScriptFunction, of: Evaluator): boolean =>
  fn.calls.some((call) => isRepeating(call, fn, of))

const isRepeating = ({ node }: Pick<ScriptCall, 'node'>, fn: ScriptFunction, of: Evaluator): boolean => {
  const name = nameOfCallee(node)
  const [first] = nodesOf(node['arguments'])
  if (first === undefined || !(REPEATING.has(name) || name === 'setTimeout')) return false
  return of
    .functions(first)
    .some(
      (given) =>
        given.node === fn.node ||
        of.model.functions
          .get(given.node)
          ?.calls.some((inner) => of.functions(inner.node['callee']).some((one) => one.node === fn.node)),
    )
}

/** What gives a list of as many elements. */
const WHOLE: ReadonlySet<string> = new Set(['slice', 'map', 'reverse', 'sort'])
/** The fields that say how much something has. */
const COUNTED: ReadonlySet<string> = new Set(['length', 'size'])
const MAX_NODES = 100
const MAX_WRITES = 8
const MAX_DEPTH = 20
