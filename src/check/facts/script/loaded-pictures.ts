import { extensionOf, FILE_TYPES } from '../../../platform/file-types.js'
import { unwrap } from './chains.js'
import { type AstNode, asNode, isFunction, isNode, memberName, nodesOf, onceEach, stringOf } from './node.js'
import { partsOfTemplate, saysNothing } from './operators.js'
import type { Variable } from './scopes.js'
import { sourceOf } from './sources.js'
import { textsOf } from './url-text.js'
import type { Evaluator, Value, Values } from './value.js'
import { push } from './write-notes.js'

/** The picture that a drawing call gets, where it is one that was loaded in some way. */
interface DrawnPicture {
  /** What it is where it is drawn: a variable, `this`, `event.target`. */
  readonly drawn: string
  /** The variable or field that holds it where it is loaded. */
  readonly loaded: string
  /** Whether it is known to be a file; else its URL may be anything. */
  readonly isFile: boolean
}

/** Whether a script puts something in the place of what makes or loads every picture, which may ask for `crossorigin`. */
const replacesPictures = onceEach(
  (of: Evaluator): boolean =>
    of.model.writes.globals.has('Image') ||
    (of.model.callsByName.get('defineProperty') ?? []).some((call) =>
      of.paths(nodesOf(call['arguments'])[0]).some((path) => path.join('.') === 'HTMLImageElement.prototype'),
    ),
)

/** What a picture is known by: the call that makes it, or a variable that holds it, by its name where the script does not declare it. */
type Key = AstNode | Variable | string

/** The pictures of a script that are loaded from a file without `crossorigin`, wherever they are drawn. */
export class LoadedPictures {
  readonly #script: Evaluator
  readonly #loaded = new Map<Key, string>()
  /** Those of them that are known to be files of the bundle. */
  readonly #files = new Set<Key>()
  readonly #safe = new Set<Key>()
  /** A picture of each table and each list that holds nothing else. */
  readonly #held = new Map<Key, Key>()
  /** Whether fields of a name are only ever set to pictures that the script makes. */
  readonly #ofPictures = new Map<string, boolean>()

  constructor(script: Evaluator) {
    this.#script = script
    const { writes, callsByName } = script.model
    for (const { object, value } of writes.fields.get('src') ?? []) {
      if (value === null || !this.#isHolder(object)) continue
      const isFile = this.#isFile(value)
      // Of a field, nobody knows what else it may have.
      if (isFile === false || (isFile === null && object.type !== 'Identifier')) continue
      for (const key of this.#keys(object, false)) {
        if (!this.#loaded.has(key)) this.#loaded.set(key, nameOf(object))
        if (isFile === true) this.#files.add(key)
      }
    }
    if ([script, ...script.outside.scripts()].some(replacesPictures)) this.#loaded.clear()
    if (this.#loaded.size === 0) return
    for (const { object, value } of writes.fields.get('crossOrigin') ?? [])
      if (!this.#isNothing(value)) this.#addSafe(object)
    for (const [name, calls] of callsByName)
      for (const call of name === 'setAttribute' || SETTING.test(name) ? calls : []) {
        const values = nodesOf(call['arguments'])
        // A function for it: `setCors(image)`, `loader.setCrossOrigin(url, image)`, `Object.assign(image, options)`.
        if (name !== 'setAttribute') for (const value of values) this.#addSafe(value)
        else if (stringOf(values[0])?.toLowerCase() === 'crossorigin')
          this.#addSafe(asNode(unwrap(call['callee'])?.['object']))
      }
    for (const [table, pictures] of this.#tables()) {
      const keys = pictures.map((picture) => this.#keys(picture, false))
      const loaded = keys.map((each) => each.find((key) => this.#files.has(key)))
      const isSafe = keys.some((each) => each.some((key) => this.#safe.has(key)))
      if (loaded[0] !== undefined && !loaded.includes(undefined) && !isSafe) this.#held.set(table, loaded[0])
    }
  }

  /** The loaded picture that an argument of a drawing call is; null where it is none for certain. */
  behind(argument: AstNode): DrawnPicture | null {
    const keys = this.#loaded.size === 0 ? [] : this.#keys(argument, true)
    const found = keys.find((key) => this.#loaded.has(key))
    if (found === undefined || keys.some((key) => this.#safe.has(key))) return null
    // Of a list that has canvases, too, nobody knows which it is.
    const values = argument.type === 'MemberExpression' ? this.#script.of(argument) : []
    if (values.some((one) => isDrawable(one) && !this.#loaded.has(one.node))) return null
    return {
      drawn: nameOf(argument),
      loaded: this.#loaded.get(found) ?? '',
      isFile: keys.some((key) => this.#files.has(key)),
    }
  }

  /** What the script puts into its tables and lists: `images[name] = image`, `images.push(image)`. */
  #tables(): ReadonlyMap<Key, readonly AstNode[]> {
    const { writes, callsByName } = this.#script.model
    const found = new Map<Key, AstNode[]>()
    const add = (table: unknown, values: readonly AstNode[]): void => {
      const key = this.#tableKey(table)
      if (key !== null) for (const value of values) push(found, key, value)
    }
    for (const { object, value } of writes.fields.get('*') ?? []) add(object, value === null ? [] : [value])
    for (const call of callsByName.get('push') ?? [])
      add(unwrap(call['callee'])?.['object'], nodesOf(call['arguments']))
    return found
  }

  /** What a table or a list is known by: its variable, or the name of the field that holds it. */
  #tableKey(table: unknown): Key | null {
    const node = unwrap(table)
    if (node?.type === 'Identifier') return this.#script.model.variableOf(node) ?? String(node['name'])
    const name = node?.type === 'MemberExpression' ? memberName(node) : null
    return name === null ? null : `.${name}`
  }

  #isOfPictures(name: string): boolean {
    const known = this.#ofPictures.get(name)
    if (known !== undefined) return known
    const { fields, literalFields } = this.#script.model.writes
    const values = [...(fields.get(name) ?? []).map(({ value }) => value), ...(literalFields.get(name) ?? [])]
    const set = values.filter((value) => value === null || !saysNothing(value))
    const isIt = set.length > 0 && set.every((value) => value !== null && arePictures(this.#script.of(value)))
    this.#ofPictures.set(name, isIt)
    return isIt
  }

  /** Whether it is a variable, or a field that is seen to have a picture of the script's own. */
  #isHolder(object: AstNode): boolean {
    // How the page loads its own, is said there.
    if (object.type === 'Identifier') return !this.#script.of(object).some(isOfPage)
    if (object.type !== 'MemberExpression') return false
    const made = this.#script.of(object)
    // `image[name] = value`
    const mayChange = (this.#script.model.writes.fields.get('*') ?? []).some((write) =>
      this.#script.of(write.object).some((one) => made.some((picture) => isSameMade(one, picture))),
    )
    return !mayChange && (this.#isOfPictures(memberName(object) ?? '') || arePictures(made))
  }

  /** Whether a value is none: `loader.crossOrigin && (image.crossOrigin = loader.crossOrigin)`, where the loader has `false`. */
  #isNothing(value: AstNode | null): boolean {
    const values = this.#script.of(value)
    return values.length > 0 && values.every((one) => one.kind === 'exact' && !one.value && one.value !== '')
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
      const name = node.type === 'MemberExpression' ? memberName(node) : null
      if (name !== null && this.#isOfPictures(name)) found.add(`.${name}`)
      if (!follow) continue
      found.add(node)
      const table = node.type === 'MemberExpression' ? this.#tableKey(node['object']) : null
      const held = table === null ? undefined : this.#held.get(table)
      if (held !== undefined) found.add(held)
      if (node.type === 'AwaitExpression') waiting.push(asNode(node['argument']))
      if (node.type === 'CallExpression')
        for (const { node: called, of } of this.#script.functions(node['callee']))
          waiting.push(...(of.model.functions.get(called)?.returns ?? []))
    }
    return [...found]
  }

  /** Whether a picture's source is a file, or what the page makes itself, by the texts that lead to it; null where they say nothing. */
  #isFile(source: AstNode): boolean | null {
    const { model, calls, outside } = this.#script
    const { fields } = model.writes
    const seen = new Set<AstNode>()
    const waiting: (AstNode | null)[] = [source]
    let isFile: true | null = null
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const node = unwrap(next)
      if (node === null || seen.has(node)) continue
      if (seen.size >= MAX_NODES) break
      seen.add(node)
      for (const text of textsWrittenIn(node)) {
        if (OWN_SCHEME.test(text)) return false
        if (namesPicture(text)) isFile = true
      }
      const variable = node.type === 'Identifier' ? model.variableOf(node) : null
      for (const write of variable?.writes.slice(0, MAX_KEYS) ?? [])
        if (write.way === 'import') waiting.push(sourceOf(node, this.#script)?.node ?? null)
      if (variable !== null) waiting.push(...calls.sources(variable).map((one) => one.node))
      if (node.type === 'Identifier' && variable === null)
        for (const of of outside.scripts())
          waiting.push(...(of.model.root.find(String(node['name']))?.writes ?? []).map(({ value }) => value))
      if (node.type === 'MemberExpression') {
        const name = memberName(node)
        if (OWN_SOURCES.has(name ?? '')) return false
        // In minified code, other short names are anything.
        const set = name === null ? fields.get('*') : name.length > 2 ? fields.get(name) : undefined
        waiting.push(...(set ?? []).slice(0, MAX_KEYS).map(({ value }) => value))
      }
      if (node.type === 'CallExpression')
        for (const { node: called, of } of this.#script.functions(node['callee']))
          waiting.push(...(of.model.functions.get(called)?.returns ?? []))
      for (const key in node)
        if (!isFunction(node)) waiting.push(...(isNode(node[key]) ? [node[key]] : nodesOf(node[key])))
    }
    return isFile
  }
}

/** The texts that stand in an expression itself. */
const textsWrittenIn = (node: AstNode): readonly string[] => {
  const text = stringOf(node)
  if (text !== null) return [text]
  if (node.type !== 'TemplateLiteral') return []
  return partsOfTemplate(node).filter((part) => typeof part === 'string')
}

/** What may set how a picture is loaded. */
const SETTING = /^assign$|cors|crossorigin/i

/** More ways than that no picture goes, and more of a script leads to no source. */
const MAX_KEYS = 100
const MAX_NODES = 400

/** Whether a text is the name of a picture's file, or ends one. */
const namesPicture = (text: string): boolean => {
  const extension = extensionOf(`a${text.replace(/[?#].*/s, '')}`)
  return extension !== null && FILE_TYPES[extension].contentType.startsWith('image/')
}

/** What makes an URL of what the page has itself, and the field in which a `FileReader` has it. */
const OWN_SOURCES: ReadonlySet<string> = new Set(['createObjectURL', 'toDataURL', 'result'])

const isOfPage = (value: Value): boolean => value.kind === 'made' && ASKING.test(value.path)

const ASKING = /\.(?:getElement|querySelector)/

const OWN_SCHEME = /^(?:data|blob):/i

/** Whether it is a picture that the script makes, or none yet. */
const arePictures = (values: Values): boolean =>
  values.some(isPicture) &&
  values.every((one) => isPicture(one) || (one.kind === 'exact' && typeof one.value !== 'string'))

const isPicture = (value: Value): boolean =>
  value.kind === 'made' &&
  (value.path === 'Image' ||
    (value.path === 'document.createElement' &&
      textsOf(nodesOf(value.node['arguments'])[0], value.of).includes('img')))

type MadeValue = Extract<Value, { kind: 'made' }>

const isDrawable = (value: Value): value is MadeValue =>
  value.kind === 'made' && /^(?:Image|OffscreenCanvas|document\.createElement)$/.test(value.path)

const isSameMade = (a: Value, b: Value): boolean => 'node' in a && 'node' in b && a.node === b.node

const nameOf = (node: AstNode): string => {
  if (node.type === 'ThisExpression') return 'this'
  if (node.type !== 'MemberExpression') return String(node['name'] ?? '')
  return `${nameOf(asNode(node['object']) ?? node)}.${memberName(node) ?? ''}`
}
