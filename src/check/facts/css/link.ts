import type { Place } from '../text/position.js'

/** A place in CSS that names a URL. */
export interface CssLink {
  /**
   * `url`: `url(…)` in any place, `@import` and `@namespace` included; `import`: the text of an `@import`;
   * `text`: a text inside another function, such as `image-set("…")` or `src("…")`; `value`: a text that a property
   * hands on, such as `--picture: "…"`.
   */
  readonly kind: 'url' | 'import' | 'text' | 'value'
  /** The URL, its escapes decoded. */
  readonly url: string
  readonly offset: number
  /** The function around a text; the property of a value; the at-rule around a url; else empty. */
  readonly within: string
}

/** A URL in the CSS of a file: of a CSS file, a style block or a style attribute. */
export interface StyleLink extends CssLink {
  readonly place: Place
  /** The property whose value it is in, in lower case; empty where it is in none, or a text is handed on. */
  readonly property: string
  /** The family of the `@font-face` that has no other source; null where it is anything else. */
  readonly font: string | null
}
