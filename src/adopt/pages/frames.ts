import { resolvePath } from '../../check/facts/bundle/paths.js'
import { LineIndex } from '../../check/facts/text/position.js'
import { isTracker } from '../../check/facts/text/tracker-hosts.js'
import { destinationOf } from '../../check/facts/text/url.js'
import { GameExport } from '../engines/game-export.js'
import { recognize } from '../engines/index.js'
import type { GameFiles } from '../selection.js'
import { textAt } from '../text-of.js'
import { snippetOf } from '../trackers.js'
import {
  attributeOf,
  type Element,
  elementsOfPage,
  isPage,
  refreshOf,
  scriptKindOf,
} from './page-elements.js'

/**
 * The page with the game itself where the entry page sends people to it, or only shows it in a frame, which a mini app
 * cannot have: a PICO-8 player in a page around it, say. The page itself where it is more than that.
 * @param entry the page that would be opened
 */
export const unframed = (files: GameFiles, entry: string): string => {
  let page = entry
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const next = sentTo(files, page)
    if (next !== null && next !== page) {
      page = next
      continue
    }
    const inner = onlyFrame(files, page)
    if (inner === null || inner === page) return page
    const isShell = !hasOwnScripts(textAt(files, page))
    const holdsEngine = recognize(new GameExport(files, inner)) !== null
    if (!isShell && (!holdsEngine || recognize(new GameExport(onlyPage(files, page), page)) !== null))
      return page
    page = inner
  }
  return page
}

const MAX_DEPTH = 3

/** The page of the game to which a page sends people immediately; null where it does not. */
const sentTo = (files: GameFiles, page: string): string | null => {
  const sent = elementsOfPage(textAt(files, page)).flatMap((element) => refreshOf(element) ?? [])[0]
  return sent === undefined || sent.seconds > 0 || sent.url === ''
    ? null
    : pageAt(files, resolvePath(page, sent.url))
}

/** The page that a path names, itself or as a folder; null where there is none. */
const pageAt = (files: GameFiles, path: string | null): string | null => {
  if (path === null) return null
  const file = [path, `${path.replace(/\/$/, '')}/index.html`].find((one) => files.has(one))
  return file !== undefined && isPage(file) ? file : null
}

/** The one page of the game that a page shows in a frame; null where there is none, or several. */
const onlyFrame = (files: GameFiles, page: string): string | null => {
  const framed = new Set(
    elementsOfPage(textAt(files, page)).flatMap((element) => {
      const url = framedBy(element)
      const path = url === undefined ? null : resolvePath(page, url.replace(/^\//, './'))
      const file = pageAt(files, path)
      return file === null ? [] : [file]
    }),
  )
  const [only, ...more] = framed
  return only === undefined || more.length > 0 ? null : only
}

/** The elements that show a page within a page, each with the attribute that names it. */
const FRAMES: ReadonlyMap<string, string> = new Map([
  ['iframe', 'src'],
  ['frame', 'src'],
  ['embed', 'src'],
  ['object', 'data'],
])

/** The first frame with a page of another host, in a page that does nothing itself; null where there is none. */
export const onlyRemoteFrame = (page: string): { readonly line: number; readonly url: string } | null => {
  const elements = elementsOfPage(page)
  const frame = elements.find((element) => destinationOf(framedBy(element) ?? '') === 'web')
  if (frame === undefined || hasOwnScripts(page) || elements.some(({ tagName }) => OWN.has(tagName)))
    return null
  const { line } = new LineIndex(page).place(frame.sourceCodeLocation?.startOffset ?? 0)
  return { line, url: framedBy(frame) ?? '' }
}

/** What a page has that is more than a frame around something else. */
const OWN: ReadonlySet<string> = new Set(['canvas', 'button', 'input', 'video', 'audio', 'p'])

/** The address of the page that an element shows. */
const framedBy = (element: Element): string | undefined => {
  const source = FRAMES.get(element.tagName)
  return source === undefined ? undefined : attributeOf(element, source)
}

/** Whether a page has any script other than those that count visitors. */
const hasOwnScripts = (page: string): boolean =>
  elementsOfPage(page).some((element) => {
    if (element.tagName !== 'script' || scriptKindOf(element) === null) return false
    const source = attributeOf(element, 'src')
    if (source !== undefined) return !isTracker(source)
    const script = element.childNodes.map((child) => ('value' in child ? child.value : '')).join('')
    return script.trim() !== '' && snippetOf(script, () => false) === null
  })

/** A game as far as a page itself shows it, without the files around it. */
const onlyPage = (files: GameFiles, page: string): GameFiles =>
  new Map([[page, files.get(page) ?? new Uint8Array()]])
