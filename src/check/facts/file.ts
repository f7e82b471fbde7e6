import { isAscii, isUtf8 } from 'node:buffer'
import type { BundleFile } from '../../bundle/bundle.js'
import { Failure } from '../../failure.js'
import { type LoadSharp, loadSharp, sharpFrom } from '../../load-sharp.js'
import { type Extension, extensionOf, FILE_TYPES } from '../../platform/file-types.js'
import type { StyleLink } from './css/link.js'
import { STYLES, type StyleUrl, stylesLeadingOut, stylesOfCss, stylesOfHtml } from './css/styles.js'
import type { HtmlElement, HtmlFacts } from './html/element.js'
import { pageFacts, scriptsOfHtml } from './html/html.js'
import { elementsNeeded } from './html/interest.js'
import { type HtmlUrl, PAGE_URLS, urlsLeadingOut } from './html/urls.js'
import type { Interests } from './interests.js'
import type { Needs } from './needs.js'
import type { PictureFacts } from './picture/fast.js'
import { readPicture } from './picture/read.js'
import type { Questions } from './script/constants.js'
import { mayHold, usesNeeded } from './script/interest.js'
import type { KnownScripts } from './script/known-scripts.js'
import { SCRIPTS, type ScriptPart } from './script/part.js'
import type { ParsedScript } from './script/read.js'
import type { ScriptUse } from './script/use.js'
import type { Outside } from './script/value.js'
import type { ScriptValues } from './script/values.js'
import type { SvgFacts } from './svg/facts.js'
import { drawingFacts } from './svg/fast.js'
import { drawingNeeded } from './svg/interest.js'
import { SVG_LINKS, type SvgLink, scriptsOfSvg, stylesHandedOn, svgLinks } from './svg/links.js'
import { LineIndex } from './text/position.js'

/** A script, and the uses of names in it that a reader needs. */
export interface ScriptUsing {
  /** Its own list of uses has all others too. */
  readonly script: ScriptWithValues
  /** At least one. */
  readonly uses: readonly ScriptUse[]
}

/** A script whose values can be asked for. */
export interface ScriptWithValues extends ParsedScript {
  readonly values: ScriptValues
}

/** One file's bytes, and what is derived from them when a rule first asks. Whole parsers are loaded only then. */
export class FileFacts {
  readonly path: string
  readonly extension: Extension | null
  readonly isText: boolean
  readonly isHtml: boolean
  readonly isScript: boolean
  /** Whether it is a script, a page, or an SVG file, which may have `javascript:` URLs. */
  readonly mayHoldScripts: boolean
  readonly bytes: Uint8Array
  readonly #interests: Interests
  readonly #load: LoadSharp
  readonly #knownScripts: KnownScripts | null
  readonly #outside: Outside | undefined
  #text: string | null | undefined
  #lines: LineIndex | undefined
  #picture: Promise<PictureFacts> | undefined
  #html: Promise<HtmlFacts | null> | undefined
  #htmlUrls: Promise<readonly HtmlUrl[]> | undefined
  #svg: Promise<SvgFacts | null> | undefined
  #svgLinks: Promise<readonly SvgLink[]> | undefined
  #styles: Promise<readonly StyleLink[]> | undefined
  #styleUrls: Promise<readonly StyleUrl[]> | undefined
  #scripts: Promise<readonly ScriptPart[]> | undefined
  #parsed: Promise<readonly ParsedScript[]> | undefined

  /**
   * @param interests what the readers of these facts declare that they need
   * @param knownScripts what was parsed before with the same interests
   * @param outside what other scripts of the bundle say
   */
  constructor(
    file: BundleFile,
    bytes: Uint8Array,
    interests: Interests,
    load: LoadSharp = loadSharp,
    knownScripts: KnownScripts | null = null,
    outside?: Outside,
  ) {
    this.#outside = outside
    this.#interests = interests
    this.#load = load
    this.#knownScripts = knownScripts
    this.path = file.path
    this.extension = extensionOf(file.path)
    this.isText = this.extension !== null && FILE_TYPES[this.extension].text
    this.isHtml = this.extension === 'html' || this.extension === 'htm'
    this.isScript = this.extension === 'js' || this.extension === 'mjs'
    this.mayHoldScripts = this.isScript || this.isHtml || this.extension === 'svg'
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

  /** The elements of a page, as a browser makes them, that a reader needs; none of any other file. */
  async page(needs: Needs): Promise<readonly HtmlElement[]> {
    this.#interests.demand(needs)
    const html = await this.#pageFacts()
    return html === null ? [] : elementsNeeded(html, needs.page ?? {})
  }

  /** The URLs of a page that lead out of the bundle in some way. Needs `PAGE_URLS`. */
  htmlUrls(): Promise<readonly HtmlUrl[]> {
    this.#interests.demand(PAGE_URLS)
    this.#htmlUrls ??= this.#readHtmlUrls()
    return this.#htmlUrls
  }

  /** The picture as XML, with the root and the elements that a reader needs; null for any other file. */
  async drawing(needs: Needs): Promise<SvgFacts | null> {
    this.#interests.demand(needs)
    const svg = await this.#drawingFacts()
    return svg === null ? null : drawingNeeded(svg, needs.drawing ?? {})
  }

  /** The links of a picture. Needs `SVG_LINKS`. */
  svgLinks(): Promise<readonly SvgLink[]> {
    this.#interests.demand(SVG_LINKS)
    this.#svgLinks ??= this.#readSvgLinks()
    return this.#svgLinks
  }

  /** The URLs in the CSS of a CSS file or a page; of an SVG file those that `svgLinks()` leaves out. Needs `STYLES`. */
  styles(): Promise<readonly StyleLink[]> {
    this.#interests.demand(STYLES)
    this.#styles ??= this.#readStyles()
    return this.#styles
  }

  /** Of these, the ones that lead out of the bundle in some way. Needs `STYLES`. */
  styleUrls(): Promise<readonly StyleUrl[]> {
    this.#styleUrls ??= this.#readStyleUrls()
    return this.#styleUrls
  }

  /** The scripts of a script file or a page, and those in the URLs of an SVG file, as text. Needs `SCRIPTS`. */
  scripts(): Promise<readonly ScriptPart[]> {
    this.#interests.demand(SCRIPTS)
    this.#scripts ??= this.#readScripts()
    return this.#scripts
  }

  /** The scripts that parse, or not. Needs `SCRIPTS`. */
  parsedScripts(): Promise<readonly Omit<ParsedScript, 'uses' | 'values'>[]> {
    return this.#parsedScripts()
  }

  /** The scripts in which a reader finds uses that it needs. Needs `SCRIPTS` too. */
  async scriptsUsing(needs: Needs): Promise<readonly ScriptUsing[]> {
    this.#interests.demand(needs)
    const wanted = needs.script
    if (wanted === undefined) return []
    return (await this.#parsedScripts()).flatMap((script) => {
      const { values } = script
      const uses = usesNeeded(script.uses, wanted)
      return uses.length === 0 || values === null ? [] : [{ script: { ...script, values }, uses }]
    })
  }

  /** Its scripts as far as they were parsed. */
  async parsedSoFar(): Promise<readonly ParsedScript[]> {
    return this.#parsed === undefined ? [] : await this.#parsed
  }

  /** What its scripts have asked of others so far. */
  async questions(): Promise<readonly Questions[]> {
    return (await this.parsedSoFar()).flatMap(({ questions }) =>
      questions.exports.size + questions.globals.size === 0 ? [] : [questions],
    )
  }

  /** Why a page cannot be judged; null where it can, and for any other file. */
  async unjudgedPage(): Promise<string | null> {
    return (await this.#pageFacts())?.unjudged ?? null
  }

  /** The scripts in which a word of a reader may stand. Needs `SCRIPTS` too. */
  async scriptsHolding(needs: Needs): Promise<readonly ScriptWithValues[]> {
    this.#interests.demand(needs)
    const wanted = needs.script
    if (wanted === undefined) return []
    return (await this.#parsedScripts()).flatMap((script) => {
      const { values, part } = script
      return values === null || !mayHold(wanted, part.text) ? [] : [{ ...script, values }]
    })
  }

  #pageFacts(): Promise<HtmlFacts | null> {
    this.#html ??= this.#readHtml()
    return this.#html
  }

  #drawingFacts(): Promise<SvgFacts | null> {
    this.#svg ??= this.#readSvg()
    return this.#svg
  }

  #parsedScripts(): Promise<readonly ParsedScript[]> {
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
    return pageFacts(this.text, this.lines, this.#interests.page)
  }

  async #readHtmlUrls(): Promise<readonly HtmlUrl[]> {
    const html = await this.#pageFacts()
    if (html === null) return []
    return urlsLeadingOut(this.path, html.elements)
  }

  async #readSvg(): Promise<SvgFacts | null> {
    if (this.extension !== 'svg' || this.text === null) return null
    return drawingFacts(this.text, this.lines, this.#interests.drawing)
  }

  async #readSvgLinks(): Promise<readonly SvgLink[]> {
    const svg = await this.drawing(SVG_LINKS)
    return svg === null ? [] : svgLinks(svg)
  }

  async #readStyles(): Promise<readonly StyleLink[]> {
    const { text, extension } = this
    if (text === null) return []
    if (extension === 'css') return stylesOfCss(text, this.lines)
    if (extension === 'svg') {
      const svg = await this.#drawingFacts()
      return svg === null ? [] : stylesHandedOn(svg)
    }
    const html = await this.#pageFacts()
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
    if (this.extension === 'svg') {
      const svg = await this.#drawingFacts()
      return svg === null ? [] : scriptsOfSvg(svg)
    }
    const html = await this.#pageFacts()
    return html === null ? [] : scriptsOfHtml(html)
  }

  async #parseScripts(): Promise<readonly ParsedScript[]> {
    const parts = await this.scripts()
    if (parts.length === 0) return []
    const { parseScripts } = await import('./script/script.js')
    return parseScripts(parts, this.#interests.script, this.#knownScripts, this.#outside)
  }
}
