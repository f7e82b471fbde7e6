import { type AstNode, asNode, isFunction, memberName, nodesOf, stringOf } from './node.js'
import type { ParsedScript } from './read.js'
import { variableKey } from './variable-uses.js'
import { walk } from './walk.js'

/** The picture that a drawing call gets, where it is one that was loaded in some way. */
interface DrawnPicture {
  /** The variable that holds it where it is drawn; `this` where that is it. */
  readonly drawn: string
  /** The variable that holds it where it is loaded. */
  readonly loaded: string
}

/**
 * Follows pictures from where they are loaded to where they are drawn, over one call: `img.onload = () => draw(img)`,
 * `const img = await load("a.png")`, `this` and `event.target` in a listener of the picture's.
 */
export class LoadedPictures {
  readonly #script: ParsedScript
  readonly #isLoaded: (key: string) => boolean
  readonly #isSafe: (key: string) => boolean
  /** What is around each function, the innermost last; gathered when first asked. */
  #functions: ReadonlyMap<AstNode, readonly AstNode[]> | undefined

  /**
   * @param isLoaded whether a variable, by its key, holds a picture that is loaded from a file without `crossorigin`
   * @param isSafe whether it is given `crossorigin` somewhere
   */
  constructor(script: ParsedScript, isLoaded: (key: string) => boolean, isSafe: (key: string) => boolean) {
    this.#script = script
    this.#isLoaded = isLoaded
    this.#isSafe = isSafe
  }

  /** The loaded picture that an argument of a drawing call is; null where it is none for certain. */
  behind(argument: AstNode): DrawnPicture | null {
    if (argument.type === 'Identifier') {
      const drawn = String(argument['name'])
      if (this.#isSafe(this.#key(argument))) return null
      const loaded = this.#held(argument) ?? this.#passed(argument)
      return loaded === null ? null : { drawn, loaded }
    }
    if (argument.type === 'ThisExpression') {
      const listener = this.#around(argument).findLast(({ type }) => type !== 'ArrowFunctionExpression')
      const loaded = listener === undefined ? null : this.#listensTo(listener)
      return loaded === null ? null : { drawn: 'this', loaded }
    }
    return this.#target(argument)
  }

  #key(name: AstNode): string {
    return variableKey(String(name['name']), name.start, this.#script)
  }

  /** The picture that a variable holds: it is loaded there, or what a function gives back that loads it. */
  #held(name: AstNode): string | null {
    return this.#holds(String(name['name']), name.start)
  }

  #holds(name: string, offset: number): string | null {
    const key = variableKey(name, offset, this.#script)
    if (this.#isLoaded(key)) return this.#isSafe(key) ? null : name
    const made = this.#script.initialValueOf(name, offset)
    return this.#given(made?.type === 'AwaitExpression' ? asNode(made['argument']) : made)
  }

  /** The picture that a parameter is given: by a call of its function, or by a promise. */
  #passed(name: AstNode): string | null {
    const text = String(name['name'])
    const scope = this.#script.bindingOf(text, name.start)
    for (const made of this.#around(name)) {
      if (made.start !== scope) continue
      const at = nodesOf(made['params']).findIndex((one) => one.type === 'Identifier' && one['name'] === text)
      if (at === -1) continue
      const call = this.#parentOf(made)
      if (at === 0 && call?.type === 'CallExpression') {
        const callee = asNode(call['callee'])
        if (callee?.type === 'MemberExpression' && memberName(callee) === 'then')
          return this.#given(asNode(callee['object']))
      }
      for (const value of this.#valuesGiven(made, at)) {
        const loaded = value.type === 'Identifier' ? this.#held(value) : null
        if (loaded !== null) return loaded
      }
    }
    return null
  }

  /** What a function's parameter is given by the calls of it. */
  #valuesGiven(made: AstNode, at: number): readonly AstNode[] {
    const name = this.#nameOf(made)
    return this.#script.uses.flatMap(({ names, kind, values, offset }) =>
      kind === 'call' &&
      names.length === 1 &&
      names[0] === name &&
      this.#script.initialValueOf(name, offset) === made
        ? (values[at] ?? [])
        : [],
    )
  }

  /** The name by which a function is called; empty where it has none. */
  #nameOf(made: AstNode): string {
    const own = asNode(made['id'])
    const parent = this.#parentOf(made)
    const given = parent?.type === 'VariableDeclarator' ? asNode(parent['id']) : null
    return String((made.type === 'FunctionDeclaration' ? own : given)?.['name'] ?? '')
  }

  /** The picture that a call gives back, itself or by a promise. */
  #given(call: AstNode | null): string | null {
    const callee = call?.type === 'CallExpression' ? asNode(call['callee']) : null
    if (callee?.type !== 'Identifier') return null
    const made = this.#script.initialValueOf(String(callee['name']), callee.start)
    if (made === null || !isFunction(made)) return null
    for (const result of resultsOf(made)) {
      const key = this.#key(result)
      if (this.#isLoaded(key) && !this.#isSafe(key)) return String(result['name'])
    }
    return null
  }

  /** `event.target` in a listener of the picture's. */
  #target(member: AstNode): DrawnPicture | null {
    const event = member.type === 'MemberExpression' ? asNode(member['object']) : null
    if (event?.type !== 'Identifier' || !/^(?:currentT|t)arget$/.test(memberName(member) ?? '')) return null
    const scope = this.#script.bindingOf(String(event['name']), event.start)
    const listener = this.#around(member).find((made) => made.start === scope)
    const [first] = listener === undefined ? [] : nodesOf(listener['params'])
    if (listener === undefined || first?.['name'] !== event['name']) return null
    const loaded = this.#listensTo(listener)
    return loaded === null ? null : { drawn: `${String(event['name'])}.${memberName(member) ?? ''}`, loaded }
  }

  /** The picture whose loading a function listens to: `img.onload = f`, `img.addEventListener("load", f)`. */
  #listensTo(listener: AstNode): string | null {
    const parent = this.#parentOf(listener)
    const left = parent?.type === 'AssignmentExpression' ? asNode(parent['left']) : null
    const callee = parent?.type === 'CallExpression' ? asNode(parent['callee']) : null
    const event = nodesOf(parent?.['arguments'])[0]
    const member =
      left !== null && left.type === 'MemberExpression' && memberName(left) === 'onload'
        ? left
        : callee?.type === 'MemberExpression' &&
            memberName(callee) === 'addEventListener' &&
            stringOf(event) === 'load'
          ? callee
          : null
    const picture = asNode(member?.['object'])
    if (picture?.type === 'Identifier') return this.#held(picture)
    // `img.onload = draw`, a function with a name.
    const name = this.#nameOf(listener)
    if (name === '') return null
    for (const { names, kind, values, offset } of this.#script.uses) {
      const [target = '', last, ...more] = names
      const isSet = kind === 'assign' && last === 'onload' && more.length === 0 && target !== ''
      const isAdded =
        kind === 'call' && last === 'addEventListener' && more.length === 0 && stringOf(values[0]) === 'load'
      const given = isSet ? values[0] : isAdded ? values[1] : undefined
      if (given?.type !== 'Identifier' || given['name'] !== name) continue
      if (this.#script.initialValueOf(name, given.start) !== listener) continue
      const loaded = this.#holds(target, offset)
      if (loaded !== null) return loaded
    }
    return null
  }

  #parentOf(made: AstNode): AstNode | undefined {
    return this.#allFunctions().get(made)?.at(-1)
  }

  /** The functions around a node, the outermost first. */
  #around(node: AstNode): readonly AstNode[] {
    return [...this.#allFunctions().keys()].filter((made) => made.start <= node.start && node.end <= made.end)
  }

  #allFunctions(): ReadonlyMap<AstNode, readonly AstNode[]> {
    if (this.#functions !== undefined) return this.#functions
    const found = new Map<AstNode, readonly AstNode[]>()
    const { program } = this.#script
    if (program !== null)
      walk(program, (node, ancestors) => {
        if (isFunction(node)) found.set(node, ancestors.slice(-1))
      })
    this.#functions = found
    return found
  }
}

/** The names that a function gives back: by `return`, or by what it resolves a new promise with. */
const resultsOf = (made: AstNode): readonly AstNode[] => {
  const body = asNode(made['body'])
  if (body === null) return []
  const returned = body.type === 'BlockStatement' ? returnsIn(body) : [body]
  return returned.flatMap((value) => {
    if (value.type === 'Identifier') return [value]
    const [executor] = value.type === 'NewExpression' ? nodesOf(value['arguments']) : []
    if (executor === undefined || !isFunction(executor)) return []
    const [resolve] = nodesOf(executor['params'])
    return resolve?.type === 'Identifier' ? argumentsOf(executor, String(resolve['name'])) : []
  })
}

const returnsIn = (body: AstNode): readonly AstNode[] => {
  const found: AstNode[] = []
  walk(body, (node, ancestors) => {
    const value = node.type === 'ReturnStatement' ? asNode(node['argument']) : null
    if (value !== null && !ancestors.some(isFunction)) found.push(value)
  })
  return found
}

/** The names that are given to a function of this name, as its first argument. */
const argumentsOf = (root: AstNode, name: string): readonly AstNode[] => {
  const found: AstNode[] = []
  walk(root, (node) => {
    if (node.type !== 'CallExpression' || asNode(node['callee'])?.['name'] !== name) return
    const [first] = nodesOf(node['arguments'])
    if (first?.type === 'Identifier') found.push(first)
  })
  return found
}
