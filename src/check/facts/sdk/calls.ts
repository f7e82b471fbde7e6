import { OWN_CALLS } from '../../../platform/calls/definition.js'
import { CALL_TABLE, METHODS, type Method } from '../../../platform/calls/table.js'
import { SDK_FILE_NAME } from '../../../platform/sdk-file-name.js'
import { fileName } from '../bundle/paths.js'
import type { FileFacts, ScriptWithValues } from '../file.js'
import type { Needs } from '../needs.js'
import { type AstNode, asNode, nodesOf, stringOf } from '../script/node.js'
import { SCRIPTS } from '../script/part.js'
import { type StaticValue, staticValue, UNKNOWN } from '../script/static-value.js'
import type { ScriptUse } from '../script/use.js'
import type { ScriptValues } from '../script/values.js'
import { walk } from '../script/walk.js'
import type { Place } from '../text/position.js'

/** An SDK call in a script, also through variables: `Service.ai.ask({ … })`. */
export interface SdkCall extends Pick<ScriptUse, 'caught' | 'answer'> {
  /** Without `Service.`: `ai.ask`. */
  readonly name: string
  /** What it sends to the host; null where it sends nothing, or is not an SDK call. */
  readonly method: Method | null
  /** Its arguments as far as they are known; what a spread may add is not among them. */
  readonly values: readonly StaticValue[]
  /** Whether a spread may add arguments. */
  readonly open: boolean
  /** Whether the script asks whether there is such a call: `Service.buzz?.()`, `if (Service.fx) Service.fx.buzz()`. */
  readonly isGuarded: boolean
  readonly place: Place
  readonly node: AstNode
  /** What is around it, the outermost first; null where nobody asks: the call needs no tap, or there are too many. */
  readonly ancestors: readonly AstNode[] | null
  readonly script: ScriptValues
}

const SDK_NAME: Needs = { script: { words: ['Service'] } }

/** What `sdkCalls` reads. */
export const SDK_CALLS: readonly Needs[] = [SCRIPTS, SDK_NAME]

/** The SDK calls in a file's scripts, as far as the text makes them certain. */
export const sdkCalls = async (file: FileFacts): Promise<readonly SdkCall[]> => {
  if (fileName(file.path) === SDK_FILE_NAME) return []
  const known = KNOWN.get(file)
  if (known !== undefined) return known
  const calls = (await file.scriptsHolding(SDK_NAME)).flatMap(callsIn)
  KNOWN.set(file, calls)
  return calls
}

const KNOWN = new WeakMap<FileFacts, readonly SdkCall[]>()

const callsIn = ({ part, uses, values: script }: ScriptWithValues): readonly SdkCall[] => {
  if (!mentionsSdk(uses, part.text)) return []
  const { program } = script.model
  const testedNames = new TestedNames(program, script)
  const usesByCall = new Map(uses.flatMap((use) => (use.call === null ? [] : [[use.call, use] as const])))
  const calls: SdkCall[] = []
  let placed = 0
  walk(program, (node, ancestors) => {
    if (node.type !== 'CallExpression' || calls.length >= MAX_CALLS) return
    const path = sdkPath(node['callee'], script)
    if (path === null || path.length < 2) return
    const given = argumentsOf(node, path.at(-1) ?? '')
    const name = (given.way === null ? path.slice(1) : path.slice(1, -1)).join('.')
    if (name === '') return
    const { values, open } = valuesOf(given.nodes, script)
    calls.push({
      name,
      method: METHOD_OF.get(name) ?? null,
      values,
      open: open || given.open,
      caught: usesByCall.get(node)?.caught ?? false,
      answer: usesByCall.get(node)?.answer ?? 'used',
      isGuarded: !KNOWN_NAMES.has(name) && (isOptional(node, script) || testedNames.has(name)),
      place: part.place(part.kind === 'handler' ? 0 : node.start),
      node,
      ancestors: mayNeedTap(name) && placed++ < MAX_PLACED ? [...ancestors] : null,
      script,
    })
  })
  return calls
}

/** What an expression reaches of the SDK, also where it may be something else; null where it is not of the SDK, or several things of it. */
export const sdkPath = (expression: unknown, script: ScriptValues): readonly string[] | null => {
  const [first, ...more] = script.paths(expression).filter(([root]) => root === 'Service')
  return first === undefined || more.length > 0 ? null : first
}

/** The arguments up to the first that is not certain: a spread list counts where all of it is known. */
const valuesOf = (
  nodes: readonly AstNode[],
  script: ScriptValues,
): { readonly values: readonly StaticValue[]; readonly open: boolean } => {
  const values: StaticValue[] = []
  for (const node of nodes) {
    if (node.type !== 'SpreadElement') {
      values.push(staticValue(node, script))
      continue
    }
    const list = staticValue(asNode(node['argument']), script)
    // What a variable holds may have changed.
    if (list.kind !== 'array' || list.open) return { values, open: true }
    for (const element of list.elements) values.push(element)
  }
  return { values, open: false }
}

/** Whether the SDK's name is a name of the script, and not only a word in its texts: also `const { Service } = window`. */
const mentionsSdk = (uses: readonly ScriptUse[], text: string): boolean =>
  uses.some(({ names }) => names.includes('Service')) || /[{,]\s*Service\b/.test(text)

const mayNeedTap = (name: string): boolean => {
  const method = METHOD_OF.get(name)
  return method !== undefined && CALL_TABLE[method].gesture !== 'no'
}

/** More calls than any app has, each of which takes its time to judge. */
const MAX_CALLS = 5_000

/** As many as are reported of one rule and file. */
const MAX_PLACED = 100

interface Given {
  /** The way round by which it is called: `Service.pay.call(Service, …)`. */
  readonly way: 'call' | 'apply' | null
  readonly nodes: readonly AstNode[]
  readonly open: boolean
}

const argumentsOf = (node: AstNode, last: string): Given => {
  const nodes = nodesOf(node['arguments'])
  if (last === 'call') return { way: 'call', nodes: nodes.slice(1), open: false }
  if (last !== 'apply') return { way: null, nodes, open: false }
  const list = nodes[1]
  return list?.type === 'ArrayExpression'
    ? { way: 'apply', nodes: nodesOf(list['elements']), open: false }
    : { way: 'apply', nodes: [], open: true }
}

/** Whether a call is skipped where the function does not exist: `Service.buzz?.()`, `Service.fx?.buzz()`. */
const isOptional = (call: AstNode, script: ScriptValues): boolean => {
  if (call['optional'] === true) return true
  for (let node = asNode(call['callee']); node?.type === 'MemberExpression'; node = asNode(node['object']))
    // Of `Service?.buzz()` nobody knows more than that there is `Service`.
    if (node['optional'] === true && (sdkPath(node['object'], script)?.length ?? 0) > 1) return true
  return false
}

/** What a script asks of `Service` whether it is there: `if (Service.fx)`, `Service.fx && …`, `'fx' in Service`. */
class TestedNames {
  readonly #program: AstNode
  readonly #script: ScriptValues
  #names: Set<string> | undefined

  constructor(program: AstNode, script: ScriptValues) {
    this.#program = program
    this.#script = script
  }

  has(name: string): boolean {
    this.#names ??= this.#gather()
    return isTestedFor(name, this.#names)
  }

  #gather(): Set<string> {
    const names = new Set<string>()
    walk(this.#program, (node) => {
      for (const test of testsOf(node)) {
        const name = this.#nameIn(test)
        if (name !== null) names.add(name)
      }
    })
    return names
  }

  #nameIn(test: AstNode): string | null {
    const isIn = test.type === 'BinaryExpression' && test['operator'] === 'in'
    const path = sdkPath(isIn ? test['right'] : test, this.#script)
    if (path === null) return null
    const key = isIn ? stringOf(asNode(test['left']) ?? undefined) : null
    return [...path.slice(1), ...(key === null ? [] : [key])].join('.')
  }
}

/**
 * Whether one of the names that a script asks for is that of a call, or a part of it that leads to no call of the SDK:
 * `fx` of `fx.buzz`, but not `storage` of `storage.clear`.
 */
export const isTestedFor = (call: string, tested: ReadonlySet<string>): boolean => {
  const parts = call.split('.')
  return parts.some((_, index) => {
    const name = parts.slice(0, index + 1).join('.')
    return tested.has(name) && !SDK_OBJECTS.has(name)
  })
}

/** The expressions in a node that are asked for what they are, and not used. */
const testsOf = (node: AstNode): readonly AstNode[] => {
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return nodesOf([node['test']])
    case 'LogicalExpression':
      return nodesOf([node['left'], node['right']])
    case 'UnaryExpression':
      return nodesOf([node['argument']])
    case 'BinaryExpression':
      return [node, ...nodesOf([node['left'], node['right']])]
    default:
      return []
  }
}

const METHOD_OF: ReadonlyMap<string, Method> = new Map(
  METHODS.map((method) => [CALL_TABLE[method].name, method]),
)

/** The names of all calls of the SDK. */
export const SDK_CALL_NAMES: readonly string[] = [...METHOD_OF.keys(), ...OWN_CALLS]

const KNOWN_NAMES: ReadonlySet<string> = new Set(SDK_CALL_NAMES)

/** The objects of the SDK that hold calls: `storage`, `ai`, `ai.image`. */
const SDK_OBJECTS: ReadonlySet<string> = new Set(
  SDK_CALL_NAMES.flatMap((name) => {
    const parts = name.split('.')
    return parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('.'))
  }),
)

/** An argument of a call; `undefined` where it is left out, unknown where a spread may give it. */
export const argument = ({ values, open }: SdkCall, index: number): StaticValue =>
  values[index] ?? (open ? UNKNOWN : { kind: 'exact', value: undefined })

/** An option of the object that an argument is; unknown where the text does not say it. */
export const option = (value: StaticValue, name: string): StaticValue => {
  if (value.kind !== 'object') return UNKNOWN
  return value.fields.get(name) ?? (value.open ? UNKNOWN : { kind: 'exact', value: undefined })
}
