import { isAscii, isUtf8 } from 'node:buffer'
import type { BundleFile } from '../../bundle/bundle.js'
import { Failure } from '../../failure.js'
import { type LoadSharp, loadSharp, sharpFrom } from '../../load-sharp.js'
import { type Extension, extensionOf, FILE_TYPES } from '../../platform/file-types.js'
import type { HtmlFacts } from './html-element.js'
import { htmlFactsOf } from './html-names.js'
import { type HtmlUrl, urlsLeadingOut } from './html-urls.js'
import { scriptsOfHtml, stylesOfCss, stylesOfHtml } from './parts.js'
import { type PictureFacts, readPicture } from './picture.js'
import { readPlainHtml } from './plain-html.js'
import { readPlainSvg } from './plain-svg.js'
import { LineIndex } from './position.js'
import type { ParsedScript } from './script.js'
import { type StyleUrl, stylesLeadingOut } from './style-urls.js'
import type { SvgFacts } from './svg.js'
import type { ScriptPart, StyleLink } from './text-parts.js'

/** One file's bytes, and what is derived from them when a rule first asks. Whole parsers are loaded only then. */
export class FileFacts {
  readonly path: string
  readonly extension: Extension | null
  readonly isText: boolean
  readonly isHtml: boolean
  readonly isScript: boolean
  readonly bytes: Uint8Array
  readonly #load: LoadSharp
  #text: string | null | undefined
  #lines: LineIndex | undefined
  #picture: Promise<PictureFacts> | undefined
  #html: Promise<HtmlFacts | null> | undefined
  #htmlUrls: Promise<readonly HtmlUrl[]> | undefined
  #svg: Promise<SvgFacts | null> | undefined
  #styles: Promise<readonly StyleLink[]> | undefined
  #styleUrls: Promise<readonly StyleUrl[]> | undefined
  #scripts: Promise<readonly ScriptPart[]> | undefined
  #parsed: Promise<readonly ParsedScript[]> | undefined

  constructor(file: BundleFile, bytes: Uint8Array, load: LoadSharp = loadSharp) {
    this.#load = load
    this.path = file.path
    this.extension = extensionOf(file.path)
    this.isText = this.extension !== null && FILE_TYPES[this.extension].text
    this.isHtml = this.extension === 'html' || this.extension === 'htm'
    this.isScript = this.extension === 'js' || this.extension === 'mjs'
    this.bytes = bytes
  }

  /** The file as text; null where it is not valid UTF-8. A byte order mark is kept. */
  get text(): string | null {
    if (this.#text === undefined) {
      const { buffer, byteOffset, length } = this.bytes
      const view = Buffer.from(buffer, byteOffset, length)
      // Most files are ASCII, which needs no decoding.
      this.#text = isAscii(view) ? view.toString('latin1') : this.isUtf8 ? view.toString('utf8') : null
    }
    return this.#text
  }

  get isUtf8(): boolean {
    return isUtf8(this.bytes)
  }

  get lines(): LineIndex {
    this.#lines ??= new LineIndex(this.text ?? '')
    return this.#lines
  }

  picture(): Promise<PictureFacts> {
    this.#picture ??= this.#readPicture()
    return this.#picture
  }

  /** The page as a browser parses it; null for any other file. */
  html(): Promise<HtmlFacts | null> {
    this.#html ??= this.#readHtml()
    return this.#html
  }

  /** The URLs of a page that lead out of the bundle in some way. */
  htmlUrls(): Promise<readonly HtmlUrl[]> {
    this.#htmlUrls ??= this.#readHtmlUrls()
    return this.#htmlUrls
  }

  /** The picture as XML; null for any other file. */
  svg(): Promise<SvgFacts | null> {
    this.#svg ??= this.#readSvg()
    return this.#svg
  }

  /** The URLs in the CSS of a CSS file or a page. */
  styles(): Promise<readonly StyleLink[]> {
    this.#styles ??= this.#readStyles()
    return this.#styles
  }

  /** Of these, the ones that lead out of the bundle in some way. */
  styleUrls(): Promise<readonly StyleUrl[]> {
    this.#styleUrls ??= this.#readStyleUrls()
    return this.#styleUrls
  }

  /** The scripts of a script file or a page. */
  scripts(): Promise<readonly ScriptPart[]> {
    this.#scripts ??= this.#readScripts()
    return this.#scripts
  }

  /** The scripts that parse, or not, and what they use. */
  parsedScripts(): Promise<readonly ParsedScript[]> {
    this.#parsed ??= this.#parseScripts()
    return this.#parsed
  }

  /** Named, since it is not the file's fault where it cannot be judged. */
  async #readPicture(): Promise<PictureFacts> {
    try {
      return await readPicture(this.bytes, () => sharpFrom(this.#load))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      throw new Failure(error.kind, `${this.path} cannot be judged. ${error.message}`, error.remedy, error)
    }
  }

  async #readHtml(): Promise<HtmlFacts | null> {
    if (!this.isHtml || this.text === null) return null
    // The decoder takes the byte order mark away; a blank keeps the places.
    const text = this.text.startsWith('\ufeff') ? ` ${this.text.slice(1)}` : this.text
    const elements = readPlainHtml(text, this.lines)
    if (elements !== null) return htmlFactsOf(elements)
    const { readHtml } = await import('./html.js')
    return readHtml(text, this.lines)
  }

  async #readHtmlUrls(): Promise<readonly HtmlUrl[]> {
    const html = await this.html()
    if (html === null) return []
    return urlsLeadingOut(this.path, html.elements)
  }

  async #readSvg(): Promise<SvgFacts | null> {
    if (this.extension !== 'svg' || this.text === null) return null
    const plain = readPlainSvg(this.text, this.lines)
    if (plain !== null) return plain
    const { readSvg } = await import('./svg.js')
    return readSvg(this.text, this.lines)
  }

  async #readStyles(): Promise<readonly StyleLink[]> {
    const { text, extension } = this
    if (text === null) return []
    if (extension === 'css') return stylesOfCss(text, this.lines)
    const html = await this.html()
    return html === null ? [] : stylesOfHtml(html)
  }

  async #readStyleUrls(): Promise<readonly StyleUrl[]> {
    return stylesLeadingOut(this.path, await this.styles())
  }

  async #readScripts(): Promise<readonly ScriptPart[]> {
    const { text, lines } = this
    if (text === null) return []
    if (this.isScript) {
      // A browser takes one byte order mark away before it reads a script, which may then begin with `#!`.
      const from = text.startsWith('\ufeff') ? 1 : 0
      return [
        {
          text: text.slice(from),
          kind: this.extension === 'mjs' ? 'module' : 'either',
          place: (offset) => lines.place(from + offset),
        },
      ]
    }
    const html = await this.html()
    if (html === null) return []
    return scriptsOfHtml(html)
  }

  async #parseScripts(): Promise<readonly ParsedScript[]> {
    const parts = await this.scripts()
    if (parts.length === 0) return []
    const { parseScripts } = await import('./script.js')
    return parseScripts(parts)
  }
}
