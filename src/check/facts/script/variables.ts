import { type Bindings, bindingsOf } from './bindings.js'
import { ByVariable } from './by-variable.js'
import { OWN_GLOBAL_OBJECTS } from './global-objects.js'
import { type AstNode, asNode, isFunction, isNode, memberName, propertyName } from './node.js'
import { walk } from './walk.js'
import { VariableWrites, type Write } from './writes.js'

/** The variables of a script: which one a name refers to, what it is assigned, and which global a chain reaches. */
export class ScriptVariables {
  readonly #program: AstNode
  readonly #isModule: boolean
  readonly #bindings: Bindings
  readonly #recorded: VariableWrites
  /** The names whose objects get another name: in a variable, a field, a list, or as a function's result. */
  #aliased: ByVariable<{ readonly offset: number }> | undefined
  readonly #paths = new Map<string, readonly string[] | null>()

  /** @param isModule whether other scripts can name only the variables that it exports */
  constructor(program: AstNode, isModule: boolean) {
    this.#program = program
    this.#isModule = isModule
    this.#bindings = bindingsOf(program)
    this.#recorded = new VariableWrites(program, (name, offset) => this.keyOf(name, offset))
  }

  /** Whether a name at a place is one that the script does not declare there. */
  isGlobal(name: string, offset: number): boolean {
    return this.#bindings.bindingOf(name, offset) === -1
  }

  /** A variable, told apart from others of its name. */
  keyOf(name: string, offset: number): string {
    return `${name} ${this.#bindings.bindingOf(name, offset)}`
  }

  /** Every place where the variable of a name gets a value. */
  writesOf(name: string, offset: number): readonly Write[] {
    return this.#recorded.writes.of(this.keyOf(name, offset), name)
  }

  /** The function that a name refers to; null where that is not certain. */
  functionOf(name: string, offset: number): AstNode | null {
    const [write, ...more] = this.writesOf(name, offset)
    if (write === undefined || more.length > 0 || write.fields.length > 0) return null
    return write.value !== null && isFunction(write.value) ? write.value : null
  }

  /** Whether a field of the object in a variable is set or deleted by its name. */
  isChanged(name: string, offset: number): boolean {
    return this.#recorded.changed.of(this.keyOf(name, offset), name).length > 0
  }

  /** Whether the object in a variable is given to a function that may change it. */
  isHandedOn(name: string, offset: number): boolean {
    return this.#recorded.passed
      .of(this.keyOf(name, offset), name)
      .some(({ callee }) => !READING.has(this.globalPath(callee)?.[0] ?? ''))
  }

  /** Whether the object in a variable has another name, by which it may be changed. */
  isAliased(name: string, offset: number): boolean {
    if (this.#aliased === undefined) {
      const aliased = new ByVariable<{ readonly offset: number }>((one, at) => this.keyOf(one, at))
      // Few scripts hand the host an object that a variable holds, and there are aliases everywhere.
      walk(this.#program, (node) => {
        for (const value of aliasesIn(node))
          if (isNode(value) && value.type === 'Identifier')
            aliased.add(String(value['name']), { offset: value.start })
      })
      this.#aliased = aliased
    }
    return this.#aliased.of(this.keyOf(name, offset), name).length > 0
  }

  /** Whether another script of the bundle may name a variable: scripts of a page share theirs, modules export some. */
  isShared(name: string, offset: number): boolean {
    if (!this.#bindings.isOutermost(name, offset)) return false
    return !this.#isModule || this.#recorded.exported.of(this.keyOf(name, offset), name).length > 0
  }

  /**
   * The global that an expression reaches, by its names without `window.` and the like, also through variables:
   * `Service.storage` is `Service`, `storage`. Null where it is not certainly a global.
   */
  globalPath(expression: AstNode | null | undefined, depth = 0): readonly string[] | null {
    if (!isNode(expression) || depth > MAX_DEPTH) return null
    switch (expression.type) {
      case 'Identifier': {
        const name = String(expression['name'])
        if (!this.isGlobal(name, expression.start)) return this.#pathOfVariable(name, expression.start, depth)
        return OWN_GLOBAL_OBJECTS.has(name) ? [] : [name]
      }
      case 'MemberExpression': {
        const object = asNode(expression['object'])
        const field = memberName(expression)
        if (object === null || field === null) return null
        if (object.type === 'ThisExpression') return this.#pathOfOwnField(field, depth)
        const path = this.globalPath(object, depth + 1) ?? null
        if (path === null) return this.globalPath(this.#fieldOf(object, field), depth + 1)
        return path.length === 0 && OWN_GLOBAL_OBJECTS.has(field) ? [] : [...path, field]
      }
      case 'ChainExpression':
      case 'ParenthesizedExpression':
        return this.globalPath(asNode(expression['expression']), depth + 1)
      case 'SequenceExpression': {
        const all = expression['expressions']
        return this.globalPath(Array.isArray(all) ? asNode(all.at(-1)) : null, depth + 1)
      }
      case 'AssignmentExpression':
        return expression['operator'] === '=' ? this.globalPath(asNode(expression['right']), depth + 1) : null
      case 'LogicalExpression':
        // `window.Service || null`, `window.Service && window.Service.storage`
        return this.globalPath(
          asNode(expression[expression['operator'] === '&&' ? 'right' : 'left']),
          depth + 1,
        )
      case 'ConditionalExpression': {
        const [first, second] = [asNode(expression['consequent']), asNode(expression['alternate'])]
        if (isNothing(first)) return this.globalPath(second, depth + 1)
        return isNothing(second) ? this.globalPath(first, depth + 1) : null
      }
      case 'CallExpression': {
        // `Service.pay.bind(Service)`
        const callee = asNode(expression['callee'])
        const values = expression['arguments']
        const isBound =
          callee?.type === 'MemberExpression' &&
          memberName(callee) === 'bind' &&
          Array.isArray(values) &&
          values.length === 1
        return isBound ? this.globalPath(asNode(callee['object']), depth + 1) : null
      }
      default:
        return null
    }
  }

  /** What a field holds of an object that a variable always holds, and that nobody changes. */
  #fieldOf(object: AstNode, field: string): AstNode | null {
    if (object.type !== 'Identifier') return null
    const name = String(object['name'])
    const [write, ...more] = this.writesOf(name, object.start)
    const isKnown = write !== undefined && more.length === 0 && write.fields.length === 0
    if (!isKnown || this.isChanged(name, object.start)) return null
    const properties = write.value?.type === 'ObjectExpression' ? write.value['properties'] : null
    if (!Array.isArray(properties)) return null
    // What is spread may have the same field.
    if (!properties.every((property) => isNode(property) && property.type === 'Property')) return null
    const found = properties.findLast((property) => isNode(property) && propertyName(property) === field)
    return isNode(found) ? asNode(found['value']) : null
  }

  /** What `this.sdk` holds, where every `this.sdk` of the script is given the same. */
  #pathOfOwnField(field: string, depth: number): readonly string[] | null {
    const key = `this.${field}`
    const known = this.#paths.get(key)
    if (known !== undefined) return known
    this.#paths.set(key, null)
    const found = this.#pathOfWrites(this.#recorded.ownFields.get(field) ?? [], depth)
    this.#paths.set(key, found)
    return found
  }

  #pathOfVariable(name: string, offset: number, depth: number): readonly string[] | null {
    const key = this.keyOf(name, offset)
    const known = this.#paths.get(key)
    if (known !== undefined) return known
    // What leads back to itself is nothing that can be known.
    this.#paths.set(key, null)
    const found = this.#pathOfWrites(this.writesOf(name, offset), depth)
    this.#paths.set(key, found)
    return found
  }

  /** What all values of a variable have in common, those left out that are nothing. */
  #pathOfWrites(writes: readonly Write[], depth: number): readonly string[] | null {
    let found: readonly string[] | null = null
    for (const { value, fields } of writes) {
      if (fields.length === 0 && isNothing(value)) continue
      const base = this.globalPath(value, depth + 1)
      if (base === null) return null
      const path = [...base, ...fields]
      while (path.length > 0 && OWN_GLOBAL_OBJECTS.has(path[0] ?? '')) path.shift()
      if (found !== null && found.join('.') !== path.join('.')) return null
      found = path
    }
    return found
  }
}

/** The parts of a node that give the object of a variable another name. */
const aliasesIn = (node: AstNode): readonly unknown[] => {
  switch (node.type) {
    case 'VariableDeclarator':
      return [node['init']]
    case 'AssignmentExpression':
    case 'AssignmentPattern':
      return [node['right']]
    case 'Property':
      return [node['value']]
    case 'ArrayExpression':
      return Array.isArray(node['elements']) ? node['elements'] : []
    case 'ReturnStatement':
    case 'YieldExpression':
      return [node['argument']]
    case 'ArrowFunctionExpression':
      return [node['body']]
    case 'ConditionalExpression':
      return [node['consequent'], node['alternate']]
    case 'LogicalExpression':
      return [node['left'], node['right']]
    default:
      return []
  }
}

/** So far one thing is followed to another; longer ways are nobody's. */
const MAX_DEPTH = 40

/** What changes no object that it is given. */
const READING: ReadonlySet<string> = new Set(['Service', 'console', 'JSON', 'Object', 'structuredClone'])

/** Whether a value is `null`, `undefined` or `void 0`. */
const isNothing = (value: AstNode | null): boolean =>
  (value?.type === 'Literal' && value['value'] === null && value['regex'] === undefined) ||
  (value?.type === 'Identifier' && value['name'] === 'undefined') ||
  (value?.type === 'UnaryExpression' && value['operator'] === 'void')
