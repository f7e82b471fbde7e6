import { type Token, Tokenizer, TokenizerMode } from 'parse5'
import type { HtmlElement } from './html-element.js'
import type { PageInterest } from './page-interest.js'
import type { LineIndex } from './position.js'

/** Elements whose content is no markup. */
const MODES: ReadonlyMap<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]> = new Map([
  ['script', TokenizerMode.SCRIPT_DATA],
  ['style', TokenizerMode.RAWTEXT],
  ['xmp', TokenizerMode.RAWTEXT],
  ['iframe', TokenizerMode.RAWTEXT],
  ['noembed', TokenizerMode.RAWTEXT],
  ['noframes', TokenizerMode.RAWTEXT],
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
  ['plaintext', TokenizerMode.PLAINTEXT],
])

/**
 * The elements of a page by its tags alone, each as if it stood in the body: for pages that are nested so hostilely
 * that their tree would take all memory. What a browser would drop is among them, so that nothing can hide.
 */
export const readTags = (text: string, lines: LineIndex, interest: PageInterest): readonly HtmlElement[] => {
  const elements: HtmlElement[] = []
  /** The script or style that is open, and where its text starts. */
  let open: { readonly token: Token.TagToken; readonly from: number } | null = null
  const add = (token: Token.TagToken, from: number, to: number): void => {
    const content = text.slice(from, to)
    if (!interest.has(token.tagName, false, token.attrs)) return
    const start = token.location?.startOffset ?? 0
    const places = token.location?.attrs
    elements.push({
      name: token.tagName,
      foreign: false,
      attributes: token.attrs.map(({ name, value }) => ({
        name,
        value,
        get place() {
          return lines.place(places?.[name]?.startOffset ?? start)
        },
      })),
      text: content.includes('\r') ? content.replace(/\r\n?/g, '\n') : content,
      get place() {
        return lines.place(start)
      },
      placeInText: (offset) => lines.placeInPart(from, offset),
    })
  }
  const close = (at: number): void => {
    if (open !== null) add(open.token, open.from, at)
    open = null
  }
  const nothing = (): void => {}
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag: (token) => {
        const end = token.location?.endOffset ?? 0
        const mode = MODES.get(token.tagName)
        if (mode !== undefined) tokenizer.state = mode
        if (token.tagName === 'script' || token.tagName === 'style') open = { token, from: end }
        else add(token, end, end)
      },
      onEndTag: (token) => close(token.location?.startOffset ?? text.length),
      onEof: () => close(text.length),
      onCharacter: nothing,
      onWhitespaceCharacter: nothing,
      onNullCharacter: nothing,
      onComment: nothing,
      onDoctype: nothing,
    },
  )
  tokenizer.write(text, true)
  return elements
}
