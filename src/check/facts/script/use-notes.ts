import { callOf, nameOfCallee, namesOf, reflectedBy, unwrap } from './chains.js'
import { GATEWAYS } from './known-names.js'
import { type AstNode, asNode, isFunction, isNode, nodesOf, stringOf, wordOfText } from './node.js'
import type { Context, ScriptFunction } from './script-parts.js'
import { type Subclass, subclassIn } from './subclass.js'
import type { ScriptUse } from './use.js'

/** A use as it is written: what its names refer to is known only at the end. */
export interface NotedUse
  extends Pick<ScriptUse, 'names' | 'kind' | 'values' | 'call' | 'answer' | 'offset'> {
  /** What the names are read from; null where there is nothing to look up. */
  readonly chain: AstNode | null
  readonly context: Context
}

type NamedFunction = Pick<ScriptFunction, 'node' | 'names' | 'returns'>

/** Whether a chain begins with one or another: `(options.window || window)[key]`. */
const isOfChoice = (chain: AstNode): boolean => {
  let root = unwrap(chain)
  while (root?.type === 'MemberExpression') root = unwrap(root['object'])
  return root?.type === 'LogicalExpression' || root?.type === 'ConditionalExpression'
}

interface Place {
  readonly context: Context
  readonly answer: ScriptUse['answer']
}

/** The uses of names that a reader may look for, noted while a script is walked through. */
export class UseNotes {
  readonly found: NotedUse[] = []
  /** Calls and chains that lead on, without a word that is looked for, of what a variable or a field may hold. */
  readonly #others: {
    readonly use: Omit<NotedUse, 'answer' | 'context' | 'names'>
    readonly place: Place
  }[] = []
  /** Chains with a name that is computed, of what leads to nearly everything, or of what is set: `window[key]`. */
  readonly computed: NotedUse[] = []
  readonly askedFor: {
    readonly names: readonly string[]
    readonly offset: number
    readonly scope: AstNode
  }[] = []
  /** The names of variables and fields that may hold something that is looked for. */
  readonly #holding = new Set<string>()
  readonly #handed: (readonly [from: string, to: string])[] = []
  /** Functions, by a name or themselves, and which parameter is given a name; an empty one is looked for. */
  readonly #given: (readonly [from: string, fn: AstNode, index: number])[] = []
  /** Functions by the names of the parameters that they are given as. */
  readonly #factories: Omit<NamedFunction, 'returns'>[] = []
  /** What a `super(…)` constructs that gets arguments of its own. */
  readonly #constructed = new Map<AstNode, AstNode>()
  readonly #isWord: ((name: string) => boolean) | null
  readonly #mayBeDeclared: (name: string) => boolean

  constructor(isWord: ((name: string) => boolean) | null, mayBeDeclared: (name: string) => boolean) {
    this.#isWord = isWord
    this.#mayBeDeclared = mayBeDeclared
  }

  /** Whether a name is looked for. */
  isWord(name: string): boolean {
    return this.#isWord?.(name) === true
  }

  add(
    chain: AstNode,
    kind: ScriptUse['kind'],
    values: readonly AstNode[],
    place: Place,
    call: AstNode | null = null,
    offset = chain.start,
  ): void {
    const isWord = this.#isWord
    if (isWord === null) return
    const names = namesOf(chain)
    if (names === null) return
    if (names.indexOf('', 1) > 0 && (kind === 'assign' || GATEWAYS.has(names[0] ?? '') || isOfChoice(chain)))
      this.#push({ chain, names, kind, values, call, offset }, place, this.computed)
    if (!names.some(isWord) && !values.some((value) => isWord(wordOfText(value) ?? ''))) {
      const [root = ''] = names
      if ((call !== null || leadsOn(names)) && (root === '' || this.#mayBeDeclared(root)))
        this.#others.push({ use: { chain, kind, values, call, offset }, place })
      return
    }
    this.#push({ chain, names, kind, values, call, offset }, place)
  }

  #push(use: Omit<NotedUse, 'answer' | 'context'>, { answer, context }: Place, to = this.found): void {
    const isAnswered = use.kind === 'call' || use.kind === 'import'
    to.push({ ...use, context, answer: isAnswered ? answer : 'used' })
  }

  /** What a call calls, also by `bind`, by way of `Reflect`, and by a class that constructs just what it extends. */
  addCall(node: AstNode, place: Place): void {
    if (this.#isWord === null) return
    const way = node.type === 'CallExpression' ? 'call' : 'new'
    const reflected = this.#mayBeDeclared('Reflect') ? null : reflectedBy(node)
    if (reflected?.kind === 'read') {
      const [object, name] = reflected.values
      if (object !== undefined) this.addField(object, [stringOf(name) ?? ''], node.start, place.context)
      return
    }
    const { callee, values, kind } = reflected ?? { ...callOf(node), kind: way }
    if (callee === null) return
    const subclass = subclassIn(callee)
    const superclass = this.#constructed.get(node)
    if (superclass !== undefined) this.add(superclass, 'new', values, place, node, node.start)
    else if (subclass?.passesOn === true) this.add(subclass.superclass, 'new', values, place, node)
    else this.add(callee, kind, values, place, node, reflected === null ? callee.start : node.start)
    for (const [index, value] of values.entries()) this.#addArgument(value, callee, index)
  }

  #addArgument(value: AstNode, callee: AstNode, index: number): void {
    const isCalledInPlace = isFunction(callee)
    if ((isCalledInPlace && value.type === 'ThisExpression') || this.#mayHold(value))
      this.#given.push(['', callee, index])
    else if (value.type === 'Identifier') this.#given.push([String(value['name']), callee, index])
    else if (isCalledInPlace && isFunction(value)) {
      const parameter = nodesOf(callee['params'])[index]
      if (parameter?.type === 'Identifier')
        this.#factories.push({ node: value, names: [String(parameter['name'])] })
    }
  }

  addImport(node: AstNode, source: AstNode | null, place: Place): void {
    const isDeclared = node === source
    if (source === null || this.#isWord?.('import') !== true) return
    const values = [source, ...nodesOf([node['options']])]
    this.#push(
      { chain: null, names: ['import'], kind: 'import', values, call: null, offset: node.start },
      isDeclared ? { ...place, answer: 'used' } : place,
    )
  }

  addClass(node: AstNode, subclass: Subclass | null): void {
    if (subclass !== null && subclass.call !== null && !subclass.passesOn)
      this.#constructed.set(subclass.call, subclass.superclass)
    const id = asNode(node['id'])
    if (id !== null && subclass !== null) this.noteWrite(String(id['name']), node, [])
  }

  /** What a pattern reads of what it is declared with: `const { clipboard } = navigator`. */
  addField(value: AstNode, fields: readonly string[], offset: number, context: Context): void {
    const isWord = this.#isWord
    const chain = isWord === null ? null : unwrap(value)
    const names = chain === null ? null : namesOf(chain)
    if (isWord === null || names === null || ![...names, ...fields].some(isWord)) return
    const use = { chain, names: [...names, ...fields], kind: 'read', values: [], call: null, offset } as const
    this.#push(use, { context, answer: 'used' })
  }

  /** `'gamepads' in navigator` asks for `navigator.gamepads`, without touching it. */
  addNameIn(node: AstNode, { context }: Place): void {
    if (this.#isWord === null || node['operator'] !== 'in') return
    const name = stringOf(asNode(node['left']) ?? undefined)
    const object = name !== null && isNode(node['right']) ? namesOf(node['right']) : null
    if (name !== null && object !== null)
      this.askedFor.push({ names: [...object, name], offset: node.start, scope: context.fn.node })
  }

  /** Notes that a variable or a field gets a value. */
  noteWrite(name: string, value: AstNode | null, fields: readonly string[]): void {
    if (this.#isWord === null) return
    // Of another file, nobody knows it here.
    if (fields.some(this.#isWord) || value?.type === 'ImportDeclaration') this.#holding.add(name)
    for (const one of partsOf(value)) {
      if (this.#mayHold(one)) this.#holding.add(name)
      const from = subclassIn(one)?.superclass ?? one
      const last =
        from.type === 'Identifier' || from.type === 'MemberExpression' ? namesOf(from)?.at(-1) : undefined
      if (last !== undefined && last !== '') this.#handed.push([last, name])
    }
  }

  /** Finds what may hold something by way of others, once the script is walked through. */
  close(functions: Iterable<NamedFunction>): void {
    const holding = this.#holding
    const all = [...functions]
    const hold = this.#holderOfParameters(all)
    for (const { names, returns } of all)
      for (const value of returns)
        for (const one of partsOf(value))
          for (const name of this.#mayHold(one) ? names : []) holding.add(name)
    for (let size = -1; size !== holding.size; ) {
      size = holding.size
      for (const [from, to] of this.#handed) if (holding.has(from)) holding.add(to)
      for (const [from, callee, index] of this.#given)
        if (from === '' || holding.has(from)) hold(callee, index)
    }
  }

  /** Whether a variable or a field of a chain may hold something that is looked for, or that leads there. */
  mayHoldAny(names: readonly string[]): boolean {
    const [root = '', second = ''] = names
    return names.some((name) => this.#holding.has(name)) || (root === '' && this.isWord(second))
  }

  /** The calls, and what leads on, without a word, of what may hold something that is looked for. */
  *callsOfHolders(): Generator<NotedUse> {
    for (const { use, place } of this.#others) {
      const names = use.chain === null ? null : namesOf(use.chain)
      if (names === null || !names.some((name) => this.#holding.has(name))) continue
      const { answer, context } = place
      yield { ...use, names, context, answer: use.kind === 'call' ? answer : 'used' }
    }
  }

  /** Notes what the parameters of functions may hold. */
  #holderOfParameters(functions: readonly NamedFunction[]): (callee: AstNode, index: number) => void {
    const byName = new Map<string, readonly AstNode[]>()
    for (const { node, names } of [...functions, ...this.#factories])
      for (const name of names) byName.set(name, [...(byName.get(name) ?? []).slice(-MAX_OF_A_NAME), node])
    return (callee, index) => {
      for (const fn of isFunction(callee) ? [callee] : (byName.get(namesOf(callee)?.at(-1) ?? '') ?? [])) {
        const parameter = nodesOf(constructorIn(fn)?.['params'])[index]
        const id = parameter?.type === 'AssignmentPattern' ? asNode(parameter['left']) : parameter
        if (id?.type === 'Identifier') this.#holding.add(String(id['name']))
      }
    }
  }

  /** Whether a value is a chain that ends in a word, or a class that extends one. */
  #mayHold(value: AstNode): boolean {
    if (!MAY_HOLD.has(value.type)) return false
    const made = unwrap(value)
    const superclass = subclassIn(made)?.superclass ?? made
    const chain =
      superclass !== null && isBinding(superclass)
        ? unwrap(unwrap(superclass['callee'])?.['object'])
        : superclass
    const last = chain === null ? undefined : namesOf(chain)?.at(-1)
    return last !== undefined && (GATEWAYS.has(last) || this.#isWord?.(last) === true)
  }
}

const isBinding = (node: AstNode): boolean => node.type === 'CallExpression' && nameOfCallee(node) === 'bind'

/** What may be a chain, a class, or a call of `bind`. */
const MAY_HOLD: ReadonlySet<string> = new Set([
  'Identifier',
  'MemberExpression',
  'CallExpression',
  'ChainExpression',
  'ParenthesizedExpression',
  'SequenceExpression',
  'ClassDeclaration',
  'ClassExpression',
])

/** What is given the arguments of a call: of a class, its constructor. */
const constructorIn = (fn: AstNode | null | undefined): AstNode | null | undefined =>
  fn?.type.startsWith('Class') === true
    ? asNode(nodesOf(asNode(fn['body'])?.['body']).find(({ kind }) => kind === 'constructor')?.['value'])
    : fn

/** Whether a chain leads through a field to nearly everything: `x.document`. */
const leadsOn = (names: readonly string[]): boolean =>
  names.some((name, index) => index > 0 && GATEWAYS.has(name))

const NOTHING: readonly AstNode[] = []
const MAX_CHOICES = 10
const MAX_OF_A_NAME = 8

/** What a value may be, of those that it is chosen from. */
const partsOf = (value: unknown, depth = 0): readonly AstNode[] => {
  const node = unwrap(value)
  if (node === null || depth > MAX_CHOICES) return NOTHING
  const either = (one: string, other: string): readonly AstNode[] => [
    ...partsOf(node[one], depth + 1),
    ...partsOf(node[other], depth + 1),
  ]
  if (node.type === 'ConditionalExpression') return either('consequent', 'alternate')
  return node.type === 'LogicalExpression' ? either('left', 'right') : [node]
}
