import { attribute, type HtmlElement } from './element.js'

/** What a Content-Security-Policy decides about. */
type PolicySubject = 'script' | 'style' | 'handler'

/** A page's own Content-Security-Policy, of a `meta` element. */
export class PagePolicy {
  /** The directive that decides about each subject; null where the policy says nothing of it. */
  readonly #deciding: Readonly<Record<PolicySubject, Directive | null>>

  constructor(content: string) {
    // The first of each name counts (CSP, 2.2.1).
    const directives = new Map<string, readonly string[]>()
    for (const directive of content.split(';')) {
      const [name = '', ...sources] = directive.trim().split(/[\t\n\f\r ]+/)
      const key = name.toLowerCase()
      if (!directives.has(key)) directives.set(key, sources)
    }
    const firstOf = (...names: readonly string[]): Directive | null => {
      const name = names.find((candidate) => directives.has(candidate))
      return name === undefined ? null : new Directive(name, directives.get(name) ?? [])
    }
    this.#deciding = {
      script: firstOf('script-src-elem', 'script-src', 'default-src'),
      style: firstOf('style-src-elem', 'style-src', 'default-src'),
      handler: firstOf('script-src-attr', 'script-src', 'default-src'),
    }
  }

  /** The directive that blocks inline code; null where it runs. */
  blocksInline(subject: PolicySubject, element: HtmlElement): string | null {
    const directive = this.#deciding[subject]
    return directive === null || directive.allowsInline(subject, element) ? null : directive.name
  }

  /** The directive that blocks a file of the bundle; null where it is loaded. */
  blocksFile(subject: 'script' | 'style', element: HtmlElement): string | null {
    const directive = this.#deciding[subject]
    return directive === null || directive.allowsFile(subject, element) ? null : directive.name
  }
}

/** Looked through once, since a hostile page may have a hundred thousand sources and as many scripts. */
class Directive {
  readonly name: string
  readonly #keywords: ReadonlySet<string>
  readonly #nonces: ReadonlySet<string>
  /** By algorithm, in base64. */
  readonly #hashes = new Map<string, Set<string>>()
  readonly #allowsBundle: boolean

  constructor(name: string, sources: readonly string[]) {
    this.name = name
    this.#keywords = new Set(sources.map((source) => source.toLowerCase()))
    this.#nonces = new Set(sources.flatMap((source) => /^'nonce-(.+)'$/i.exec(source)?.[1] ?? []))
    for (const source of sources) {
      const [, algorithm = '', value] = HASH.exec(source) ?? []
      if (value === undefined) continue
      const key = algorithm.toLowerCase()
      const values = this.#hashes.get(key) ?? new Set()
      this.#hashes.set(key, values.add(value.replaceAll('-', '+').replaceAll('_', '/')))
    }
    // A host may well be the one that serves bundles.
    this.#allowsBundle = [...this.#keywords].some(
      (source) => source === "'self'" || /^https?:$/.test(source) || !/^'|^[a-z][a-z0-9+.-]*:$/.test(source),
    )
  }

  allowsInline(subject: PolicySubject, element: HtmlElement): boolean {
    const isStrict = this.#nonces.size > 0 || this.#hashes.size > 0 || this.#keywords.has("'strict-dynamic'")
    if (this.#keywords.has("'unsafe-inline'") && !isStrict) return true
    // Which handlers the hashes are of does not matter here: some are.
    if (subject === 'handler') return this.#keywords.has("'unsafe-hashes'")
    return this.#names(element)
  }

  allowsFile(subject: 'script' | 'style', element: HtmlElement): boolean {
    if (this.#names(element)) return true
    if (this.#hashes.size > 0 && attribute(element, 'integrity') !== undefined) return true
    return this.#allowsBundle && !(subject === 'script' && this.#keywords.has("'strict-dynamic'"))
  }

  /** Whether a nonce or a hash names the element. */
  #names(element: HtmlElement): boolean {
    if (this.#nonces.has(attribute(element, 'nonce') ?? '')) return true
    return (
      element.text !== '' &&
      [...this.#hashes].some(([algorithm, values]) => values.has(digest(algorithm, element.text)))
    )
  }
}

/** Node.js takes longer to load what hashes than a small app takes to check, and hardly a page has a hash. */
const digest = (algorithm: string, text: string): string =>
  process.getBuiltinModule('node:crypto').createHash(algorithm).update(text).digest('base64')

const HASH = /^'(sha(?:256|384|512))-([\w+/=-]+)'$/i
