import { callOf, nameOfCallee, unwrap } from './chains.js'
import { CONTEXT, OF_ANSWERS, OF_BROWSER, OF_ELEMENTS, OF_OBJECTS, REPEATING, TIMERS } from './known-names.js'
import { type AstNode, asNode, isFunction, memberName, nodesOf } from './node.js'
import type { Variable } from './scopes.js'
import type { ScriptFunction } from './script-parts.js'
import type { Calls, Evaluator, FunctionValue, Made, Source, Value, Values } from './value.js'
import { walk } from './walk.js'
import { OF_CALLS } from './walk-calls.js'
import { push } from './write-notes.js'

interface CallsByCallee {
  readonly byNode: ReadonlyMap<AstNode, readonly AstNode[]>
  readonly byGlobal: ReadonlyMap<string, readonly AstNode[]>
  readonly byMember: ReadonlyMap<string, readonly AstNode[]>
}

/** Who calls the functions of a script, and what the calls give them, as far as the script shows it. */
export class SeenCalls implements Calls {
  readonly #script: Evaluator
  readonly #calls = new Map<ScriptFunction, readonly AstNode[]>()
  readonly #named = new Map<string, readonly FunctionValue[]>()
  #called: CallsByCallee | undefined
  /** The calls that are given a function by its name. */
  #giving: Pick<CallsByCallee, 'byNode' | 'byGlobal'> | undefined
  #byName: ReadonlyMap<string, readonly AstNode[]> | undefined
  #listening: ReadonlyMap<AstNode, AstNode> | undefined
  #extending: ReadonlyMap<AstNode, readonly Made[]> | undefined

  constructor(script: Evaluator) {
    this.#script = script
  }

  /** The expressions that a variable gets its values from, parameters from the calls of their functions. */
  sources(variable: Variable): readonly Source[] {
    return variable.writes.flatMap((write): readonly Source[] => {
      const { value, fields, way, index } = write
      if (value === null || way === 'import') return []
      if (way === 'is') return [{ node: value, fields }]
      const fn = way === 'parameter' ? this.#script.model.functions.get(value) : undefined
      return fn === undefined
        ? []
        : this.argumentSources(fn, index).map(({ node, fields: more }) => ({
            node,
            fields: [...more, ...fields],
          }))
    })
  }

  argumentSources(fn: ScriptFunction, index: number): readonly Source[] {
    const found: Source[] = []
    const add = (node: AstNode | undefined, fields: readonly string[] = []): void => {
      if (node !== undefined && node.type !== 'SpreadElement') found.push({ node, fields })
    }
    const addArgument = (values: readonly AstNode[]): void => {
      if (values.slice(0, index).every(({ type }) => type !== 'SpreadElement')) add(values[index])
    }
    for (const call of this.of(fn)) addArgument(nodesOf(call['arguments']))
    for (const { node: call, of } of this.giving(fn)) {
      if (of !== this.#script) continue
      const callee = unwrap(call['callee'])
      const isFirst =
        call === fn.given?.call ? fn.given.index === 0 : nodesOf(call['arguments'])[0]?.type === 'Identifier'
      const object = isFirst && callee?.type === 'MemberExpression' ? asNode(callee['object']) : null
      const method = nameOfCallee(call)
      const isElement = index === (/^reduce(?:Right)?$/.test(method) ? 1 : OF_ELEMENTS.has(method) ? 0 : -1)
      if (object !== null && (isElement || (method === 'then' && index === 0)))
        add(object, isElement ? (this.#isMap(object) ? ['*', '1'] : ['*']) : [])
    }
    const { given } = fn
    if (given?.index === -1) addArgument(callOf(given.call).values)
    else if (given !== null)
      // The calls, in the functions that are given it, of the parameter that it is.
      for (const { node, of } of this.#script.functions(given.call['callee']))
        for (const call of of === this.#script ? callsOfParameter(node, given.index, of) : [])
          add(nodesOf(call['arguments'])[index])
    return found
  }

  #isMap(object: AstNode): boolean {
    return this.#script.of(object).some((one) => one.kind === 'made' && one.path === 'Map')
  }

  /** The calls of a function by its names, as far as they are seen; of a constructor, where its class is constructed. */
  of(fn: ScriptFunction): readonly AstNode[] {
    const known = this.#calls.get(fn)
    if (known !== undefined) return known
    this.#calls.set(fn, [])
    // In a chain, the first call comes first: `app.use(a).use(b)`.
    const found = this.toFunction(fn, this.#script).toSorted((a, b) =>
      a.start === b.start ? a.end - b.end : 0,
    )
    this.#calls.set(fn, found)
    return found
  }

  /** The calls, in this script, of a function of a script. */
  toFunction(fn: ScriptFunction, of: Evaluator): readonly AstNode[] {
    const isConstructor = fn.owner?.kind === 'constructor'
    const made = isConstructor ? (fn.owner?.node ?? fn.node) : fn.node
    const { names } = isConstructor ? (of.model.functions.get(made) ?? fn) : fn
    this.#called ??= this.#callsByCallee()
    const { byNode, byGlobal, byMember } = this.#called
    const found: AstNode[] = []
    const add = (call: AstNode, mayBeUnknown: boolean): void => {
      const callee = unwrap(call['callee'])
      const called =
        callee?.type === 'Super'
          ? asNode(this.#script.model.functionAt(call.start).owner?.node['superClass'])
          : callee
      const values = this.#script.of(called)
      if (
        values.some((value) => value.kind === 'function' && value.node === made) ||
        (mayBeUnknown && values.every(({ kind }) => kind === 'unknown'))
      )
        found.push(call)
    }
    for (const call of (byNode.get(made) ?? []).slice(0, MAX_CALLS_OF_ONE)) add(call, false)
    for (const name of new Set([
      ...names,
      ...(isConstructor ? ['super'] : isReturned(fn) ? [OF_CALLS] : []),
    ])) {
      // A method that only one thing has. In minified code, other short names are anything.
      const isOnlyOne =
        of === this.#script && (name.length > 2 || name === 'on') && this.#functionsOf(name).length === 1
      const calls = [...(byGlobal.get(name) ?? []), ...(byMember.get(name) ?? [])]
      for (const call of calls.slice(0, MAX_CALLS_OF_ONE))
        add(call, isOnlyOne && unwrap(call['callee'])?.type === 'MemberExpression')
    }
    return found
  }

  /** All calls by what their callees say: a variable's functions, a global's name, or the name of a member and the like. */
  #callsByCallee(): CallsByCallee {
    const { model } = this.#script
    const byNode = new Map<AstNode, AstNode[]>()
    const byGlobal = new Map<string, AstNode[]>()
    const byMember = new Map<string, AstNode[]>()
    for (const [name, calls] of model.callsByName)
      for (const call of calls) {
        const callee = unwrap(call['callee'])
        if (callee?.type !== 'Identifier') push(byMember, name, call)
        else if (!this.#noteFunctionsOf(callee, call, byNode)) push(byGlobal, name, call)
      }
    return { byNode, byGlobal, byMember }
  }

  /** Notes a call for each function that the variable of a name is set to: in minified code, thousands have one name. */
  #noteFunctionsOf(name: AstNode, call: AstNode, byNode: Map<AstNode, AstNode[]>): boolean {
    const { model } = this.#script
    const variable = model.variableOf(name)
    for (const { way, value } of variable?.writes ?? []) {
      // Of a parameter, it is the function that has it.
      const made = way === 'is' ? ownHelper(unwrap(value)) : null
      if (made !== null && model.functions.has(made)) push(byNode, made, call)
      if (way === 'import') for (const { node } of this.#script.functions(name)) push(byNode, node, call)
    }
    return variable !== null
  }

  /** The calls that are given a function as an argument, by its name or as it is. */
  giving(fn: ScriptFunction): readonly Made[] {
    const { node, names, outer, given } = fn
    const { model, outside, isModule } = this.#script
    const isShared = outer === model.main && !isModule
    return [this.#script, ...outside.scripts().filter((one) => one !== this.#script)].flatMap((of) => {
      const own = of === this.#script
      const called = own && given !== null && given.index >= 0 ? [given.call] : []
      return [...called, ...of.calls.givenAs(node, own || isShared ? names : [])].map((call) => ({
        node: call,
        of,
      }))
    })
  }

  /** The calls, in this script, that are given a function by a name. @param globals the names that it has as a global */
  givenAs(node: AstNode, globals: readonly string[]): readonly AstNode[] {
    this.#giving ??= this.#givenByName()
    const { byNode, byGlobal } = this.#giving
    // Of a global, nobody knows whose name it is.
    return [...(byNode.get(node) ?? []), ...globals.flatMap((name) => byGlobal.get(name) ?? [])]
  }

  #givenByName(): Pick<CallsByCallee, 'byNode' | 'byGlobal'> {
    const byNode = new Map<AstNode, AstNode[]>()
    const byGlobal = new Map<string, AstNode[]>()
    for (const { calls } of this.#script.model.functions.values())
      for (const { node: call } of calls)
        for (const value of nodesOf(call['arguments']))
          if (value.type === 'Identifier' && !this.#noteFunctionsOf(value, call, byNode))
            push(byGlobal, String(value['name']), call)
    return { byNode, byGlobal }
  }

  /** The functions and classes that are written beside a name. */
  #functionsOf(name: string): readonly AstNode[] {
    if (this.#byName === undefined) {
      const found = new Map<string, AstNode[]>()
      this.#byName = found
      for (const { names, node } of this.#script.model.functions.values())
        for (const one of new Set(names)) push(found, one, node)
    }
    return this.#byName.get(name) ?? []
  }

  /** The functions and classes of the script that have a name, or are given to a field of that name: `exports.name = fn`. */
  named(name: string): readonly FunctionValue[] {
    const known = this.#named.get(name)
    if (known !== undefined) return known
    this.#named.set(name, [])
    const script = this.#script
    const { fields, literalFields } = script.model.writes
    const own = this.#functionsOf(name).map((node): FunctionValue => ({ kind: 'function', node, of: script }))
    const given = [
      ...(fields.get(name) ?? []).flatMap(({ value }) => value ?? []),
      ...(literalFields.get(name) ?? []),
    ]
    const found = new Map<AstNode, FunctionValue>(own.map((one) => [one.node, one]))
    const add = (values: Values): void => {
      for (const one of values)
        if (one.kind === 'function' && !found.has(one.node)) {
          found.set(one.node, one)
          add(this.#handedOutBy(one.node))
        }
    }
    for (const { node } of own.slice(0, MAX_CALLS_OF_ONE)) add(this.#handedOutBy(node))
    for (const value of given.slice(0, MAX_CALLS_OF_ONE)) {
      const values = script.of(value)
      // What a call gives that name, as `init: caught(start)`, is more likely meant, and nobody knows it.
      const isMade = value.type === 'CallExpression' && literalFields.get(name)?.includes(value) === true
      if (isMade && !values.some(({ kind }) => kind === 'function')) return []
      add(values)
      // `window.game = bundle.default`
      if (found.size === 0 && value.type === 'MemberExpression') add(this.named(memberName(value) ?? ''))
    }
    const all = [...found.values()]
    this.#named.set(name, all)
    return all
  }

  /** What a bundler's `name: () => value` hands out. */
  #handedOutBy(node: AstNode): Values {
    const fn =
      isFunction(node) && nodesOf(node['params']).length === 0
        ? this.#script.model.functions.get(node)
        : undefined
    const [value, ...more] = fn?.returns ?? []
    return value?.type === 'Identifier' && more.length === 0 ? this.#script.of(value) : []
  }

  extending(superclass: AstNode): readonly Made[] {
    if (this.#extending === undefined) {
      const found = new Map<AstNode, Made[]>()
      this.#extending = found
      const { model } = this.#script
      for (const { node } of model.functions.values())
        for (const value of this.#script.functions(asNode(node['superClass'])))
          push(found, value.node, { node, of: this.#script })
      const note = (derived: unknown, from: unknown): void => {
        for (const { node, of } of this.#script.functions(derived))
          for (const value of this.#script.of(from))
            if (value.kind === 'instance' || value.kind === 'function') push(found, value.node, { node, of })
      }
      for (const { object, value } of model.writes.fields.get('prototype') ?? []) note(object, value)
      for (const name of EXTENDING)
        for (const call of model.callsByName.get(name) ?? []) {
          const [derived, from] = nodesOf(call['arguments'])
          note(derived, from)
        }
    }
    return this.#extending.get(superclass) ?? []
  }

  /** Where scripts read a field that a getter answers, or set one of a setter; others only where it is seen whose field it is. */
  accessing({ node, names, owner }: ScriptFunction): readonly Made[] {
    if (owner?.kind !== 'get' && owner?.kind !== 'set') return []
    const described = this.#script.model.described.get(owner.node)
    const isWanted = (name: string): boolean =>
      described === undefined ? names.includes(name) : (described.name ?? name) === name
    const objects =
      described === undefined
        ? [owner.node]
        : this.#script.of(described.of).flatMap((value) => ('node' in value ? [value.node] : []))
    const owners = objects.flatMap((one) => [one, ...this.extending(one).map((made) => made.node)])
    const found: Made[] = []
    const add = (one: AstNode, of: Evaluator): void => {
      const values = of.of(one['object'])
      const isSeen = values.some((value) => 'node' in value && owners.includes(value.node))
      const mayBe =
        of === this.#script &&
        described?.name !== null &&
        (objects.length === 0 || values.every((value) => !('node' in value)))
      const isWithin = of === this.#script && node.start <= one.start && one.end <= node.end
      if (!isWithin && (isSeen || mayBe) && values.every(({ kind }) => kind !== 'global'))
        found.push({ node: one, of })
    }
    for (const of of new Set([this.#script, ...this.#script.outside.scripts()])) {
      const { fields } = of.model.writes
      const writes = [...fields].flatMap(([name, all]) => (isWanted(name) ? all : []))
      const targets = new Set(writes.flatMap(({ target, operator }) => (operator === '=' ? [target] : [])))
      if (owner.kind === 'set') for (const { target } of writes) add(target, of)
      else
        walk(of.model.program, (one) => {
          if (one.type === 'MemberExpression' && isWanted(memberName(one) ?? '*') && !targets.has(one))
            add(one, of)
        })
    }
    return found
  }

  /** What a function listens to: `a` of `a.onload = fn` and of `a.addEventListener('load', fn)`. */
  listenedTo({ node }: ScriptFunction): AstNode | null {
    if (this.#listening === undefined) {
      const found = new Map<AstNode, AstNode>()
      this.#listening = found
      const note = (listener: unknown, object: AstNode | null): void => {
        if (object !== null)
          for (const one of this.#script.functions(listener))
            if (one.of === this.#script) found.set(one.node, object)
      }
      for (const [name, writes] of this.#script.model.writes.fields)
        if (/^on[a-z]/.test(name))
          for (const { value, object } of writes.slice(0, MAX_WRITES)) note(value, object)
      for (const call of (this.#script.model.callsByName.get('addEventListener') ?? []).slice(0, MAX_WRITES))
        note(nodesOf(call['arguments'])[1], asNode(unwrap(call['callee'])?.['object']))
    }
    return this.#listening.get(node) ?? null
  }
}

/** The function of `var __importDefault = (this && this.__importDefault) || function (mod) {…}`, as TypeScript writes its helpers. */
const ownHelper = (value: AstNode | null): AstNode | null => {
  const given = value?.type === 'LogicalExpression' ? unwrap(value['left']) : null
  return asNode(given?.['left'])?.type === 'ThisExpression' ? unwrap(value?.['right']) : value
}

/** The calls of a parameter in its function. */
export const callsOfParameter = (fn: AstNode, index: number, { model }: Evaluator): readonly AstNode[] => {
  const parameter = nodesOf(fn['params'])[index]
  const calls =
    parameter?.type === 'Identifier' ? model.callsByName.get(String(parameter['name'])) : undefined
  return (calls ?? []).slice(0, MAX_CALLS).filter(({ start, end }) => fn.start <= start && end <= fn.end)
}

/** Whether the function around it gives it back. */
export const isReturned = ({ node, names, outer }: ScriptFunction): boolean =>
  outer?.returns.some(
    (value) => value === node || (value.type === 'Identifier' && names.includes(String(value['name']))),
  ) === true

/** Whether nobody knows what a call calls. */
export const isUnknown = (call: AstNode, of: Evaluator): boolean => {
  const callee = unwrap(call['callee'])
  const name = nameOfCallee(call)
  if (callee === null || of.functions(callee).length > 0 || OF_OBJECTS.has(name)) return false
  return (
    !(TIMERS.has(name) || REPEATING.has(name) || OF_ANSWERS.has(name) || name === 'clone') &&
    !isOfBrowser(callee, of)
  )
}

export const isOfBrowser = (value: AstNode, of: Evaluator): boolean =>
  of.paths(value).some(([first = '']) => OF_BROWSER.has(first)) || isOfContext(value, of)

/** Whether it is a field of what draws: `context.fillRect`. */
export const isOfContext = (value: AstNode, of: Evaluator): boolean => {
  const object = value.type === 'MemberExpression' ? of.of(value['object']) : []
  const isContext = (one: Value): boolean => one.kind === 'made' && one.path === CONTEXT
  return object.some(isContext) && object.every((one) => isContext(one) || one.kind === 'unknown')
}

/** What compilers and Node.js have one class extend another by: `__extends(B, A)`. */
const EXTENDING = ['__extends', '_inherits', '_inheritsLoose', 'inherits'] as const

const MAX_CALLS = 100
const MAX_CALLS_OF_ONE = 40
const MAX_WRITES = 200
