import { type DefaultTreeAdapterTypes, defaultTreeAdapter, Parser, type Token } from 'parse5'
import {
  PAGE_MAX_ATTRIBUTES,
  PAGE_MAX_DEPTH,
  PAGE_MAX_ELEMENTS,
  PAGE_MAX_STEPS,
  PAGE_STEPS_EACH,
} from '../../../platform/limits.js'
import { formatNumber } from '../../../terminal/units.js'
import { XHTML_NAMESPACE } from './names.js'
import { RAW_NAMES } from './preload-scanner.js'

type Node = DefaultTreeAdapterTypes.Node
export type PageElement = DefaultTreeAdapterTypes.Element

/** How a page is read: with scripts running or not. */
export interface Reading {
  readonly text: string
  readonly scriptingEnabled: boolean
}

/** The page's tree would be too large or too deep to be held. */
export class TangledPage extends Error {}

/** The elements of a page in the order of the tree. */
export interface PageTree {
  readonly elements: readonly PageElement[]
  /** The names of elements in SVG or MathML that a browser's preload scanner takes for raw texts. */
  readonly rawNames: ReadonlySet<string>
}

/**
 * Parses a page as a browser does.
 * @param places whether elements know where they are in the text: that makes parsing half as slow again
 * @throws {TangledPage} where the page is larger or deeper than any that people write
 */
export const parsePage = (reading: Reading, places: boolean): PageTree => {
  const bounds = new Bounds()
  const parser = new BoundedParser(bounds, {
    treeAdapter: bounds.around(places ? defaultTreeAdapter : TREE),
    sourceCodeLocationInfo: places,
    scriptingEnabled: reading.scriptingEnabled,
  })
  parser.tokenizer.write(reading.text, true)
  return { elements: [...elementsOf(parser.document)], rawNames: bounds.rawNames }
}

class Bounds {
  readonly rawNames = new Set<string>()
  #elements = 0
  #depth = 0
  #steps = 0

  /** For each part of a page a parser may look through all elements around it. */
  countPart(): void {
    this.#steps += this.#depth + PAGE_STEPS_EACH
    if (this.#steps > PAGE_MAX_STEPS)
      throw new TangledPage(`it takes more than ${formatNumber(PAGE_MAX_STEPS)} steps to parse`)
  }

  countAttributes({ length }: readonly unknown[]): void {
    if (length > PAGE_MAX_ATTRIBUTES)
      throw new TangledPage(`an element has more than ${formatNumber(PAGE_MAX_ATTRIBUTES)} attributes`)
  }

  around(adapter: typeof defaultTreeAdapter): typeof defaultTreeAdapter {
    return {
      ...adapter,
      createElement: (name, namespace, attributes) => {
        this.#elements += 1
        if (this.#elements > PAGE_MAX_ELEMENTS)
          throw new TangledPage(`it has more than ${formatNumber(PAGE_MAX_ELEMENTS)} elements`)
        if (namespace !== XHTML_NAMESPACE && (RAW_NAMES.has(name) || name === 'noscript'))
          this.rawNames.add(name)
        return adapter.createElement(name, namespace, attributes)
      },
      onItemPush: () => {
        this.#depth += 1
        if (this.#depth > PAGE_MAX_DEPTH)
          throw new TangledPage(
            `its elements are nested more than ${formatNumber(PAGE_MAX_DEPTH)} levels deep`,
          )
      },
      onItemPop: () => {
        this.#depth -= 1
      },
    }
  }
}

class BoundedParser extends Parser<DefaultTreeAdapterTypes.DefaultTreeAdapterMap> {
  readonly #bounds: Bounds

  constructor(
    bounds: Bounds,
    options: ConstructorParameters<typeof Parser<DefaultTreeAdapterTypes.DefaultTreeAdapterMap>>[0],
  ) {
    super(options)
    this.#bounds = bounds
  }

  override onStartTag(token: Token.TagToken): void {
    this.#bounds.countPart()
    this.#bounds.countAttributes(token.attrs)
    super.onStartTag(token)
  }

  override onEndTag(token: Token.TagToken): void {
    this.#bounds.countPart()
    super.onEndTag(token)
  }

  override onCharacter(token: Token.CharacterToken): void {
    this.#bounds.countPart()
    super.onCharacter(token)
  }

  override onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.#bounds.countPart()
    super.onWhitespaceCharacter(token)
  }

  override onComment(token: Token.CommentToken): void {
    this.#bounds.countPart()
    super.onComment(token)
  }
}

/**
 * A tree without the texts that no rule reads: they are most of a page. Where texts go does not depend on the
 * texts before them. (The parser looks for the texts themselves where places are asked for.)
 */
const TREE: typeof defaultTreeAdapter = {
  ...defaultTreeAdapter,
  insertText: (parent, text) => {
    if (isRead(parent)) defaultTreeAdapter.insertText(parent, text)
  },
  insertTextBefore: (parent, text, before) => {
    if (isRead(parent)) defaultTreeAdapter.insertTextBefore(parent, text, before)
  },
}

const isRead = (parent: DefaultTreeAdapterTypes.ParentNode): boolean =>
  parent.nodeName === 'style' || parent.nodeName === 'script'

const elementsOf = function* (document: Node): Generator<PageElement> {
  // A stack of our own: hostile nesting is deeper than the call stack.
  const waiting = [document]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('tagName' in node) yield node
    if ('content' in node) waiting.push(node.content)
    if ('childNodes' in node)
      for (let i = node.childNodes.length - 1; i >= 0; i--) {
        const child = node.childNodes[i]
        if (child !== undefined) waiting.push(child)
      }
  }
}
