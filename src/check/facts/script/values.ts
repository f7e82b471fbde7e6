import { SeenCalls } from './calls.js'
import { unwrap } from './chains.js'
import { fieldOfValue } from './fields.js'
import { OF_BROWSER, OWN_GLOBAL_OBJECTS } from './known-names.js'
import type { ScriptModel } from './model.js'
import { type AstNode, asNode, memberName, nameOfSpecifier, nodesOf } from './node.js'
import { binary, chosen, literal, pairs, partsOfTemplate, sum, summandsOf, unary } from './operators.js'
import { valuesOfCall, valuesOfNew, valuesOfSuper, valuesOfThis } from './results.js'
import {
  type Evaluator,
  exact,
  type Frame,
  type FunctionValue,
  type Made,
  NOTHING_OUTSIDE,
  type Outside,
  typed,
  UNKNOWN_VALUE,
  UNKNOWN_VALUES,
  union,
  type Value,
  type Values,
} from './value.js'
import { VariableValues } from './variable-values.js'

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
  readonly #variables: VariableValues
  readonly #known = new Map<AstNode, Values>()
  /** The expressions and variables whose values are being found, each with its depth. */
  readonly #open = new Map<unknown, number>()
  /** The least depth that the current one has led back to. */
  #back = Number.POSITIVE_INFINITY
  readonly #tries = new Map<unknown, number>()
  #depth = 0
  #steps = 0
  #stepsOfAll = 0

  constructor(model: ScriptModel, isModule: boolean, outside: Outside = NOTHING_OUTSIDE) {
    this.model = model
    this.isModule = isModule
    this.outside = outside
    this.calls = new SeenCalls(this)
    this.#variables = new VariableValues(this)
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
        return [{ kind: 'array', node, of: this, held: 'own', elements: elementsOf(node) }]
      case 'Identifier':
        return this.#identifier(node, frame)
      case 'ThisExpression':
        return valuesOfThis(node, this)
      case 'Super':
        return valuesOfSuper(node, this)
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
    const own = frame?.given.get(variable) ?? this.#variables.at(variable, node.start)
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
      const values = this.globalWrites(name)
        .slice(0, MAX_CALLS)
        .map((value) => this.of(value))
      const variable = this.isModule ? null : this.model.root.find(name)
      return union(
        variable === null ? values : [...values, this.#variables.at(variable, Number.POSITIVE_INFINITY)],
      )
    })
  }

  globalWrites(name: string): readonly AstNode[] {
    return [...(this.model.writes.globals.get(name) ?? []), ...this.#writtenToWindow(name)]
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

  #member(node: AstNode, frame: Frame | null): Values {
    const objects = this.of(node['object'], frame)
    const name = memberName(node)
    if (name !== null) {
      const found = this.through(objects, [name])
      // What is the browser's own is not named after a function of the app: `Object.keys`, `Date.now`.
      const isLibrary =
        asNode(node['object'])?.type === 'Identifier' &&
        objects.some(
          (one) => one.kind === 'global' && one.path.length === 1 && !OF_BROWSER.has(one.path[0] ?? ''),
        )
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
    if (fn === undefined || node['generator'] === true || fn.returns.length > MAX_RETURNS)
      return UNKNOWN_VALUES
    if (fn.returns.length === 0) return [exact(undefined)]
    return union(fn.returns.map((value) => this.of(value, frame)))
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

/** The elements of a list, with something nobody knows for one that is left out: `[, first]`. */
const elementsOf = (list: AstNode): readonly AstNode[] => {
  const elements = list['elements']
  const { start } = list
  return Array.isArray(elements) && elements.includes(null)
    ? elements.map((one) => asNode(one) ?? { type: 'Elision', start, end: start })
    : nodesOf(elements)
}

/** So deep one thing is followed to another: longer ways are nobody's. */
const MAX_DEPTH = 100
/** So many expressions are looked at for one question, and for all questions about a script. */
const MAX_STEPS = 20_000
const MAX_STEPS_OF_ALL = 2_000_000
/** How often values that are not whole are found again. */
const MAX_TRIES = 3
const MAX_CALLS = 100
/** What gives more than that, as an interpreter does, is nobody's in particular. */
const MAX_RETURNS = 24
const MAX_WRITES = 200

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
