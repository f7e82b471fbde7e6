import type { Bindings } from './bindings.js'
import { ByVariable } from './by-variable.js'
import { boundBy, calledInPlace, namesOf, unwrap } from './chains.js'
import { OWN_GLOBAL_OBJECTS, WINDOWS_AROUND } from './global-objects.js'
import { type AstNode, isNode, nodesOf, propertyName } from './node.js'
import { boundIn } from './patterns.js'
import { subclassIn } from './subclass.js'
import type { ScriptUse } from './use.js'

/** What the first name of a chain refers to. */
type Reached = Pick<ScriptUse, 'names' | 'global' | 'through' | 'around'>

/** A variable that holds what a chain of names reaches: `const { clipboard } = navigator`. */
interface Alias {
  /** Where the variable is named, in UTF-16 units. */
  readonly offset: number
  readonly path: readonly string[]
  /** Where the chain is. */
  readonly from: number
}

/**
 * Which global a chain of names reaches, in the place where it is written: a name that only another function declares is
 * still the browser's own, and a variable may hold a global. Scopes are looked at only where that can make a
 * difference to a reader.
 */
export class Reach {
  readonly #declared: ReadonlySet<string>
  readonly #bindings: Bindings
  readonly #isWord: (name: string) => boolean
  readonly #aliases: ByVariable<Alias>
  readonly #aliasNames = new Set<string>()
  readonly #assigned: ByVariable<{ readonly offset: number }>

  /**
   * @param declared every name that the script declares in any scope
   * @param isWord whether a reader looks for a name
   */
  constructor(declared: ReadonlySet<string>, bindings: Bindings, isWord: (name: string) => boolean) {
    this.#declared = declared
    this.#bindings = bindings
    this.#isWord = isWord
    const keyOf = (name: string, offset: number): string => this.#keyOf(name, offset)
    this.#aliases = new ByVariable(keyOf)
    this.#assigned = new ByVariable(keyOf)
  }

  /**
   * Notes what a variable or a pattern is declared with.
   * @returns what the pattern reads from a chain of names, each with its place
   */
  declare(
    target: unknown,
    value: AstNode | null,
  ): readonly { readonly path: readonly string[]; readonly offset: number }[] {
    const path = value === null ? null : pathOf(value)
    if (path === null || value === null || !this.#mayBeGlobal(path)) return []
    const reads: { readonly path: readonly string[]; readonly offset: number }[] = []
    const waiting: { readonly target: unknown; readonly path: readonly string[] }[] = [{ target, path }]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const bound =
        isNode(next.target) && next.target.type === 'AssignmentPattern' ? next.target['left'] : next.target
      if (!isNode(bound)) continue
      if (bound.type === 'Identifier') {
        const name = String(bound['name'])
        this.#aliasNames.add(name)
        this.#aliases.add(name, { offset: bound.start, path: next.path, from: value.start })
      } else if (bound.type === 'ObjectPattern')
        for (const property of nodesOf(bound['properties'])) {
          const name = property.type === 'Property' ? propertyName(property) : null
          if (name === null) continue
          const inner = [...next.path, name]
          reads.push({ path: inner, offset: property.start })
          waiting.push({ target: property['value'], path: inner })
        }
    }
    return reads
  }

  /** Notes the arguments of a function that is called where it is written. */
  declareParameters(callee: AstNode, values: readonly AstNode[]): void {
    const called = calledInPlace(callee, values)
    if (called === null) return
    for (const [index, parameter] of nodesOf(called.callee['params']).entries())
      this.declare(parameter, called.values[index] ?? null)
  }

  /** Notes that variables get another value. */
  assign(target: AstNode): void {
    for (const name of target.type === 'MemberExpression' ? [] : boundIn(target))
      this.#assigned.add(name, { offset: target.start })
  }

  /**
   * What a chain of names reaches; null where it starts with a variable of the script.
   * @param offset where it is, in UTF-16 units
   * @param isCalled whether it is called: what a variable holds was read before, where the variable was declared
   */
  of(written: readonly string[], offset: number, isCalled: boolean): Reached | null {
    const path = this.#globalPath(written, offset, isCalled, 0)
    if (path === null) return null
    const [first = ''] = path
    let from = path.length > 1 && OWN_GLOBAL_OBJECTS.has(first) ? 1 : 0
    // `window.window`, `self.window.top`: each is another way to say the same.
    while (from > 0 && from + 1 < path.length && OWN_GLOBAL_OBJECTS.has(path[from] ?? '')) from += 1
    const around = from + 1 < path.length && WINDOWS_AROUND.has(path[from] ?? '')
    if (around) from += 1
    return { names: path.slice(from), global: true, through: from === 0 ? null : first, around }
  }

  /**
   * The names from the global object on; null where the chain starts with a variable of the script.
   * @param isCalled whether a variable counts without a name behind it
   */
  #globalPath(
    written: readonly string[],
    offset: number,
    isCalled: boolean,
    depth: number,
  ): readonly string[] | null {
    const [first = '', ...more] = written
    if (first === '') return null
    if (!this.#declared.has(first)) return written
    const mayBeAlias = this.#aliasNames.has(first) && depth < MAX_DEPTH
    if (!mayBeAlias && !this.#isKnown(first)) return null
    if (this.#bindings.bindingOf(first, offset) === -1) return written
    if (!mayBeAlias) return null
    const key = this.#keyOf(first, offset)
    const [alias, ...others] = this.#aliases.of(key, first)
    if (alias === undefined || others.length > 0 || this.#assigned.of(key, first).length > 0) return null
    const path = this.#globalPath(alias.path, alias.from, true, depth + 1)
    const leadsOn = more.length === 0 ? isCalled : GATEWAYS.has(path?.at(-1) ?? '')
    return path !== null && leadsOn ? [...path, ...more] : null
  }

  #mayBeGlobal(path: readonly string[]): boolean {
    const [first = ''] = path
    const mayStart = !this.#declared.has(first) || this.#aliasNames.has(first) || this.#isKnown(first)
    const isAliasOfAlias = path.length === 1 && this.#aliasNames.has(first)
    return mayStart && (isAliasOfAlias || this.#isKnown(path.at(-1) ?? ''))
  }

  /** Whether a rule may look for a global of this name. */
  #isKnown(name: string): boolean {
    return GATEWAYS.has(name) || this.#isWord(name)
  }

  #keyOf(name: string, offset: number): string {
    return `${name} ${this.#bindings.bindingOf(name, offset)}`
  }
}

/**
 * The names of a chain that a variable is declared with, also as `a.b.bind(c)`, or as a class that constructs just that;
 * null for any other value.
 */
const pathOf = (value: AstNode): readonly string[] | null => {
  const made = unwrap(value)
  const subclass = subclassIn(made)
  const node = subclass?.passesOn === true ? subclass.superclass : made
  const bound = boundBy(node)
  const chain = bound === null ? node : bound.values.length === 0 ? bound.callee : null
  const names = chain === null ? null : namesOf(chain)
  return names?.includes('') === true ? null : names
}

/** The objects through which scripts reach nearly everything. */
const GATEWAYS: ReadonlySet<string> = new Set([
  ...OWN_GLOBAL_OBJECTS,
  ...WINDOWS_AROUND,
  'document',
  'navigator',
  'screen',
  'location',
])

/** One variable of another: longer chains do not occur. */
const MAX_DEPTH = 5
