import { escapeUTF8 } from 'entities/escape'
import type { Edit } from '../edits.js'
import type { Recognized } from '../engines/engine.js'
import { extentOf, indentAt, type PageTree, startTag, takesSymbol } from './page-elements.js'

/** How the SDK is put into a page. */
export interface SdkPlacement {
  /** The address of the SDK's file from the page. */
  readonly source: string
  /** Whether the page has to take the loading cover away, since no script of the game does (4.2). */
  readonly ready: boolean
  /** What the engine of the game needs to know before it starts. */
  readonly setting: NonNullable<Recognized['setting']> | null
}

/**
 * The SDK before every other script of the page (4), and with it the call that takes the loading cover away (4.2).
 * @param removed the parts of the text that are taken out: nothing is put into one of them
 */
export const sdkEdit = (
  text: string,
  { elements, inert, doctypeEnd }: PageTree,
  { source, ready, setting }: SdkPlacement,
  removed: readonly Pick<Edit, 'start' | 'end'>[],
): Edit => {
  const isRemoved = (at: number): boolean => removed.some(({ start, end }) => start <= at && at < end)
  const first = elements.find(
    (element) => element.tagName === 'script' && !inert.has(element) && !isRemoved(extentOf(element).start),
  )
  // The browser shim, which follows the SDK, finds symbols before the browser fails to.
  const symbol = elements.find(takesSymbol)
  const at =
    first === undefined || (symbol !== undefined && extentOf(symbol).start < extentOf(first).start)
      ? beforeView(elements, doctypeEnd)
      : extentOf(first).start
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const indent = indentAt(text, at) ?? ''
  const lines = [
    `<script src="${escapeUTF8(source)}"></script>`,
    // Outside the host it is rejected, which is not an error of the game.
    ...(ready ? ["<script>addEventListener('load', () => Service.ready().catch(() => {}))</script>"] : []),
    ...(setting === null ? [] : [`<script>${setting.script}</script>`]),
  ]
  return {
    start: at,
    end: at,
    text: lines.map((line) => `${line}${newline}${indent}`).join(''),
    change: {
      kind: 'sdk',
      from: null,
      to: lines.join(' '),
      why: [
        'it comes before all other scripts',
        ...(ready ? ['removes the loading cover when the page has loaded'] : []),
        ...(setting === null ? [] : [setting.why]),
      ].join(', and '),
    },
  }
}

/** Where the SDK goes in a page that has no script before what it shows: into its head, or before all that is shown. */
const beforeView = (elements: PageTree['elements'], doctypeEnd: number): number => {
  const named = (name: string) => elements.find(({ tagName }) => tagName === name)
  const head = named('head')
  const headEnd = head?.sourceCodeLocation?.endTag?.startOffset
  if (headEnd !== undefined) return headEnd
  for (const element of [head, named('body'), named('html')]) {
    const end = element === undefined ? undefined : startTag(element)?.endOffset
    if (end !== undefined) return end
  }
  return doctypeEnd
}
