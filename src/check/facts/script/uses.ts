import { namesOf, unwrap } from './chains.js'
import { guardsFrom } from './guards.js'
import { GATEWAYS, OWN_GLOBAL_OBJECTS, WINDOWS_AROUND } from './known-names.js'
import type { ScriptModel } from './model.js'
import { type AstNode, asNode, stringOf } from './node.js'
import { saysNothing } from './operators.js'
import type { Guard } from './script-parts.js'
import { subclassIn } from './subclass.js'
import { isTriedBefore, partsOf } from './tried-before.js'
import { everyTextOf, textsOf } from './url-text.js'
import type { ScriptUse } from './use.js'
import type { NotedUse } from './use-notes.js'
import type { Evaluator } from './value.js'
import { push } from './write-notes.js'

/** The uses of names in a script that contain what a reader looks for, with what they reach, in the order of the text. */
export const usesIn = (model: ScriptModel, values: Evaluator): readonly ScriptUse[] => {
  const { found, askedFor } = model.uses
  model.uses.close(model.functions.values())
  /** The functions that ask for names. */
  const tests = new Map<string, AstNode[]>()
  for (const { names, offset, scope } of askedFor)
    push(tests, (globalNames(names, offset, model) ?? names).join('.'), scope)
  const uses: { -readonly [Field in keyof ScriptUse]: ScriptUse[Field] }[] = []
  const add = (noted: NotedUse, onlyOfWords = false): void => {
    const { kind, context, offset, call, answer, chain } = noted
    const object = chain?.type === 'MemberExpression' ? asNode(chain['object']) : null
    for (const reached of reachedBy(noted, model, values)) {
      const { names, global, through, around } = reached
      if (onlyOfWords && !names.some((name) => model.uses.isWord(name))) continue
      const isGuarded =
        kind !== 'test' &&
        (isOptional(call, chain) ||
          guards(context.guards, noted.names, values) ||
          (global && guards(context.guards, names, values)))
      uses.push({
        names,
        global,
        through,
        around,
        kind,
        caught: context.caught,
        isGuarded,
        isTriedBefore:
          global && !context.caught && isTriedBefore(context.guards, new Set([keyOf(names, kind)]), values),
        isConditional: context.guards !== null || context.region !== context.fn.node,
        answer,
        testedElsewhere: false,
        values: noted.values,
        call,
        object,
        offset,
      })
      if (kind === 'test' && global) push(tests, names.join('.'), context.fn.node)
    }
  }
  for (const noted of found) add(noted)
  for (const noted of model.uses.computed)
    for (const names of namesByKeys(noted, values)) add({ ...noted, names }, true)
  for (const noted of model.uses.callsOfHolders()) add(noted, true)
  for (const use of uses)
    if (use.kind === 'call' && use.global)
      use.testedElsewhere = [...new Set(tests.get(use.names.join('.')))]
        .slice(0, MAX_SCOPES)
        .some(({ start, end }) => use.offset < start || use.offset >= end)
  return uses.sort((a, b) => a.offset - b.offset)
}

/** The names of a chain by what its computed names are known to be: one, or each of a list that is gone through. */
const namesByKeys = ({ chain }: NotedUse, values: Evaluator): readonly (readonly string[])[] => {
  const texts = new Map<AstNode, readonly string[]>()
  if (chain === null) return []
  namesOf(chain, (key) => {
    texts.set(key, keysIn(key, values))
    return null
  })
  const most = Math.max(...[...texts.values()].map(({ length }) => length))
  return Array.from(
    { length: most },
    (_, index) => namesOf(chain, (key) => texts.get(key)?.[index] ?? texts.get(key)?.[0] ?? null) ?? [],
  )
}

/** The names that a computed one is; none where it may be one or another. */
const keysIn = (key: AstNode, values: Evaluator): readonly string[] => {
  const every = everyTextOf(key, values)
  if (every.length > 0) return every
  const some = textsOf(key, values)
  return some.length === 1 ? some : []
}

type Reached = Pick<ScriptUse, 'names' | 'global' | 'through' | 'around'>

/** What the names of a use reach: themselves, or what the variable or field holds with which they begin. */
const reachedBy = (noted: NotedUse, model: ScriptModel, values: Evaluator): readonly Reached[] => {
  const { names, kind, chain, offset } = noted
  if (kind === 'import' || chain === null) return [{ names, global: true, through: null, around: false }]
  const own = globalNames(names, offset, model)
  if (own !== null) return [ofGlobal(own)]
  const isCalled = kind === 'call' || kind === 'new'
  // Nearly no chain begins with what holds anything of the browser's.
  const paths = model.uses.mayHoldAny(names) ? pathsOf(chain, names, isCalled, values) : []
  // Nobody names anything else so: `this.window.localStorage`.
  const from = paths.length === 0 ? names.indexOf('window', 1) : -1
  if (from > 0 && from < names.length - 1) return [ofGlobal(names.slice(from))]
  return paths.length === 0 ? [{ names, global: false, through: null, around: false }] : paths.map(ofGlobal)
}

/** The names of a chain that begins with a name of no script's; else null. */
const globalNames = (
  names: readonly string[],
  offset: number,
  model: ScriptModel,
): readonly string[] | null => {
  const [first = ''] = names
  return first === '' || model.variableAt(first, offset) !== null ? null : names
}

/** What names a use in a `try` before it: what is read of the browser's own objects, else the object itself. */
const keyOf = ([first = '', second = '', ...more]: readonly string[], kind: ScriptUse['kind']): string => {
  const isOfGateway = GATEWAYS.has(first) && second !== ''
  const isCalled = kind === 'call' && more.length === 0 && (isOfGateway || second === '')
  return `${isOfGateway ? second : first}${isCalled ? '()' : ''}`
}

const ofGlobal = (path: readonly string[]): Reached => {
  const [first = ''] = path
  let from = path.length > 1 && OWN_GLOBAL_OBJECTS.has(first) ? 1 : 0
  // `window.window`, `self.window.top`: each is another way to say the same.
  while (from > 0 && from + 1 < path.length && OWN_GLOBAL_OBJECTS.has(path[from] ?? '')) from += 1
  const around = from + 1 < path.length && WINDOWS_AROUND.has(path[from] ?? '')
  if (around) from += 1
  return { names: path.slice(from), global: true, through: from === 0 ? null : first, around }
}

/**
 * The globals that a chain reaches through its first part that holds one. What a variable holds was read before, where it was
 * given its value: it counts once more only where it is called, leads on to nearly everything, or fails only here.
 */
const pathsOf = (
  chain: AstNode,
  names: readonly string[],
  isCalled: boolean,
  values: Evaluator,
): readonly (readonly string[])[] => {
  const parts: AstNode[] = []
  for (let node = unwrap(chain); node !== null; node = unwrap(node['object'])) {
    parts.unshift(node)
    if (node.type !== 'MemberExpression') break
  }
  // Of a pattern, the names lead on from the chain.
  for (const [index, part] of parts.entries()) {
    const paths = pathsOfPart(part, values, 0)
    if (paths.length === 0) continue
    const more = names.slice(index + 1)
    const found = new Map<string, readonly string[]>()
    for (const path of paths) {
      const last = path.at(-1) ?? ''
      const isOfGateway = path.length === 0 || GATEWAYS.has(last) || (isCalled && ANSWERING.has(last))
      const leadsOn = more.length === 0 ? isCalled : isOfGateway
      if (leadsOn) found.set(path.join('.'), [...(path.length === 0 ? ['window'] : path), ...more])
    }
    return [...found.values()]
  }
  return []
}

/** The globals that an expression may be; of a class that constructs just what it extends, that. */
const pathsOfPart = (part: unknown, values: Evaluator, depth: number): readonly (readonly string[])[] =>
  values.of(part).flatMap((value) => {
    if (value.kind === 'global') return [value.path]
    const subclass = value.kind === 'function' ? subclassIn(value.node) : null
    return value.kind === 'function' && subclass?.passesOn === true && depth < MAX_CLASSES
      ? pathsOfPart(subclass.superclass, value.of, depth + 1)
      : []
  })

const MAX_CLASSES = 8

/** What can be looked at in a mini app, and fails only when it is asked for something. */
const ANSWERING: ReadonlySet<string> = new Set(['indexedDB', 'cookieStore', 'locks', 'storage'])

/** Whether a condition around a place says that there is what is used, or the object that it is of. */
const guards = (innermost: Guard | null, names: readonly string[], values: Evaluator): boolean =>
  [...guardsFrom(innermost)].some(({ test, holds }) =>
    tested(test, holds, values).some((path) => isStartOf(path, names)),
  )

const isStartOf = (path: readonly string[], names: readonly string[]): boolean => {
  const from = path.length > 1 && OWN_GLOBAL_OBJECTS.has(path[0] ?? '') ? 1 : 0
  const own = path.slice(from)
  if (own.length === 1 && (GATEWAYS.has(own[0] ?? '') || own[0] === '')) return false
  return own.length <= names.length && own.every((name, index) => names[index] === name)
}

/** The chains of names of which a condition says that there is something, if it holds, or if it does not. */
const tested = (test: AstNode, holds: boolean, values: Evaluator): readonly (readonly string[])[] =>
  partsOf(test, holds).flatMap((part) => testedBy(part.node, part.holds, values))

const testedBy = (node: AstNode, holds: boolean, values: Evaluator): readonly (readonly string[])[] => {
  const namesIn = (chain: AstNode | null): readonly string[] | null => namesKnown(chain, values)
  if (node.type !== 'BinaryExpression') {
    const names = namesIn(node)
    return holds && names !== null ? [names] : []
  }
  const sides = [node['left'], node['right']].flatMap((side) => asNode(side) ?? [])
  const operator = String(node['operator'])
  if (operator === 'in') {
    const name = stringOf(sides[0])
    const object = namesIn(sides[1] ?? null)
    return holds && name !== null && object !== null ? [[...object, name]] : []
  }
  // Minifiers write `typeof a > 'u'` for `typeof a === 'undefined'`.
  const isShort = (operator === '<' || operator === '>') && stringOf(sides[1]) === 'u'
  const isEqual = operator === '===' || operator === '==' || (isShort && operator === '>')
  if (!isEqual && !isShort && operator !== '!==' && operator !== '!=') return []
  const nothing = isShort ? sides[1] : sides.find(saysNothing)
  const other = sides.find((side) => side !== nothing)
  const typeTested =
    other?.type === 'UnaryExpression' && other['operator'] === 'typeof' ? asNode(other['argument']) : other
  const names = typeTested === null || typeTested === undefined ? null : namesIn(typeTested)
  if (names === null) return []
  if (nothing !== undefined) return isEqual === holds ? [] : [names]
  // `typeof a === 'function'`
  return other !== typeTested && isEqual === holds ? [names] : []
}

/** The names of a chain that has names only, or keys that are known; null for any other node. */
const namesKnown = (node: AstNode | null, values: Evaluator): readonly string[] | null => {
  const chain = unwrap(node)
  const names =
    chain === null ? null : namesOf(chain, (key) => stringOf(key) ?? keysIn(key, values)[0] ?? null)
  return names?.includes('') === true ? null : names
}

/** Whether a use does nothing where there is not what it is of: `navigator.share?.(…)`, `frame.contentDocument?.body`. */
const isOptional = (call: AstNode | null, chain: AstNode | null): boolean => {
  if (call?.['optional'] === true) return true
  for (let node = chain; node?.type === 'MemberExpression'; node = asNode(node['object']))
    if (node['optional'] === true && asNode(node['object'])?.type === 'MemberExpression') return true
  return false
}

/** A script that tests for one thing in more functions than that does not do it once for all. */
const MAX_SCOPES = 10
