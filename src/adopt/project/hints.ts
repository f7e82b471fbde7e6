import { resolvePath } from '../../check/facts/bundle/paths.js'
import { ORIENTATIONS } from '../../platform/manifest.js'
import { folderOf } from '../addresses.js'
import { attributeOf, elementsOfPage, isPage, relOf } from '../pages/page-elements.js'
import type { GameFiles } from '../selection.js'
import { textAt } from '../text-of.js'
import { jsonObject } from './json-object.js'

/** What a game says of itself: in its entry page, and in the manifest of a web app where it has one. */
export interface Hints {
  /** Each as it stands there, blanks folded; null where there is none. */
  readonly title: string | null
  readonly description: string | null
  readonly orientation: (typeof ORIENTATIONS)[number] | null
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
    title: oneLine(title) ?? meta('application-name') ?? meta('og:title') ?? web.name,
    description: meta('description') ?? meta('og:description') ?? web.description,
    orientation: web.orientation,
    background: web.background ?? meta('theme-color'),
    icons: [
      ...new Set([...linked('apple-touch-icon'), ...web.icons, ...linked('icon'), ...linked('shortcut')]),
    ],
  }
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
