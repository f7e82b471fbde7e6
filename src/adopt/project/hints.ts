import { resolvePath } from '../../check/facts/bundle/paths.js'
import { ORIENTATIONS } from '../../platform/manifest.js'
import { jsonObject } from '../../platform/plain-objects.js'
import { folderOf } from '../game-paths.js'
import { attributeOf, type Element, elementsOfPage, isPage, relOf } from '../pages/page-elements.js'
import type { GameFiles } from '../selection.js'
import { textAt } from '../text-of.js'

/** What a game says of itself: in its entry page, and in the manifest of a web app where it has one. */
export interface Hints {
  /** Each as it stands there, blanks folded; null where there is none. */
  readonly title: string | null
  readonly description: string | null
  readonly orientation: (typeof ORIENTATIONS)[number] | null
  /** The one size that the page has, in CSS pixels; null where it adapts, or nothing says it. */
  readonly size: { readonly width: number; readonly height: number } | null
  /** Whether a phone's browser would show the page whole, however wide it is: it has a canvas, and no viewport of its own. */
  readonly isShownWhole: boolean
  /** A CSS colour, behind an icon that has no background of its own. */
  readonly background: string | null
  /** The pictures that the page names as its icons, by their paths, the ones for home screens first. */
  readonly icons: readonly string[]
}

/** Reads what a game says of itself. @param entry the entry page's path */
export const readHints = (files: GameFiles, entry: string): Hints => {
  const elements = elementsOfPage(textAt(files, entry))
  const metas = elements.filter(({ tagName }) => tagName === 'meta')
  const meta = (name: string): string | null => {
    const named = metas.find(
      (one) => (attributeOf(one, 'name') ?? attributeOf(one, 'property') ?? '').toLowerCase() === name,
    )
    return named === undefined ? null : oneLine(attributeOf(named, 'content') ?? '')
  }
  const hasViewport = metas.some((one) => attributeOf(one, 'name')?.trim().toLowerCase() === 'viewport')
  const size = hasViewport ? null : fixedSize(files, elements)
  const links = elements.filter(({ tagName }) => tagName === 'link')
  const linked = (word: string): readonly string[] =>
    links
      .filter((link) => relOf(link).some((rel) => rel.startsWith(word)))
      .flatMap((link) => pathOf(files, entry, attributeOf(link, 'href')))
  const [webManifestPath = 'manifest.json'] = linked('manifest')
  const web = readWebManifest(files, webManifestPath)
  const titleElement = elements.find(({ tagName }) => tagName === 'title')
  const title = titleElement?.childNodes.map((child) => ('value' in child ? child.value : '')).join('') ?? ''
  return {
    title: ownTitle(oneLine(title)) ?? meta('application-name') ?? meta('og:title') ?? web.name,
    description: meta('description') ?? meta('og:description') ?? web.description,
    orientation: web.orientation ?? orientationOf(size),
    size,
    isShownWhole: !hasViewport && elements.some(({ tagName }) => tagName === 'canvas'),
    background: web.background ?? meta('theme-color'),
    icons: [
      ...new Set([...linked('apple-touch-icon'), ...web.icons, ...linked('icon'), ...linked('shortcut')]),
    ],
  }
}

/** What the game's maker wrote of a title: nothing of `PICO-8 Cartridge`, and `Golf` of `Unity WebGL Player | Golf`. */
const ownTitle = (title: string | null): string | null =>
  title === null || TITLES_OF_TOOLS.test(title) ? null : title.replace(/^Unity Web(?:GL)? Player \| /, '')

/** What tools write into a page that nobody has named. */
const TITLES_OF_TOOLS =
  /^(?:PICO-8 Cartridge|TIC-80 tiny computer|Emscripten-Generated Code|New project|Document|Untitled)$/i

/**
 * The size of a page without a viewport that is laid out for one: a canvas with a width and a height, and neither styles nor
 * scripts that go by the size of the window.
 */
const fixedSize = (files: GameFiles, elements: readonly Element[]): Hints['size'] => {
  const [canvas, ...more] = elements.filter(({ tagName }) => tagName === 'canvas')
  if (more.length > 0) return null
  // A library asks for the size of the window in any case.
  const own = [...files].flatMap(([path, bytes]) =>
    OWN.test(path) && !LIBRARY.test(path) && bytes.length < MAX_OWN_BYTES ? [textAt(files, path)] : [],
  )
  const [width = 0, height = 0] = (canvas === undefined ? [] : ['width', 'height']).map((name) =>
    Number(/^\s*(\d{2,4})(?:px)?\s*$/.exec(attributeOf(canvas as Element, name) ?? '')?.[1] ?? 0),
  )
  const size = width > 0 && height > 0 ? { width, height } : madeSize(own)
  if (size === null || size.width < MIN_SIZE || size.height < MIN_SIZE) return null
  return own.some((text) => ADAPTS.test(text)) ? null : size
}

/** The size of the one canvas that scripts make, where they give it in numbers: with p5, Phaser, PixiJS, or by themselves. */
const madeSize = (scripts: readonly string[]): Hints['size'] => {
  const sizes = scripts.flatMap((text) =>
    MAKES.flatMap((made) =>
      [...text.matchAll(made)].map((found) => ({ width: Number(found[1]), height: Number(found[2]) })),
    ),
  )
  const [size, ...others] = sizes
  return size === undefined || others.some((one) => one.width !== size.width || one.height !== size.height)
    ? null
    : size
}

const MAKES: readonly RegExp[] = [
  /\bcreateCanvas\(\s*(\d{2,4})\s*,\s*(\d{2,4})/g,
  /\bnew\s+Phaser\s*\.\s*Game\(\s*(\d{2,4})\s*,\s*(\d{2,4})/g,
  /\bPhaser\s*\.\s*(?:AUTO|CANVAS|WEBGL)\s*,\s*(?:\w+\s*:\s*["'\w-]+\s*,\s*)*width\s*:\s*(\d{2,4})\s*,\s*height\s*:\s*(\d{2,4})/g,
  /\bPIXI\s*\.\s*Application\(\s*\{\s*width\s*:\s*(\d{2,4})\s*,\s*height\s*:\s*(\d{2,4})/g,
  /\bcanvas\.width\s*=\s*(\d{2,4})\s*[;,]?\s*canvas\.height\s*=\s*(\d{2,4})/g,
]

const OWN = /\.(?:html?|css|m?js)$/i
const LIBRARY =
  /(?:^|\/)(?:p5|phaser|pixi|jquery|three|howler|bootstrap|matter|planck|kaboom|kaplay)(?:[.-][^/]*)?\.(?:m?js|css)$|\.min\.(?:m?js|css)$/i
const MAX_OWN_BYTES = 200_000
const MIN_SIZE = 200
const ADAPTS =
  /\binner(?:Width|Height)\b|\bclient(?:Width|Height)\b|\bwindow(?:Width|Height|Resized)\b|\bdisplay(?:Width|Height)\b|\bscreen\s*\.\s*(?:avail)?(?:width|height)\b|\bPhaser\s*\.\s*Scale\b|\bscaleMode\b|\b\d+v(?:w|h|min|max)\b|@media\b|\bResizeObserver\b|["']resize["']|\bonresize\b|(?:^|[\s;{"'])(?:max-)?(?:width|height)\s*:\s*\d+%/i

/** How a device is held for a page of one size; a nearly square one says nothing. */
const orientationOf = (size: Hints['size']): Hints['orientation'] => {
  if (size === null) return null
  const ratio = size.width / size.height
  return ratio >= 1.15 ? 'landscape' : ratio <= 1 / 1.15 ? 'portrait' : null
}

/** The file that an address of the page or of its manifest names; from the root of the site where it says so. */
const pathOf = (files: GameFiles, from: string, url: string | undefined): readonly string[] => {
  if (url === undefined) return []
  const folder = folderOf(from)
  const candidates = [
    resolvePath(from, url),
    url.startsWith('/') ? resolvePath(from, `./${url.slice(1)}`) : null,
  ]
  return [...candidates, `${folder}${url}`]
    .filter((path): path is string => path !== null && files.has(path))
    .slice(0, 1)
}

const oneLine = (text: string): string | null => {
  const line = text.replace(/[\p{White_Space}\p{Cc}]+/gu, ' ').trim()
  return line === '' ? null : line
}

/** The manifest of a web app; what is not as it should be there is passed over, for it only makes suggestions. */
const readWebManifest = (files: GameFiles, path: string) => {
  const fields = jsonObject(textAt(files, path))
  const said = (field: string): string | null => {
    const value = fields[field]
    return typeof value === 'string' ? oneLine(value) : null
  }
  const held = (said('orientation') ?? '').replace(/-(?:primary|secondary)$/, '')
  const icons: readonly unknown[] = Array.isArray(fields['icons']) ? fields['icons'] : []
  return {
    name: said('short_name') ?? said('name'),
    description: said('description'),
    orientation: ORIENTATIONS.find((one) => one === held) ?? null,
    background: said('background_color') ?? said('theme_color'),
    icons: icons.flatMap((icon) => {
      const source = typeof icon === 'object' && icon !== null && 'src' in icon ? icon.src : undefined
      return typeof source === 'string' && !/^\s*</.test(source) ? pathOf(files, path, source) : []
    }),
  }
}

/** The pages among the files that could be the entry, the one that is likeliest first. */
export const entryCandidates = (paths: readonly string[]): readonly string[] => {
  const rank = (path: string): number =>
    path.split('/').length * 2 + (/(?:^|\/)index\.html?$/i.test(path) ? 0 : 1)
  return paths.filter(isPage).sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
}
