import type { Place } from '../text/position.js'
import type { StylesheetReading } from './stylesheet.js'

export interface SvgAttribute {
  /** As written, prefix included. */
  readonly name: string
  readonly local: string
  readonly prefix: string
  readonly value: string
  readonly place: Place
}

export interface SvgElement {
  readonly local: string
  readonly namespace: string
  readonly attributes: readonly SvgAttribute[]
  readonly place: Place
  /** The text of a `style` element; empty for all others. */
  style: string
}

type SvgStylesheet = Place & StylesheetReading

export interface SvgFacts {
  /** Why the file is not well-formed XML with an `svg` root; null where it is. */
  readonly malformed: (Place & { readonly reason: string }) | null
  /** Why the file is not read to its end, well-formed as it is up to there; null where it is. */
  readonly unjudged: (Place & { readonly reason: string }) | null
  /** Whether the root declares the SVG namespace; without it no browser draws the file as a picture. */
  readonly hasNamespace: boolean
  /** The root, then those that are needed. */
  readonly elements: readonly SvgElement[]
  /** The `<?xml-stylesheet?>` instructions. */
  readonly stylesheets: readonly SvgStylesheet[]
  readonly refusedDoctype: readonly (Place & { readonly what: string })[]
}
