import { givenToModule } from './bundled-modules.js'
import { namesOf, unwrap } from './chains.js'
import { type AstNode, asNode, nodesOf } from './node.js'
import type { Variable, Write } from './scopes.js'
import type { ScriptFunction } from './script-parts.js'
import { exportOf, isNamespace, specifierAt } from './sources.js'
import {
  type Evaluator,
  exact,
  heldAs,
  typed,
  typeOf,
  UNKNOWN_VALUE,
  UNKNOWN_VALUES,
  union,
  type Value,
  type Values,
} from './value.js'
import { isBehind, reaching } from './writes-in-force.js'

/** What the variables of a script may be: any value that is written to them and may be in force; a parameter, what the seen calls give. */
export class VariableValues {
  readonly #of: Evaluator
  #handedOn: ReadonlySet<Variable> | undefined

  constructor(of: Evaluator) {
    this.#of = of
  }

  /** What a variable may be at a place. */
  at(variable: Variable, offset: number): Values {
    const { writes } = variable
    if (writes.length === 0) return UNKNOWN_VALUES
    if (writes.length > MAX_WRITES) return UNKNOWN_VALUES
    const inForce = reaching(writes, offset).filter((write) => !this.#comesLater(write, variable, offset))
    const found = inForce.map((write) => this.#written(write))
    // `let made`, which is nothing until something sets it.
    if (inForce.length === writes.length && writes.every(({ declares }) => declares === null))
      if (!isBehind(writes[0], offset)) found.push([exact(undefined)])
    const isShared =
      variable.scope === this.#of.model.root && (!this.#of.isModule || this.#isExported(variable))
    // Another script may set it; a score that is counted stays a number.
    const isOfWindow = OF_WINDOW.has(variable.name) && writes.some(({ declares }) => declares === 'var')
    const isSetElsewhere =
      isShared &&
      !this.#of.isModule &&
      writes.some(({ declares }) => declares !== 'const') &&
      (isOfWindow || !this.#isJustSet(inForce, offset))
    if (isSetElsewhere && !writes.some(({ way }) => way === 'arithmetic')) found.push(UNKNOWN_VALUES)
    if (!found.some((values) => values.some(isLiteral))) return union(found)
    const held = this.#isHandedOn(variable) ? 'handed-on' : isShared ? 'shared' : 'held'
    return union(found.map((values) => values.map((value) => heldAs(value, held))))
  }

  /** Whether a function sets its parameter only behind a place, in any case: `function (t) { var a = t('a'), t = 1 }`. */
  #comesLater({ offset: at, within, region, value }: Write, { writes }: Variable, offset: number): boolean {
    return (
      at > offset &&
      region === within &&
      value?.type !== 'FunctionDeclaration' &&
      this.#of.model.functionAt(offset).node === within &&
      writes.some((one) => one.within === within && one.way === 'parameter')
    )
  }

  /** Whether the script itself has set a variable at a place: no other script runs before that. */
  #isJustSet(inForce: readonly Write[], offset: number): boolean {
    const { model } = this.#of
    return (
      inForce.every((write) => write.within === model.program && isBehind(write, offset)) &&
      model.functionAt(offset) === model.main
    )
  }

  #isExported({ name }: Variable): boolean {
    return [...this.#of.model.exports.values()].some((node) => node['name'] === name)
  }

  /** Whether the object in a variable is given to a function that may change it. */
  #isHandedOn(variable: Variable): boolean {
    if (this.#handedOn === undefined) {
      const found = new Set<Variable>()
      this.#handedOn = found
      for (const [name, calls] of this.#of.model.callsByName)
        for (const call of READING_CALLS.has(name) ? [] : calls)
          for (const [index, value] of nodesOf(call['arguments']).entries()) {
            const isTarget = index === 0 && WRITING_CALLS.has(name)
            const given = value.type === 'Identifier' ? this.#of.model.variableOf(value) : null
            if (given !== null && !found.has(given) && (isTarget || !this.#isReading(call['callee'])))
              found.add(given)
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
    const variable = this.#of.model.variableAt(root, asNode(callee)?.start ?? 0)
    return variable === null
      ? READING.has(root)
      : variable.writes.some(({ value, way }) => way === 'is' && READING.has(rootOf(value)))
  }

  #written({ value, fields, way, index, operator, offset }: Write): Values {
    switch (way) {
      case 'is':
        return value === null ? UNKNOWN_VALUES : this.#of.through(this.#of.of(value), fields)
      case 'import':
        return value === null ? UNKNOWN_VALUES : this.#imported(value, offset)
      case 'parameter': {
        const fn = value === null ? undefined : this.#of.model.functions.get(value)
        return fn === undefined ? UNKNOWN_VALUES : this.#of.through(this.#argument(fn, index), fields)
      }
      case 'arithmetic': {
        if (operator !== '+') return [typed('number')]
        const added = union(
          this.#of.of(value).map((one) => [typeOf(one) === 'number' ? typed('number') : UNKNOWN_VALUE]),
        )
        const isText = this.#of.of(value).every((one) => typeOf(one) === 'string')
        return isText ? [typed('string')] : added
      }
    }
  }

  #imported(declaration: AstNode, offset: number): Values {
    const specifier = specifierAt(declaration, offset)
    if (specifier === undefined || isNamespace(specifier))
      return [{ kind: 'module', node: declaration, of: this.#of }]
    const found = exportOf(declaration, offset, this.#of)
    return found === null ? UNKNOWN_VALUES : found.of.of(found.node)
  }

  #argument(fn: ScriptFunction, index: number): Values {
    const bundled = givenToModule(fn.node, index, this.#of)
    if (bundled !== null) return bundled
    const found = this.#of.calls
      .argumentSources(fn, index)
      .map(({ node, fields }) => this.#of.through(this.#of.of(node), fields))
    for (const of of this.#of.outside.scripts())
      for (const call of of === this.#of ? [] : of.calls.toFunction(fn, this.#of))
        found.push(argumentOf(call, index, of))
    const listened = index === 0 ? this.#of.calls.listenedTo(fn) : null
    if (listened !== null) found.push([{ kind: 'event', node: listened, of: this.#of }])
    // There may be calls that nobody sees.
    const isOnlyCalledInPlace = fn.given !== null && fn.given.index < 0 && fn.names.length === 0
    return union(isOnlyCalledInPlace ? found : [...found, UNKNOWN_VALUES])
  }
}

/** What a call gives a parameter, up to the first list that is spread. */
const argumentOf = (call: AstNode, index: number, of: Evaluator): Values => {
  const values = nodesOf(call['arguments']).slice(0, index + 1)
  return values.some(({ type }) => type === 'SpreadElement') ? UNKNOWN_VALUES : of.of(values[index])
}

const isLiteral = (value: Value): boolean => 'held' in value

/** The fields of the window that make a text of what they are given: `var name = prompt('Name?')`. */
const OF_WINDOW: ReadonlySet<string> = new Set(['name', 'status'])

/** What changes no object that it is given. */
const READING: ReadonlySet<string> = new Set(['Service', 'console', 'JSON', 'Object', 'structuredClone'])

/** What sets fields of its first argument. */
const WRITING_CALLS: ReadonlySet<string> = new Set(['assign', 'defineProperty', 'defineProperties'])

const READING_CALLS: ReadonlySet<string> = new Set(['log', 'stringify', 'freeze'])

/** What is written to more often, nobody follows. */
const MAX_WRITES = 200
