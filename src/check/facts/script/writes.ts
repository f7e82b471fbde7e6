import { ByVariable } from './by-variable.js'
import { type AstNode, asNode, isNode, memberName, propertyName } from './node.js'
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

type GivenValue = Pick<Write, 'value' | 'declares' | 'arithmetic'>

const UNKNOWN_WRITE: GivenValue = { value: null, declares: null, arithmetic: null }

/** What a script does with its variables, by variable: gathered in one walk over its tree. */
export class VariableWrites {
  readonly writes: ByVariable<Write>
  /** The names whose objects may be changed: a field is set or deleted. */
  readonly changed: ByVariable<{ readonly offset: number }>
  /** The names that are an argument of a call on their own: the function may change the object. */
  readonly passed: ByVariable<{ readonly offset: number; readonly callee: AstNode | null }>
  /** The names that other modules import: they may change the objects. */
  readonly exported: ByVariable<{ readonly offset: number }>
  /** What `this.name = …` and the fields of classes give. */
  readonly ownFields = new Map<string, Write[]>()

  /** @param keyOf distinguishes variables of the same name */
  constructor(program: AstNode, keyOf: (name: string, offset: number) => string) {
    this.writes = new ByVariable(keyOf)
    this.changed = new ByVariable(keyOf)
    this.passed = new ByVariable(keyOf)
    this.exported = new ByVariable(keyOf)
    walk(program, (node) => this.#note(node))
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
        if (Array.isArray(values)) for (const value of values) this.#notePassed(value, callee)
      }
    }
  }

  #writeOwnField(field: string | null, offset: number, value: AstNode | null): void {
    if (field === null) return
    const writes = this.ownFields.get(field)
    const write = { ...UNKNOWN_WRITE, offset, value, fields: [] }
    if (writes === undefined) this.ownFields.set(field, [write])
    else writes.push(write)
  }

  #notePassed(value: unknown, callee: AstNode | null): void {
    if (!isNode(value) || value.type !== 'Identifier') return
    this.passed.add(String(value['name']), { offset: value.start, callee })
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
      this.exported.add(String(name['name']), { offset: name.start })
  }

  #noteChange(target: AstNode | null): void {
    let node = target
    if (node?.type !== 'MemberExpression') return
    while (node?.type === 'MemberExpression') node = asNode(node['object'])
    if (node !== null) this.#change(node)
  }

  #change(node: AstNode): void {
    if (node.type !== 'Identifier') return
    this.changed.add(String(node['name']), { offset: node.start })
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
    if (isNode(name)) this.writes.add(String(name['name']), { ...given, offset: name.start, fields })
  }
}

const NOTHING: AstNode = { type: 'Identifier', name: 'undefined', start: 0, end: 0 }
