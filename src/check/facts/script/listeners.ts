import { nameOfCallee, namesOf, unwrap } from './chains.js'
import { guardsFrom } from './guards.js'
import { LATER } from './known-names.js'
import { type AstNode, asNode, memberName, nodesOf, onceEach, stringOf } from './node.js'
import type { ScriptCall } from './script-parts.js'
import { parentsIn, readsOf } from './sources.js'
import { madeBy, textsOf } from './url-text.js'
import type { Evaluator } from './value.js'
import { walk } from './walk.js'

/** The events by which something that is loaded says that it is there. */
export const OF_ARRIVAL: readonly string[] = [
  ...['load', 'open', 'message', 'readystatechange'],
  ...['canplay', 'canplaythrough', 'loadeddata', 'loadedmetadata'],
]

/** The events by which it says that it will not be. */
const OF_FAILURE: readonly string[] = ['error', 'close', 'loadend', 'timeout']

/** What listens to the arrival of an object only. */
export const listenersToArrival = (object: unknown, script: Evaluator): readonly Listener[] =>
  listenersOf(object, OF_ARRIVAL, script).filter(({ value }) => !mindsStatus(value, script))

/** What listens to its failure, too. */
export const listenersToFailure = (object: unknown, script: Evaluator): readonly Listener[] => [
  ...listenersOf(object, OF_FAILURE, script),
  ...listenersOf(object, ['readystatechange'], script).filter(({ value }) => mindsStatus(value, script)),
]

/**
 * Whether what a request calls in each of its states does something without an answer, too: it does more than what stands under a
 * question for a status of success, or behind an answer that it parses.
 */
const mindsStatus = (value: AstNode | null, script: Evaluator): boolean =>
  script.functions(value).some(({ node, of }) => {
    const fn = of.model.functions.get(node)
    const calls = fn?.calls ?? []
    const isOfSuccess = ({ guards }: ScriptCall): boolean =>
      [...guardsFrom(guards)].some(
        ({ test, holds, start }) => holds && start >= node.start && asksForStatus(test),
      )
    const parsing = calls.find((call) => !call.caught && !isOfSuccess(call) && parsesAnswer(call.node))
    const isBehind = ({ node: { start } }: ScriptCall): boolean =>
      parsing !== undefined && start >= parsing.node.start
    return (
      asksForState(node) &&
      calls.some((call) => !isOfSuccess(call) && !isBehind(call) && !parsesAnswer(call.node))
    )
  })

const asksForStatus = onceEach((test: AstNode): boolean => {
  let found = false
  walk(test, (node) => (found ||= node.type === 'MemberExpression' && memberName(node) === 'status'))
  return found
})

const asksForState = onceEach((fn: AstNode): boolean => {
  let found = false
  walk(fn, (node) => (found ||= node.type === 'MemberExpression' && memberName(node) === 'readyState'))
  return found
})

/** Whether a call parses the answer of a request, and throws without one: `JSON.parse(request.responseText)`. */
const parsesAnswer = (call: AstNode): boolean => {
  const [given] = nodesOf(call['arguments'])
  return (
    namesOf(unwrap(call['callee']) ?? call)?.join('.') === 'JSON.parse' &&
    /^response(?:Text)?$/.test((given?.type === 'MemberExpression' ? memberName(given) : null) ?? '')
  )
}

/** What listens to an event: an assignment's target, `a.onload`, or a call of `addEventListener`, with the function. */
interface Listener {
  readonly by: AstNode
  readonly value: AstNode | null
}

/** What listens to events of an object: `a.onload = …`, `a.addEventListener('load', …)`. */
export const listenersOf = (
  object: unknown,
  events: readonly string[],
  script: Evaluator,
): readonly Listener[] => {
  const { writes, callsByName } = script.model
  const isOne = (text: string): boolean => events.includes(text)
  return [
    ...events.flatMap((event) =>
      (writes.fields.get(`on${event}`) ?? [])
        .slice(0, MOST)
        .filter((write) => isSameThing(object, write.object, script))
        .map(({ target, value }) => ({ by: target, value })),
    ),
    ...(callsByName.get('addEventListener') ?? []).slice(0, MOST).flatMap((call) => {
      const [event, value = null] = nodesOf(call['arguments'])
      const isListener = isOne(stringOf(event) ?? '') || textsOf(event, script).some(isOne)
      const isOfObject = (): boolean =>
        isSameThing(object, asNode(unwrap(call['callee'])?.['object']), script)
      return isListener && isOfObject() ? [{ by: call, value }] : []
    }),
  ]
}

/**
 * Whether a script waits for the arrival of an object for ever, should that fail: it listens to no failure, or hands that on as
 * the rejection of a promise; or it waits until a picture is decoded.
 */
export const isWaitedFor = (object: unknown, script: Evaluator): boolean =>
  promisesOf(object, 'decode', script).some(({ answer }) => answer === 'used') ||
  isListenedFor(object, script, (value) => isRejection(value, script))

/** Whether a script waits for the arrival of an object, and does something else should that fail than to try another one. */
export const isMinded = (object: unknown, script: Evaluator): boolean =>
  isListenedFor(object, script, (value) => {
    const functions = script.functions(value)
    return functions.length > 0 && !functions.some(({ node, of }) => setsSource(node, of))
  })

/** @param isSo what all that listens to its failure has to be */
const isListenedFor = (
  object: unknown,
  script: Evaluator,
  isSo: (value: AstNode | null) => boolean,
): boolean =>
  listenersToArrival(object, script).some(({ value }) => doesSomething(value, script)) &&
  listenersToFailure(object, script).every(({ value }) => isSo(value))

const setsSource = ({ start, end }: AstNode, { model }: Evaluator): boolean =>
  ['src', 'href'].some((name) =>
    model.writes.fields.get(name)?.some(({ target }) => start <= target.start && target.end <= end),
  )

/** Whether what listens rejects a promise: `reject`, or `() => reject(new Error())`. */
const isRejection = (value: AstNode | null, script: Evaluator): boolean =>
  promiseDecidedBy(value, 1, script) !== null ||
  script
    .functions(value)
    .some(({ node, of }) =>
      of.model.functions
        .get(node)
        ?.calls.some((call) => promiseDecidedBy(asNode(call.node['callee']), 1, of) !== null),
    )

/** The calls of an object's method that gives a promise of it: `load` of a `FontFace`, `decode` of a picture. */
export const promisesOf = (
  object: unknown,
  method: 'load' | 'decode',
  script: Evaluator,
): readonly ScriptCall[] =>
  (script.model.callsByName.get(method) ?? []).slice(0, MOST).flatMap((call) => {
    if (!isSameThing(object, asNode(unwrap(call['callee'])?.['object']), script)) return []
    return script.model.functionAt(call.start).calls.filter(({ node }) => node === call)
  })

/** Whether a function that is handed over does anything, as far as is known. */
export const doesSomething = (value: AstNode | null, script: Evaluator): boolean => {
  const functions = script.functions(value)
  return (
    functions.length === 0 ||
    functions.some(({ node, of }) => {
      const fn = of.model.functions.get(node)
      return fn === undefined || fn.calls.length > 0 || fn.lastSet > 0
    })
  )
}

/**
 * The `new Promise(…)` whose function has a name as its parameter, or sets it to that: 0 in `(resolve, reject) => …` fulfils it, 1
 * rejects it.
 */
export const promiseDecidedBy = (
  value: AstNode | null,
  parameter: 0 | 1,
  of: Evaluator,
  depth = 0,
): AstNode | null => {
  const { model } = of
  const name = unwrap(value)
  const variable = name?.type === 'Identifier' ? model.variableOf(name) : null
  for (const { way, value: set, index } of variable?.writes ?? []) {
    // `let done; new Promise((resolve) => { done = resolve })`
    if (way === 'is' && set?.type === 'Identifier' && depth === 0) {
      const promise = promiseDecidedBy(set, parameter, of, 1)
      if (promise !== null) return promise
    }
    const given =
      set === null || way !== 'parameter' || index !== parameter ? null : model.functions.get(set)?.given
    if (given?.index === 0 && isPromise(given.call, of)) return given.call
  }
  return null
}

/** The promise that a name would have fulfilled, where no timer does: `new Promise((done) => { image.onload = done; setTimeout(done, 999) })`. */
export const promiseLeftBy = (value: AstNode | null, of: Evaluator): AstNode | null => {
  const promise = promiseDecidedBy(value, 0, of)
  const name = unwrap(value)
  const variable = promise === null || name === null ? null : of.model.variableOf(name)
  const isOfTimer = (read: AstNode): boolean => {
    for (let at: AstNode | undefined = read; at !== undefined && at !== promise; at = parentsIn(of).get(at))
      if (at.type === 'CallExpression' && LATER.has(nameOfCallee(at))) return true
    return false
  }
  return variable !== null && readsOf(variable, of).some(isOfTimer) ? null : promise
}

/** Whether an expression is `new Promise(…)`, by any name that a script has for that. */
export const isPromise = (made: AstNode, of: Evaluator): boolean =>
  made.type === 'NewExpression' &&
  (of.paths(made['callee']).some((path) => path.join('.') === 'Promise') ||
    of.functions(made['callee']).some((one) => ownPromises(one.of).has(one.node)))

/** The classes that are promises of a library's own: the script asks them for `resolve()` and `reject()`. */
const ownPromises = onceEach((of: Evaluator): ReadonlySet<AstNode> => {
  const askedFor = (name: string): readonly AstNode[] =>
    (of.model.callsByName.get(name) ?? []).flatMap((call) =>
      of.functions(asNode(unwrap(call['callee'])?.['object'])).map(({ node }) => node),
    )
  const resolved = new Set(askedFor('resolve'))
  return new Set(askedFor('reject').filter((node) => resolved.has(node)))
})

/** The calls by which a script dispatches an event of its own that has one of some names. */
export const dispatchesOf = (events: readonly string[], of: Evaluator): readonly AstNode[] =>
  (of.model.callsByName.get('dispatchEvent') ?? []).filter((call) =>
    madeBy(nodesOf(call['arguments'])[0], of).some(
      (made) =>
        /^(?:Custom)?Event$/.test(made.path) &&
        textsOf(nodesOf(made.node['arguments'])[0], made.of).some((event) => events.includes(event)),
    ),
  )

/** The calls by which a script has what a call listens to call its listeners: `bus.emit('draw')` for `bus.on('draw', draw)`. */
export const emitsOf = (listening: AstNode, events: readonly string[], of: Evaluator): readonly AstNode[] => {
  const listened = asNode(unwrap(listening['callee'])?.['object'])
  const fn = of.model.functionAt(listening.start)
  return EMITTING.flatMap((name) => of.model.callsByName.get(name) ?? []).filter((call) => {
    const object = asNode(unwrap(call['callee'])?.['object'])
    // What is called before has nobody who listens.
    const isBefore = call.start < listening.start && of.model.functionAt(call.start) === fn
    return (
      !isBefore &&
      textsOf(nodesOf(call['arguments'])[0], of).some((event) => events.includes(event)) &&
      (isSameThing(listened, object, of) ||
        (object?.type === 'ThisExpression' && isOfSameClass(listened, object, of)))
    )
  })
}

/** Whether an expression may be what `this` is at a place. */
const isOfSameClass = (one: AstNode | null, self: AstNode, of: Evaluator): boolean => {
  const made = of.of(self).flatMap((value) => ('node' in value ? [value.node] : []))
  return of.of(one).some((value) => 'node' in value && made.includes(value.node))
}

const EMITTING = ['emit', 'trigger', 'dispatch', 'fire', 'publish'] as const

/** Whether two expressions are one object: the same variable, or the same field of one; or what the same call makes. */
export const isSameThing = (one: unknown, other: unknown, script: Evaluator): boolean => {
  const [a, b] = [unwrap(one), unwrap(other)]
  if (a === null || b === null) return false
  const names = namesOf(a)
  const [root = ''] = names ?? []
  const owner = (node: AstNode): AstNode | undefined =>
    script.of(rootOf(node)).flatMap((value) => ('node' in value ? [value.node] : []))[0]
  const isOfSameRoot = (): boolean =>
    root === ''
      ? [a, b].every((one) => rootOf(one).type === 'ThisExpression') && owner(a) === owner(b)
      : script.model.variableAt(root, a.start) === script.model.variableAt(root, b.start)
  if (names !== null && names.join('.') === namesOf(b)?.join('.') && isOfSameRoot()) return true
  const made = script.of(a).flatMap((value) => (value.kind === 'made' ? [value.node] : []))
  return made.length > 0 && script.of(b).some((value) => value.kind === 'made' && made.includes(value.node))
}

/** `this` of `this.a.b`. */
export const rootOf = (chain: AstNode): AstNode => {
  let node = chain
  for (let next = unwrap(node['object']); next !== null; next = unwrap(node['object'])) node = next
  return node
}

/** So many listeners are looked at for one object: more are in no script that people write. */
const MOST = 300
