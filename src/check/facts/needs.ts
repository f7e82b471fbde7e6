/**
 * What a reader of facts needs of files, declared beside it: a rule, a digest, or a fact made of other facts. Every
 * filter of the facts is folded from these, and a reader gets nothing but what it declared, so that what it finds in
 * a file never depends on its other content, or on what others look for.
 */
export interface Needs {
  readonly page?: MarkupNeeds
  readonly drawing?: MarkupNeeds
  readonly script?: ScriptNeeds
}

/** What is needed of a page, or of an SVG file. */
export interface MarkupNeeds {
  /** Elements with these names in lower case, with any attributes. */
  readonly elements?: readonly string[]
  /** Elements that have one of these attributes. In an SVG file, of any prefix. */
  readonly attributes?: readonly string[]
  /** Elements that have an event-handler attribute. */
  readonly handlers?: true
  /** Elements with an attribute of CSS that may name a URL: `style`, and in an SVG file any. */
  readonly styleUrls?: true
  /**
   * In a page, elements of SVG and MathML with an attribute that may hold an address; in an SVG file, elements that are
   * not of SVG.
   */
  readonly foreign?: true
}

/** What is needed of scripts. */
export interface ScriptNeeds {
  /**
   * The uses that contain one of these: as a name (`fetch`, `x.href`), or as a text that is handed over
   * (`addEventListener('devicemotion')`). `import` is every import; `top` and `parent`, all reached through them.
   */
  readonly words: readonly string[]
}
