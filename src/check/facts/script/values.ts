import { SeenCalls } from './calls.js'
import { namesOf, unwrap } from './chains.js'
import { fieldOfValue } from './fields.js'
import { OWN_GLOBAL_OBJECTS } from './known-names.js'
import type { ScriptModel } from './model.js'
import { type AstNode, asNode, memberName, nameOfSpecifier, nodesOf, propertyName } from './node.js'
import { binary, chosen, literal, pairs, partsOfTemplate, sum, summandsOf, unary } from './operators.js'
import { valuesOfCall, valuesOfNew } from './results.js'
import type { Variable, Write } from './scopes.js'
import type { ScriptFunction } from './script-parts.js'
import {
  type Evaluator,
  exact,
  type Frame,
  type FunctionValue,
  type Held,
  type Made,
  NOTHING_OUTSIDE,
  type Outside,
  typed,
  typeOf,
  UNKNOWN_VALUE,
  UNKNOWN_VALUES,
  union,
  type Value,
  type Values,
} from './value.js'

/**
 * What the expressions of a script may come to. A variable or a field may be any value that is written to it; a parameter, any
 * that the seen calls give it; the union is small, and has `unknown` where there may be more. Each answer is found once, when
 * somebody first asks, and what leads back to itself adds nothing.
 */
export class ScriptValues implements Evaluator {
  readonly model: ScriptModel
  readonly isModule: boolean
  readonly outside: Outside
  readonly calls: SeenCalls
  readonly #known = new Map<AstNode, Values>()
  /** The expressions and variables whose values are being found, each with its depth. */
  readonly #open = new Map<unknown, number>()
  /** The least depth that the current one has led back to. */
  #back = Number.POSITIVE_INFINITY
  readonly #tries = new Map<unknown, number>()
  #handedOn: ReadonlySet<Variable> | undefined
  #depth = 0
  #steps = 0
  #stepsOfAll = 0

  constructor(model: ScriptModel, isModule: boolean, outside: Outside = NOTHING_OUTSIDE) {
    this.model = model
    this.isModule = isModule
    this.outside = outside
    this.calls = new SeenCalls(this)
  }

  /** What an expression may come to. */
  of(expression: unknown, frame: Frame | null = null): Values {
    const node = unwrap(expression)
    if (node === null) return UNKNOWN_VALUES
    const known = frame === null ? this.#known.get(node) : undefined
    if (known !== undefined) return known
    if (this.#depth === 0) this.#steps = 0
    if (this.#depth >= MAX_DEPTH || ++this.#steps > MAX_STEPS || ++this.#stepsOfAll > MAX_STEPS_OF_ALL)
      return UNKNOWN_VALUES
    this.#depth++
    const { values, isWhole } = this.#openOnce(node, () => this.#evaluate(node, frame))
    this.#depth--
    if (frame === null && (isWhole || this.#isTriedEnough(node))) this.#known.set(node, values)
    return values
  }

  /**
   * Finds values that may depend on themselves; such a use adds nothing. They are whole unless they depend on others that are still
   * being found.
   */
  #openOnce(key: unknown, find: () => Values): { readonly values: Values; readonly isWhole: boolean } {
    const opened = this.#open.get(key)
    if (opened !== undefined) {
      this.#back = Math.min(this.#back, opened)
      return { values: [], isWhole: false }
    }
    const own = this.#open.size
    const before = this.#back
    this.#back = Number.POSITIVE_INFINITY
    this.#open.set(key, own)
    const values = find()
    this.#open.delete(key)
    const isWhole = this.#back >= own
    this.#back = isWhole ? before : Math.min(before, this.#back)
    return { values, isWhole }
  }

  /** Whether values were found so often that they are kept, though they are not whole. */
  #isTriedEnough(key: unknown): boolean {
    const tries = (this.#tries.get(key) ?? 0) + 1
    this.#tries.set(key, tries)
    return tries >= MAX_TRIES
  }

  /** The globals that an expression may reach, by their names without `window.` and the like. */
  paths(expression: unknown): readonly (readonly string[])[] {
    return this.of(expression).flatMap((value) => (value.kind === 'global' ? [value.path] : []))
  }

  /** The one global that an expression reaches, also where it may be something else; null where there is none, or several. */
  path(expression: unknown): readonly string[] | null {
    const [first, ...more] = this.paths(expression)
    return first === undefined || more.length > 0 ? null : first
  }

  /** The script's functions that an expression may be. */
  functions(expression: unknown): readonly FunctionValue[] {
    return this.of(expression).flatMap((value) => (value.kind === 'function' ? [value] : []))
  }

  #evaluate(node: AstNode, frame: Frame | null): Values {
    const of = (part: unknown): Values => this.of(part, frame)
    switch (node.type) {
      case 'Literal':
        return [literal(node)]
      case 'TemplateLiteral':
        return sum(partsOfTemplate(node).map((part) => (typeof part === 'string' ? [exact(part)] : of(part))))
      case 'BinaryExpression':
        if (node['operator'] === '+') return sum(summandsOf(node).map(of))
        return pairs(of(node['left']), of(node['right']), (a, b) => binary(String(node['operator']), a, b))
      case 'UnaryExpression':
        return union([of(node['argument']).map((value) => unary(String(node['operator']), value))])
      case 'ConditionalExpression':
        return union([of(node['consequent']), of(node['alternate'])])
      case 'LogicalExpression':
        return chosen(String(node['operator']), of(node['left']), () => of(node['right']))
      case 'AssignmentExpression':
        return node['operator'] === '=' ? of(node['right']) : union([of(node['left']), of(node['right'])])
      case 'AwaitExpression':
        return of(node['argument'])
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
      case 'FunctionDeclaration':
      case 'ClassExpression':
      case 'ClassDeclaration':
        return [{ kind: 'function', node, of: this }]
      case 'ObjectExpression':
        return [{ kind: 'object', node, of: this, held: 'own' }]
      case 'ArrayExpression':
        return [{ kind: 'array', node, of: this, held: 'own', elements: nodesOf(node['elements']) }]
      case 'Identifier':
        return this.#identifier(node, frame)
      case 'ThisExpression':
        return this.#this(node)
      case 'Super':
        return this.#super(node)
      case 'MemberExpression':
        return this.#member(node, frame)
      case 'CallExpression':
        return valuesOfCall(node, frame, this)
      case 'NewExpression':
        return valuesOfNew(node, frame, this)
      case 'ImportExpression':
      case 'ExportAllDeclaration':
        return [{ kind: 'module', node, of: this }]
      case 'MetaProperty':
        return [{ kind: 'global', path: ['import.meta'] }]
      default:
        return UNKNOWN_VALUES
    }
  }

  #identifier(node: AstNode, frame: Frame | null): Values {
    const name = String(node['name'])
    const variable = this.model.variableOf(node)
    if (variable === null) return this.global(name)
    const own = frame?.given.get(variable) ?? this.#variable(variable, node.start)
    // Classic scripts share what they declare at the top: `var Game = Game || {}`.
    const isShared = variable.scope === this.model.root && !this.isModule
    const shared = isShared ? this.outside.global(name, this) : null
    return shared === null ? own : union([own, shared])
  }

  global(name: string): Values {
    const known = GLOBAL_VALUES.get(name)
    if (known !== undefined) return [known]
    const own: Value = { kind: 'global', path: OWN_GLOBAL_OBJECTS.has(name) ? [] : [name] }
    const shared = this.outside.global(name, this) ?? []
    const written = this.model.writes.globals.has(name) ? this.ownGlobal(name) : []
    return shared.length + written.length === 0 ? [own] : union([shared, written, [own]])
  }

  /** What a global may be by what the scripts write to it: `window.App = {…}`. */
  ownGlobal(name: string): Values {
    return this.once(`global ${name}`, () => {
      const written = [...(this.model.writes.globals.get(name) ?? []), ...this.#writtenToWindow(name)]
      const values = written.slice(0, MAX_CALLS).map((value) => this.of(value))
      const variable = this.isModule ? null : this.model.root.find(name)
      return union(
        variable === null ? values : [...values, this.#variable(variable, Number.POSITIVE_INFINITY)],
      )
    })
  }

  /** What `root.name = …` sets, where `root` is the global object by another name. */
  #writtenToWindow(name: string): readonly AstNode[] {
    const writes = this.model.writes.fields.get(name) ?? []
    if (writes.length > MAX_WRITES) return []
    return writes.flatMap(({ object, value }) =>
      value !== null && this.paths(object).some((path) => path.length === 0) ? [value] : [],
    )
  }

  /** Whether the script gives the page a global of a name. */
  definesGlobal(name: string): boolean {
    return (
      this.model.writes.globals.has(name) ||
      (!this.isModule && this.model.root.find(name) !== null) ||
      this.#writtenToWindow(name).length > 0
    )
  }

  /** What a module exports by a name; null where it does not. */
  exported(name: string): Made | null {
    const node = this.model.exports.get(name)
    if (node !== undefined && node.type !== 'ExportNamedDeclaration') return { node, of: this }
    const key = `export ${name}`
    if (this.#open.has(key)) return null
    this.#open.set(key, this.#open.size)
    let found: Made | null = null
    if (node !== undefined) found = this.outside.exported(node, importedName(node, name, 'exported'), this)
    else for (const all of this.model.exportsAll) found ??= this.outside.exported(all, name, this)
    this.#open.delete(key)
    return found
  }

  source(expression: unknown): Made | null {
    const node = unwrap(expression)
    if (node?.type === 'Identifier') return this.#sourceOfName(node)
    const name = node?.type === 'MemberExpression' ? memberName(node) : null
    // An object that is the window's may be the browser's, too.
    const objects = name === null ? [] : this.of(node?.['object']).filter(({ kind }) => kind !== 'global')
    const [object, ...more] = objects
    if (object === undefined || name === null || more.length > 0) return null
    if (object.kind === 'module') return object.of.outside.exported(object.node, name, object.of)
    if (object.kind !== 'object' && object.kind !== 'instance' && object.kind !== 'function') return null
    if (object.kind === 'object' && object.held === 'handed-on') return null
    const members =
      object.kind === 'object'
        ? nodesOf(object.node['properties'])
        : nodesOf(asNode(object.node['body'])?.['body']).filter(
            (one) => (one['static'] === true) === (object.kind === 'function'),
          )
    const own = members.filter((one) => propertyName(one) === name && one['kind'] !== 'set')
    const written = [object.of, ...this.outside.scripts().filter((one) => one !== object.of)].flatMap((of) =>
      (of.model.writes.fields.get(name) ?? []).map(({ value }) => ({ value, of })),
    )
    const [first, ...others] = [
      ...own.map((one) => ({ value: one['kind'] === 'get' ? null : asNode(one['value']), of: object.of })),
      ...written,
    ]
    return first === undefined || first.value === null || others.length > 0
      ? null
      : { node: first.value, of: first.of }
  }

  #sourceOfName(node: AstNode): Made | null {
    const variable = this.model.variableOf(node)
    if (variable === null) {
      const name = String(node['name'])
      const [found, ...more] = this.outside.scripts().flatMap((of): readonly Made[] => {
        const declared = of.isModule ? null : of.model.root.find(name)
        const writes = declared?.writes.map(({ value }) => value) ?? of.model.writes.globals.get(name) ?? []
        return writes.map((value) => ({ node: value ?? node, of }))
      })
      return found === undefined || found.node === node || more.length > 0 ? null : found
    }
    const [write, ...more] = variable.writes
    if (write === undefined || write.value === null || write.declares === null || more.length > 0) return null
    if (write.way === 'import') return this.#exportOf(write.value, write.offset)
    return write.way === 'is' && write.fields.length === 0 ? { node: write.value, of: this } : null
  }

  #variable(variable: Variable, offset: number): Values {
    const { writes } = variable
    if (writes.length === 0) return UNKNOWN_VALUES
    if (writes.length > MAX_WRITES) return UNKNOWN_VALUES
    const inForce = reaching(writes, offset)
    const found = inForce.map((write) => this.#written(write))
    // `let made`, which is nothing until something sets it.
    if (inForce.length === writes.length && writes.every(({ declares }) => declares === null))
      if (!isBehind(writes[0], offset)) found.push([exact(undefined)])
    const isShared = variable.scope === this.model.root && (!this.isModule || this.#isExported(variable))
    // Another script may set it; a score that is counted stays a number.
    const isSetElsewhere = isShared && !this.isModule && writes.some(({ declares }) => declares !== 'const')
    if (isSetElsewhere && !writes.some(({ way }) => way === 'arithmetic')) found.push(UNKNOWN_VALUES)
    if (!found.some((values) => values.some(isLiteral))) return union(found)
    const held = this.#isHandedOn(variable) ? 'handed-on' : isShared ? 'shared' : 'held'
    return union(found.map((values) => values.map((value) => heldAs(value, held))))
  }

  #isExported({ name }: Variable): boolean {
    return [...this.model.exports.values()].some((node) => node['name'] === name)
  }

  /** Whether the object in a variable is given to a function that may change it. */
  #isHandedOn(variable: Variable): boolean {
    if (this.#handedOn === undefined) {
      const found = new Set<Variable>()
      this.#handedOn = found
      for (const [name, calls] of this.model.callsByName)
        for (const call of READING_CALLS.has(name) ? [] : calls)
          for (const value of nodesOf(call['arguments'])) {
            const given = value.type === 'Identifier' ? this.model.variableOf(value) : null
            if (given !== null && !found.has(given) && !this.#isReading(call['callee'])) found.add(given)
          }
    }
    return this.#handedOn.has(variable)
  }

  /** By what is written only: what is called may be what is asked about. */
  #isReading(callee: unknown): boolean {
    const rootOf = (chain: unknown): string => {
      const node = unwrap(chain)
      return (node === null ? null : namesOf(node))?.[0] ?? ''
    }
    const root = rootOf(callee)
    const variable = this.model.variableAt(root, asNode(callee)?.start ?? 0)
    return variable === null
      ? READING.has(root)
      : variable.writes.some(({ value, way }) => way === 'is' && READING.has(rootOf(value)))
  }

  #written({ value, fields, way, index, operator, offset }: Write): Values {
    switch (way) {
      case 'is':
        return value === null ? UNKNOWN_VALUES : this.through(this.of(value), fields)
      case 'import':
        return value === null ? UNKNOWN_VALUES : this.#imported(value, offset)
      case 'parameter': {
        const fn = value === null ? undefined : this.model.functions.get(value)
        return fn === undefined ? UNKNOWN_VALUES : this.through(this.#argument(fn, index), fields)
      }
      case 'arithmetic': {
        if (operator !== '+') return [typed('number')]
        const added = union(
          this.of(value).map((one) => [typeOf(one) === 'number' ? typed('number') : UNKNOWN_VALUE]),
        )
        const isText = this.of(value).every((one) => typeOf(one) === 'string')
        return isText ? [typed('string')] : added
      }
    }
  }

  #imported(declaration: AstNode, offset: number): Values {
    const specifier = specifierAt(declaration, offset)
    if (specifier === undefined || specifier.type === 'ImportNamespaceSpecifier')
      return [{ kind: 'module', node: declaration, of: this }]
    const found = this.#exportOf(declaration, offset)
    return found === null ? UNKNOWN_VALUES : found.of.of(found.node)
  }

  /** What another module gives a name that is imported; null where that is the module itself, or not seen. */
  #exportOf(declaration: AstNode, offset: number): Made | null {
    const specifier = specifierAt(declaration, offset)
    if (specifier === undefined || specifier.type === 'ImportNamespaceSpecifier') return null
    const name =
      specifier.type === 'ImportDefaultSpecifier' ? 'default' : nameOfSpecifier(specifier['imported'])
    return this.outside.exported(declaration, name, this)
  }

  #argument(fn: ScriptFunction, index: number): Values {
    const found = this.calls
      .argumentSources(fn, index)
      .map(({ node, fields }) => this.through(this.of(node), fields))
    for (const of of this.outside.scripts())
      for (const call of of === this ? [] : of.calls.toFunction(fn, this))
        found.push(argumentOf(call, index, of))
    const listened = index === 0 ? this.calls.listenedTo(fn) : null
    if (listened !== null) found.push([{ kind: 'event', node: listened, of: this }])
    // There may be calls that nobody sees.
    const isOnlyCalledInPlace = fn.given !== null && fn.given.index < 0 && fn.names.length === 0
    return union(isOnlyCalledInPlace ? found : [...found, UNKNOWN_VALUES])
  }

  #this(node: AstNode): Values {
    let fn: ScriptFunction | null = this.model.functionAt(node.start)
    while (fn !== null && fn.node.type === 'ArrowFunctionExpression') fn = fn.outer
    if (fn === null || fn === this.model.main)
      return this.isModule ? [exact(undefined)] : [{ kind: 'global', path: [] }]
    return this.#thisOf(fn)
  }

  #thisOf(fn: ScriptFunction): Values {
    return this.once(fn, () => {
      const { owner, target, given, node } = fn
      if (owner !== null && owner.node.type !== 'ObjectExpression')
        return this.#classesFrom(owner.node, owner.isStatic ? 'function' : 'instance')
      if (owner !== null) return [{ kind: 'object', node: owner.node, of: this, held: 'held' }]
      if (target !== null && target.type === 'MemberExpression') return this.of(target['object'])
      const listened = this.calls.listenedTo(fn)
      if (listened !== null) return this.of(listened)
      if (given?.index === -1 && given.call.type === 'CallExpression') {
        const callee = unwrap(given.call['callee'])
        // `(function () {…}).call(this)`, `(function () {…}).bind(this)()`
        const by = callee?.type === 'MemberExpression' ? given.call : callee
        if (callee !== node) return this.of(nodesOf(by?.['arguments'])[0])
        return this.isModule ? [exact(undefined)] : [{ kind: 'global', path: [] }]
      }
      return this.#classesFrom(node, 'instance')
    })
  }

  /** Of a class, and of those that extend it: what a method is called on may be of any of them. */
  #classesFrom(node: AstNode, kind: 'function' | 'instance'): Values {
    const found: Made[] = [{ node, of: this }]
    const scripts = [this, ...this.outside.scripts().filter((one) => one.model !== this.model)]
    for (const one of found)
      for (const of of found.length > MAX_SUBCLASSES ? [] : scripts)
        found.push(...of.calls.extending(one.node))
    return found.length > MAX_SUBCLASSES ? [{ kind, node, of: this }] : found.map((one) => ({ kind, ...one }))
  }

  /** In a method, what the class extends. */
  #super(node: AstNode): Values {
    const owner = this.model.functionAt(node.start).owner
    const kind = owner?.isStatic === true ? 'function' : 'instance'
    return this.functions(owner?.node['superClass']).map((one) => ({ ...one, kind }))
  }

  #member(node: AstNode, frame: Frame | null): Values {
    const objects = this.of(node['object'], frame)
    const name = memberName(node)
    if (name !== null) {
      const found = this.through(objects, [name])
      const isLibrary =
        asNode(node['object'])?.type === 'Identifier' &&
        objects.some(({ kind, ...one }) => kind === 'global' && 'path' in one && one.path.length === 1)
      if (!isLibrary || found.some(({ kind }) => kind === 'function')) return found
      const named = this.outside.named(name)
      return named.length === 1 ? union([found, named]) : found
    }
    const keys = this.of(node['property'], frame)
    return union(
      keys.map((key) =>
        key.kind === 'exact' && typeof key.value !== 'object'
          ? this.through(objects, [String(key.value)])
          : objects.flatMap((object) => this.#anyOf(object)),
      ),
    )
  }

  /** What any field of an object may be; which one of a table of functions, nobody knows. */
  #anyOf(object: Value): Values {
    const found = this.through([object], ['*'])
    return object.kind === 'object'
      ? found.map((one) => (one.kind === 'function' ? UNKNOWN_VALUE : one))
      : found
  }

  /** What fields of values hold; `*` is any field. */
  through(values: Values, fields: readonly string[]): Values {
    return fields.reduce(
      (found, field) => union(found.map((value) => fieldOfValue(value, field, this))),
      values,
    )
  }

  returned(node: AstNode, frame: Frame | null): Values {
    const fn = this.model.functions.get(node)
    if (fn === undefined || node['generator'] === true) return UNKNOWN_VALUES
    if (fn.returns.length === 0) return [exact(undefined)]
    return union(fn.returns.slice(0, MAX_CALLS).map((value) => this.of(value, frame)))
  }

  readonly #answers = new Map<unknown, Values>()

  once(key: unknown, answer: () => Values): Values {
    const known = this.#answers.get(key)
    if (known !== undefined) return known
    const { values, isWhole } = this.#openOnce(key, answer)
    if (isWhole || this.#isTriedEnough(key)) this.#answers.set(key, values)
    return values
  }
}

/** So deep one thing is followed to another: longer ways are nobody's. */
const MAX_DEPTH = 100
/** So many expressions are looked at for one question, and for all questions about a script. */
const MAX_STEPS = 20_000
const MAX_STEPS_OF_ALL = 2_000_000
/** How often values that are not whole are found again. */
const MAX_TRIES = 3
const MAX_CALLS = 100
const MAX_WRITES = 200
/** Of so many classes that extend one, nobody says which it is. */
const MAX_SUBCLASSES = 12

/** What a call gives a parameter, up to the first list that is spread. */
const argumentOf = (call: AstNode, index: number, of: Evaluator): Values => {
  const values = nodesOf(call['arguments']).slice(0, index + 1)
  return values.some(({ type }) => type === 'SpreadElement') ? UNKNOWN_VALUES : of.of(values[index])
}

const isLiteral = (value: Value): boolean => 'held' in value

const heldAs = (value: Value, held: Held): Value =>
  'held' in value && value.held !== 'handed-on' && value.held !== 'frozen' ? { ...value, held } : value

/**
 * The writes that may be in force at a place: one that always comes before it, in the same part of the script, ends all that
 * is written before that.
 */
const reaching = (writes: readonly Write[], offset: number): readonly Write[] => {
  if (writes.length < 2) return writes
  let last: Write | null = null
  for (const write of writes) {
    const { region, value } = write
    const end = Math.max(write.offset, value === null || value.start < write.offset ? 0 : value.end)
    const isBefore = end <= offset && region.start <= offset && offset < region.end
    if (
      isBefore &&
      write.way !== 'arithmetic' &&
      write.operator === '=' &&
      (last === null || write.offset > last.offset)
    )
      last = write
  }
  // What another function writes, may come in between.
  return last === null
    ? writes
    : writes.filter(({ offset: at, within }) => at >= last.offset || within !== last.within)
}

/** Whether a variable has been set at a place in any case: by a write of the same part of the script. */
const isBehind = (write: Write | undefined, offset: number): boolean =>
  write !== undefined && write.offset < offset && write.region.start <= offset && offset < write.region.end

const specifierAt = (declaration: AstNode, offset: number): AstNode | undefined =>
  nodesOf(declaration['specifiers']).find(({ local }) => asNode(local)?.start === offset)

/** By what name the other module has what one of `export { a as b } from './c.js'` exports. */
const importedName = (node: AstNode, name: string, key: string): string => {
  const one = nodesOf(node['specifiers']).find((specifier) => nameOfSpecifier(specifier[key]) === name)
  return one === undefined ? name : nameOfSpecifier(one['local'])
}

const GLOBAL_VALUES: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['undefined', exact(undefined)],
  ['NaN', typed('number')],
  ['Infinity', typed('number')],
])

/** What changes no object that it is given. */
const READING: ReadonlySet<string> = new Set(['Service', 'console', 'JSON', 'Object', 'structuredClone'])
const READING_CALLS: ReadonlySet<string> = new Set(['log', 'stringify', 'freeze'])
