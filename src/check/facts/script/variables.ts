import { type Bindings, bindingsOf } from './bindings.js'
import { OWN_GLOBAL_OBJECTS } from './global-objects.js'
import type { AstNode } from './node.js'
import { asNode, isFunction, isNode, memberName, propertyName } from './node.js'
import { walk } from './walk.js'

/** One place where a variable gets a value. */
export interface Write {
  /** Where the name is written, in UTF-16 units. */
  readonly offset: number
  /** The value, or what it is taken out of; null where the script does not say it: a loop, `x++`, `x += 1`. */
  readonly value: AstNode | null
  /** The fields that lead from there to the value: `const { a: { b } } = value` has `a`, `b`. */
  readonly fields: readonly string[]
  /** What declares the variable there; null where it was declared before. */
  readonly declares: 'const' | 'variable' | null
  /** The arithmetic that makes the value: `+=` with what is added, or `++`; null where the value is given as it is. */
  readonly arithmetic: { readonly operator: string; readonly operand: AstNode | null } | null
}

/** The variables of a script: which one a name stands for, what it is given, and which global a chain reaches. */
export class ScriptVariables {
  readonly #bindings: Bindings
  readonly #writes: ByVariable<Write>
  /** The names whose objects may be changed: what is assigned to a field, or deleted. */
  readonly #changed: ByVariable<{ readonly offset: number }>
  /** The names that stand alone as an argument of a call: whoever is called may change the object. */
  readonly #handedOn: ByVariable<{ readonly offset: number; readonly callee: AstNode | null }>
  readonly #program: AstNode
  /** The names whose objects get another name: in a variable, a field, a list, or by what a function returns. */
  #aliased: ByVariable<{ readonly offset: number }> | undefined
  /** The names that other modules import: they may change the objects. */
  readonly #exported: ByVariable<{ readonly offset: number }>
  readonly #isModule: boolean
  /** What `this.name = …` and the fields of classes give. */
  readonly #ownFields = new Map<string, Write[]>()
  readonly #paths = new Map<string, readonly string[] | null>()

  /** @param isModule whether no other script can name its variables but those that it exports */
  constructor(program: AstNode, isModule: boolean) {
    this.#program = program
    this.#isModule = isModule
    this.#bindings = bindingsOf(program)
    const keyOf = (name: string, offset: number): string => this.keyOf(name, offset)
    this.#writes = new ByVariable(keyOf)
    this.#changed = new ByVariable(keyOf)
    this.#handedOn = new ByVariable(keyOf)
    this.#exported = new ByVariable(keyOf)
    walk(program, (node) => this.#note(node))
  }

  /** Whether a name at a place is one that the script does not declare there. */
  isGlobal(name: string, offset: number): boolean {
    return this.#bindings.bindingOf(name, offset) === -1
  }

  /** A variable, told apart from others of its name. */
  keyOf(name: string, offset: number): string {
    return `${name} ${this.#bindings.bindingOf(name, offset)}`
  }

  /** Every place where the variable that a name stands for gets a value. */
  writesOf(name: string, offset: number): readonly Write[] {
    return this.#writes.of(this.keyOf(name, offset), name)
  }

  /** The function that a name stands for; null where it may be another, or none. */
  functionOf(name: string, offset: number): AstNode | null {
    const [write, ...more] = this.writesOf(name, offset)
    if (write === undefined || more.length > 0 || write.fields.length > 0) return null
    return write.value !== null && isFunction(write.value) ? write.value : null
  }

  /** Whether a field of the object in a variable is set or deleted by its name. */
  isChanged(name: string, offset: number): boolean {
    return this.#changed.of(this.keyOf(name, offset), name).length > 0
  }

  /** Whether the object in a variable is given to a function that may change it. */
  isHandedOn(name: string, offset: number): boolean {
    return this.#handedOn
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
    return !this.#isModule || this.#exported.of(this.keyOf(name, offset), name).length > 0
  }

  /**
   * The global that an expression reaches, by its names without `window.` and its like, whatever variables it goes
   * through: `Service.storage` is `Service`, `storage`. Null where it is no global, or not for certain.
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
    const found = this.#pathOfWrites(this.#ownFields.get(field) ?? [], depth)
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

  #note(node: AstNode): void {
    switch (node.type) {
      case 'VariableDeclaration': {
        const declares = node['kind'] === 'const' ? 'const' : 'variable'
        const declarations = Array.isArray(node['declarations']) ? node['declarations'] : []
        for (const { id, init } of declarations)
          if (isNode(init)) this.#writePattern(id, { value: init, declares, arithmetic: null })
        break
      }
      case 'FunctionDeclaration':
      case 'ClassDeclaration':
        this.#write(node['id'], { value: node, declares: 'const', arithmetic: null }, [])
        break
      case 'ExportDefaultDeclaration':
        this.#noteExport(node['declaration'])
        break
      case 'ExportNamedDeclaration':
        this.#noteExports(node)
        break
      case 'AssignmentExpression': {
        const left = asNode(node['left'])
        const operator = String(node['operator'])
        const right = asNode(node['right'])
        const plain = operator === '=' || operator === '??=' || operator === '||='
        const value = plain ? right : null
        const arithmetic = plain ? null : { operator: operator.slice(0, -1), operand: right }
        this.#writePattern(left, { value, declares: null, arithmetic })
        if (left?.type === 'MemberExpression' && asNode(left['object'])?.type === 'ThisExpression')
          this.#writeOwnField(memberName(left), left.start, value)
        this.#noteChange(left)
        break
      }
      case 'PropertyDefinition':
        // A field without a value is nothing until it gets one.
        this.#writeOwnField(propertyName(node), node.start, asNode(node['value']) ?? NOTHING)
        break
      case 'UpdateExpression':
        this.#writePattern(node['argument'], {
          value: null,
          declares: null,
          arithmetic: { operator: String(node['operator']), operand: null },
        })
        this.#noteChange(asNode(node['argument']))
        break
      case 'UnaryExpression':
        if (node['operator'] === 'delete') this.#noteChange(asNode(node['argument']))
        break
      case 'ForInStatement':
      case 'ForOfStatement': {
        const left = asNode(node['left'])
        const declared = left?.type === 'VariableDeclaration' ? left['declarations'] : [{ id: left }]
        if (Array.isArray(declared)) for (const { id } of declared) this.#writePattern(id, UNKNOWN_WRITE)
        break
      }
      case 'NewExpression':
      case 'CallExpression': {
        // `Object.assign(options, …)`
        const values = node['arguments']
        const callee = asNode(node['callee'])
        const first = Array.isArray(values) ? asNode(values[0]) : null
        if (callee?.type === 'MemberExpression' && memberName(callee) === 'assign' && first !== null)
          this.#change(first)
        if (Array.isArray(values)) for (const value of values) this.#noteHandedOn(value, callee)
      }
    }
  }

  #writeOwnField(field: string | null, offset: number, value: AstNode | null): void {
    if (field === null) return
    const writes = this.#ownFields.get(field)
    const write = { ...UNKNOWN_WRITE, offset, value, fields: [] }
    if (writes === undefined) this.#ownFields.set(field, [write])
    else writes.push(write)
  }

  #noteHandedOn(value: unknown, callee: AstNode | null): void {
    if (!isNode(value) || value.type !== 'Identifier') return
    this.#handedOn.add(String(value['name']), { offset: value.start, callee })
  }

  #noteExports(node: AstNode): void {
    const declaration = asNode(node['declaration'])
    const declarations = declaration?.['declarations']
    if (Array.isArray(declarations)) for (const { id } of declarations) this.#noteExport(id)
    const specifiers = node['specifiers']
    // `export { a } from '../b.js'` names none of this script's.
    if (Array.isArray(specifiers) && !isNode(node['source']))
      for (const { local } of specifiers) this.#noteExport(local)
  }

  #noteExport(name: unknown): void {
    if (isNode(name) && name.type === 'Identifier')
      this.#exported.add(String(name['name']), { offset: name.start })
  }

  #noteChange(target: AstNode | null): void {
    let node = target
    if (node?.type !== 'MemberExpression') return
    while (node?.type === 'MemberExpression') node = asNode(node['object'])
    if (node !== null) this.#change(node)
  }

  #change(node: AstNode): void {
    if (node.type !== 'Identifier') return
    this.#changed.add(String(node['name']), { offset: node.start })
  }

  #writePattern(pattern: unknown, given: GivenValue): void {
    const waiting: {
      readonly node: unknown
      readonly given: GivenValue
      readonly fields: readonly string[]
    }[] = [{ node: pattern, given, fields: [] }]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { node } = next
      if (!isNode(node)) continue
      const unknown = { ...next, given: { ...given, value: null }, fields: [] }
      if (node.type === 'Identifier') this.#write(node, next.given, next.fields)
      else if (node.type === 'AssignmentPattern') waiting.push({ ...next, node: node['left'] })
      else if (node.type === 'ArrayPattern' && Array.isArray(node['elements']))
        for (const element of node['elements']) waiting.push({ ...unknown, node: element })
      else if (node.type === 'RestElement') waiting.push({ ...next, node: node['argument'] })
      else if (node.type === 'ObjectPattern' && Array.isArray(node['properties']))
        for (const property of node['properties']) {
          if (!isNode(property)) continue
          const field = property.type === 'Property' ? propertyName(property) : null
          if (property.type === 'RestElement') waiting.push({ ...next, node: property })
          else if (field === null || next.given.value === null)
            waiting.push({ ...unknown, node: property['value'] })
          else waiting.push({ ...next, node: property['value'], fields: [...next.fields, field] })
        }
    }
  }

  #write(name: unknown, given: GivenValue, fields: readonly string[]): void {
    if (isNode(name)) this.#writes.add(String(name['name']), { ...given, offset: name.start, fields })
  }
}

/** What stands in a node so that an object gets another name by it, if it is one that a variable holds. */
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

type GivenValue = Pick<Write, 'value' | 'declares' | 'arithmetic'>

const UNKNOWN_WRITE: GivenValue = { value: null, declares: null, arithmetic: null }

/** What was noted at places in the text, by the variable that a name stands for there. Which one is found when asked. */
class ByVariable<T extends { readonly offset: number }> {
  readonly #byName = new Map<string, T[]>()
  readonly #byKey = new Map<string, ReadonlyMap<string, readonly T[]>>()
  readonly #keyOf: (name: string, offset: number) => string

  constructor(keyOf: (name: string, offset: number) => string) {
    this.#keyOf = keyOf
  }

  add(name: string, noted: T): void {
    const list = this.#byName.get(name)
    if (list === undefined) this.#byName.set(name, [noted])
    else list.push(noted)
  }

  of(key: string, name: string): readonly T[] {
    const known = this.#byKey.get(name) ?? this.#sorted(name)
    return known.get(key) ?? []
  }

  /** Each place once: minified code has ten thousand variables of one name. */
  #sorted(name: string): ReadonlyMap<string, readonly T[]> {
    const found = new Map<string, T[]>()
    for (const noted of this.#byName.get(name) ?? []) {
      const key = this.#keyOf(name, noted.offset)
      const list = found.get(key)
      if (list === undefined) found.set(key, [noted])
      else list.push(noted)
    }
    this.#byKey.set(name, found)
    return found
  }
}

/** So far one thing is followed to another; longer ways are nobody's. */
const MAX_DEPTH = 40

/** What changes no object that it is given. */
const READING: ReadonlySet<string> = new Set(['Service', 'console', 'JSON', 'Object', 'structuredClone'])

const NOTHING: AstNode = { type: 'Identifier', name: 'undefined', start: 0, end: 0 }

/** Whether a value is `null`, `undefined` or `void 0`. */
const isNothing = (value: AstNode | null): boolean =>
  (value?.type === 'Literal' && value['value'] === null && value['regex'] === undefined) ||
  (value?.type === 'Identifier' && value['name'] === 'undefined') ||
  (value?.type === 'UnaryExpression' && value['operator'] === 'void')
