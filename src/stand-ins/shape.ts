/** The shape of a JSON answer, as far as a prompt shows it. */
export type Shape =
  | { readonly kind: 'object'; readonly fields: readonly (readonly [string, Shape])[] }
  /** The elements repeat until the length is reached. */
  | { readonly kind: 'array'; readonly elements: readonly [Shape, ...Shape[]]; readonly length: number }
  | { readonly kind: 'text'; readonly example: string }
  | { readonly kind: 'number'; readonly example: number | null }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'null' }
  /** One of these texts, as `"easy|hard"` says it. */
  | { readonly kind: 'choice'; readonly of: readonly [string, ...string[]] }

const DEEPEST = 8
const MOST_FIELDS = 40

const TEXT: Shape = { kind: 'text', example: '' }
const TEXTS: Shape = { kind: 'array', elements: [TEXT], length: 3 }

/** The shape that a prompt asks for: an example object or array, a list of field names, or else what its words say. */
export const shapeIn = (prompt: string): Shape => exampleIn(prompt) ?? namedFieldsIn(prompt) ?? usual(prompt)

const usual = (prompt: string): Shape => {
  if (/\barray\b/iu.test(prompt)) return TEXTS
  const field = /\blist\b/iu.test(prompt) ? (['items', TEXTS] as const) : (['answer', TEXT] as const)
  return { kind: 'object', fields: [field] }
}

/** The first valid example in the prompt. */
const exampleIn = (prompt: string): Shape | null => {
  for (const { index } of prompt.matchAll(/[{[]/gu)) {
    const shape = new ExampleReader(prompt, index).read()
    if (shape !== null) return shape
  }
  return null
}

/** "with the fields name, age and level", "keys: question, options". */
const namedFieldsIn = (prompt: string): Shape | null => {
  const listed =
    /\b(?:fields?|keys?|properties|attributes|columns)\b\s*(?:named|called|are|:|=)?\s*([^.;!?\n]{1,400})/iu.exec(
      prompt,
    )?.[1]
  if (listed === undefined) return null
  const fields = listed
    .split(/\s*(?:,|\band\b|\bund\b|\bet\b|\by\b|&|\+)\s*/iu)
    .map((part) => /^["'`“”]?([A-Za-z_][\w-]{0,39})["'`“”]?\s*(\(.*\))?/u.exec(part.trim()))
    .flatMap((match): (readonly [string, Shape])[] => {
      const name = match?.[1]
      return name === undefined ? [] : [[name, typed((match?.[2] ?? '').replace(/[()]/gu, ''), name)]]
    })
    .slice(0, MOST_FIELDS)
  if (fields.length === 0) return null
  const object: Shape = { kind: 'object', fields }
  return /\b(?:array|list of objects|each)\b/iu.test(prompt)
    ? { kind: 'array', elements: [object], length: 3 }
    : object
}

/** A shape from a type's name, or else from a field's name. */
const typed = (type: string, name: string): Shape => {
  const word = type.trim().toLowerCase()
  if (
    /\[\]$|^(?:array|list)/u.test(word) ||
    (word === '' &&
      /^(?:options|choices|answers|items|tags|steps|list|words|ideas|names|questions)$/iu.test(name))
  )
    return {
      kind: 'array',
      elements: [typed(word.replace(/\[\]$|^(?:array|list)(?: of)?\s*/u, ''), '')],
      length: 3,
    }
  if (/^(?:number|int|integer|float|zahl|nombre)/u.test(word)) return { kind: 'number', example: null }
  if (/^bool/u.test(word)) return { kind: 'boolean' }
  if (word === 'null') return { kind: 'null' }
  if (word.includes('|')) return choice(type)
  if (
    word === '' &&
    /^(?:age|level|score|points|hp|health|count|number|year|price|power|attack|defen[cs]e|speed|strength|index|correct_?index|damage|cost|rank|rating|difficulty_level|quantity|amount|duration|seconds|minutes)$/iu.test(
      name,
    )
  )
    return { kind: 'number', example: null }
  if (word === '' && /^(?:is|has|can)[_A-Z]|^(?:correct|true|valid|success|enabled)$/u.test(name))
    return { kind: 'boolean' }
  return TEXT
}

const choice = (text: string): Shape => {
  const [first, ...others] = text
    .split('|')
    .map((option) => option.trim().replace(/^["'`]|["'`]$/gu, ''))
    .filter((option) => option !== '')
  return first !== undefined && others.length > 0
    ? { kind: 'choice', of: [first, ...others] }
    : { kind: 'text', example: text }
}

/**
 * Reads an example as people write it: JSON, or similar with bare keys, single quotes, comments, `...`, and types instead of
 * values.
 */
class ExampleReader {
  readonly #text: string
  #at: number

  constructor(text: string, at: number) {
    this.#text = text
    this.#at = at
  }

  /** @returns null if this is not an example */
  read(): Shape | null {
    try {
      const shape = this.#value('', 0)
      return shape.kind === 'object' && shape.fields.length === 0 ? null : shape
    } catch (error) {
      if (error instanceof NoExample) return null
      throw error
    }
  }

  #value(name: string, depth: number): Shape {
    if (depth > DEEPEST) throw new NoExample()
    this.#skip()
    const next = this.#text.charAt(this.#at)
    if (next === '{') return this.#object(depth)
    if (next === '[') return this.#array(name, depth)
    if (next === '"' || next === "'" || next === '`' || next === '“') return this.#quoted(name)
    const bare = this.#take(/(?:\[\]|[^,\]}\n])+/uy).trim()
    if (bare === '') throw new NoExample()
    if (bare === 'true' || bare === 'false') return { kind: 'boolean' }
    if (bare === 'null') return { kind: 'null' }
    const number = Number(bare)
    if (!Number.isNaN(number)) return { kind: 'number', example: number }
    return typed(bare.replace(/^<|>$/gu, ''), name)
  }

  #object(depth: number): Shape {
    this.#at += 1
    const fields = new Map<string, Shape>()
    for (;;) {
      this.#skip()
      if (this.#eat('}')) return { kind: 'object', fields: [...fields] }
      if (this.#eat(',') || this.#eat('...') || this.#eat('…')) continue
      const name = /["'`“]/u.test(this.#text.charAt(this.#at))
        ? this.#literal()
        : this.#take(/[\p{L}_$][\p{L}\p{N}_$-]*\??/uy).replace(/\?$/u, '')
      this.#skip()
      if (name === '' || fields.size >= MOST_FIELDS) throw new NoExample()
      if (this.#eat(':')) fields.set(name, this.#value(name, depth + 1))
      // `{ name, age }` only names fields.
      else if (/[,}]/u.test(this.#text.charAt(this.#at))) fields.set(name, typed('', name))
      else throw new NoExample()
    }
  }

  #array(name: string, depth: number): Shape {
    this.#at += 1
    const elements: Shape[] = []
    let open = false
    for (;;) {
      this.#skip()
      if (this.#eat(']')) break
      if (this.#eat(',')) continue
      if (this.#eat('...') || this.#eat('…')) {
        open = true
        continue
      }
      elements.push(this.#value(name, depth + 1))
      if (elements.length > MOST_FIELDS) throw new NoExample()
    }
    const [first = TEXT, ...others] = elements
    return {
      kind: 'array',
      elements: [first, ...others],
      length: open || others.length === 0 ? 3 : elements.length,
    }
  }

  #quoted(name: string): Shape {
    const text = this.#literal()
    if (text.includes('|')) return choice(text)
    if (/^(?:string|text)$/iu.test(text)) return TEXT
    return /^(?:number|int|integer|float|bool|boolean|array|string\[\]|number\[\])$/iu.test(text)
      ? typed(text, name)
      : { kind: 'text', example: text }
  }

  #literal(): string {
    const quote = this.#text.charAt(this.#at)
    const end = quote === '“' ? '”' : quote
    let text = ''
    for (let at = this.#at + 1; at < this.#text.length; at++) {
      const character = this.#text.charAt(at)
      if (character === '\\') {
        text += this.#text.charAt(at + 1)
        at += 1
      } else if (character === end) {
        this.#at = at + 1
        return text
      } else text += character
    }
    throw new NoExample()
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0] ?? ''
    this.#at += found.length
    return found
  }

  #eat(token: string): boolean {
    if (!this.#text.startsWith(token, this.#at)) return false
    this.#at += token.length
    return true
  }

  #skip(): void {
    this.#take(/\s*/uy)
    if (this.#at >= this.#text.length) throw new NoExample()
  }
}

class NoExample extends Error {}
