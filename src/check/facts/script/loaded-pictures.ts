import { unwrap } from './chains.js'
import { type AstNode, asNode, memberName, nodesOf, stringOf } from './node.js'
import type { Variable } from './scopes.js'
import { startsOfUrl } from './url-text.js'
import type { Evaluator, Value } from './value.js'

/** The picture that a drawing call gets, where it is one that was loaded in some way. */
interface DrawnPicture {
  /** What it is where it is drawn: a variable, `this`, `event.target`. */
  readonly drawn: string
  /** The variable or field that holds it where it is loaded. */
  readonly loaded: string
}

/** What a picture is known by: the call that makes it, or a variable that holds it, by its name where the script does not declare it. */
type Key = AstNode | Variable | string

/** The pictures of a script that are loaded from a file without `crossorigin`, wherever they are drawn. */
export class LoadedPictures {
  readonly #script: Evaluator
  readonly #loaded = new Map<Key, string>()
  readonly #safe = new Set<Key>()

  constructor(script: Evaluator) {
    this.#script = script
    const { writes, callsByName } = script.model
    for (const { object, value } of writes.fields.get('src') ?? [])
      if (value !== null && this.#isHolder(object, value) && !this.#isSameOrigin(value))
        for (const key of this.#keys(object, false))
          if (!this.#loaded.has(key)) this.#loaded.set(key, nameOf(object))
    if (this.#loaded.size === 0) return
    for (const { object } of writes.fields.get('crossOrigin') ?? []) this.#addSafe(object)
    for (const [name, calls] of callsByName)
      for (const call of name === 'setAttribute' || SETTING.test(name) ? calls : []) {
        const values = nodesOf(call['arguments'])
        // A function for it: `setCors(image)`, `loader.setCrossOrigin(url, image)`, `Object.assign(image, options)`.
        if (name !== 'setAttribute') for (const value of values) this.#addSafe(value)
        else if (stringOf(values[0])?.toLowerCase() === 'crossorigin')
          this.#addSafe(asNode(unwrap(call['callee'])?.['object']))
      }
  }

  /** The loaded picture that an argument of a drawing call is; null where it is none for certain. */
  behind(argument: AstNode): DrawnPicture | null {
    const keys = this.#loaded.size === 0 ? [] : this.#keys(argument, true)
    const found = keys.find((key) => this.#loaded.has(key))
    if (found === undefined || keys.some((key) => this.#safe.has(key))) return null
    return { drawn: nameOf(argument), loaded: this.#loaded.get(found) ?? '' }
  }

  /** Whether it is a variable, or a field that is seen to have a picture of the script's own, and gets a known URL. */
  #isHolder(object: AstNode, value: AstNode): boolean {
    // How the page loads its own, is said there.
    if (object.type === 'Identifier') return !this.#script.of(object).some(isOfPage)
    if (object.type !== 'MemberExpression' || startsOfUrl(value, this.#script).length === 0) return false
    const { callsByName, writes } = this.#script.model
    const mayChange = callsByName.has('assign') || writes.fields.has('*')
    const made = this.#script.of(object)
    return (
      !mayChange &&
      made.length > 0 &&
      made.every(
        (one) => one.kind === 'made' && (one.path === 'Image' || one.path === 'document.createElement'),
      )
    )
  }

  #addSafe(picture: AstNode | null): void {
    if (picture !== null) for (const key of this.#keys(picture, false)) this.#safe.add(key)
  }

  /**
   * What an expression is known by.
   * @param follow whether that counts, too, which a variable or a function is given
   */
  #keys(expression: AstNode, follow: boolean): readonly Key[] {
    const found = new Set<Key>()
    const waiting: (AstNode | null)[] = [expression]
    for (let next = waiting.pop(); next !== undefined && found.size < MAX_KEYS; next = waiting.pop()) {
      const node = unwrap(next)
      if (node === null || found.has(node)) continue
      const variable = node.type === 'Identifier' ? this.#script.model.variableOf(node) : null
      if (node.type === 'Identifier' && variable === null) found.add(String(node['name']))
      if (variable !== null && !found.has(variable)) {
        found.add(variable)
        if (follow)
          waiting.push(
            ...this.#script.calls
              .sources(variable)
              .map((source) => (source.fields.length === 0 ? source.node : null)),
          )
      }
      for (const value of this.#script.of(node)) if (value.kind === 'made') found.add(value.node)
      if (!follow) continue
      found.add(node)
      if (node.type === 'AwaitExpression') waiting.push(asNode(node['argument']))
      if (node.type === 'CallExpression')
        for (const { node: called, of } of this.#script.functions(node['callee']))
          waiting.push(...(of.model.functions.get(called)?.returns ?? []))
    }
    return [...found]
  }

  /** Whether a picture's source is the page's own: `data:`, `blob:`, or made from a Blob, a file that was read or a canvas. */
  #isSameOrigin(value: AstNode): boolean {
    let first: AstNode | null = value
    while (first?.type === 'BinaryExpression') first = asNode(first['left'])
    const variable = first?.type === 'Identifier' ? this.#script.model.variableOf(first) : null
    const sources = variable === null ? [] : this.#script.calls.sources(variable).map(({ node }) => node)
    const answers = this.#script
      .functions(asNode(first?.['callee']))
      .flatMap(({ node, of }) => of.model.functions.get(node)?.returns ?? [])
    return [first, ...sources, ...answers].some((source) => {
      const callee = source?.type === 'CallExpression' ? asNode(source['callee']) : source
      const name = callee?.type === 'MemberExpression' ? memberName(callee) : null
      if (OWN_SOURCES.has(name ?? '')) return true
      return startsOfUrl(source ?? undefined, this.#script).some((start) => OWN_SCHEME.test(start))
    })
  }
}

/** What may set how a picture is loaded. */
const SETTING = /^assign$|cors|crossorigin/i

/** More ways than that no picture goes. */
const MAX_KEYS = 100

/** What makes an URL of what the page has itself, and the field in which a `FileReader` has it. */
const OWN_SOURCES: ReadonlySet<string> = new Set(['createObjectURL', 'toDataURL', 'result'])

const isOfPage = (value: Value): boolean => value.kind === 'made' && ASKING.test(value.path)

const ASKING = /\.(?:getElement|querySelector)/

const OWN_SCHEME = /^(?:data|blob):/i

const nameOf = (node: AstNode): string => {
  if (node.type === 'ThisExpression') return 'this'
  if (node.type !== 'MemberExpression') return String(node['name'] ?? '')
  return `${nameOf(asNode(node['object']) ?? node)}.${memberName(node) ?? ''}`
}
