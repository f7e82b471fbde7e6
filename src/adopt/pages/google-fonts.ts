import { leadsOut } from '../../check/facts/text/url.js'

/** A font of Google's as a page asks for it. */
export interface WantedFont {
  /** Its name on npm: `@fontsource/press-start-2p`. */
  readonly package: string
  /** The style sheets of the package that have the wanted weights and styles: `400.css`, `700-italic.css`. */
  readonly sheets: readonly string[]
}

/** The fonts of a style sheet of Google Fonts; none for any other address. */
export const googleFonts = (url: string): readonly WantedFont[] => {
  const read = url.trim().startsWith('//') ? `https:${url.trim()}` : url.trim()
  if (!URL.canParse(read)) return []
  const { host, searchParams } = new URL(read)
  if (host !== 'fonts.googleapis.com') return []
  return searchParams
    .getAll('family')
    .flatMap((families) => families.split('|'))
    .flatMap((family) => {
      const [name = '', ...axes] = family.split(':')
      const slug = name.trim().toLowerCase().replaceAll(/\s+/g, '-')
      return /^[a-z0-9-]+$/.test(slug)
        ? [{ package: `@fontsource/${slug}`, sheets: sheetsFor(axes.join(':')) }]
        : []
    })
}

/**
 * @param axes what stands behind a family's colon: `400,700italic` as first, `ital,wght@0,400;1,700` or `wght@300..800`
 * as later versions of the service have it
 */
const sheetsFor = (axes: string): readonly string[] => {
  const [names = '', values] = axes.split('@')
  const sheets = values === undefined ? names.split(',').map(firstForm) : laterForm(names.split(','), values)
  const found = [...new Set(sheets.filter((sheet) => sheet !== ''))]
  return found.length === 0 ? ['400.css'] : found
}

const firstForm = (word: string): string => {
  const [, weight = '', italic = ''] =
    /^(\d00|regular|bold|)(i(?:talic)?)?$/.exec(word.trim().toLowerCase()) ?? []
  if (weight === '' && italic === '') return ''
  return sheet(weight === 'bold' ? 700 : Number(weight) || 400, italic !== '')
}

const laterForm = (names: readonly string[], values: string): readonly string[] =>
  values.split(';').flatMap((tuple) => {
    const parts = tuple.split(',')
    const italic = parts[names.indexOf('ital')] === '1'
    const [low = 400, high = low] = (parts[names.indexOf('wght')] ?? '400').split('..').map(Number)
    return WEIGHTS.filter((weight) => weight >= low && weight <= high).map((weight) => sheet(weight, italic))
  })

const WEIGHTS = [100, 200, 300, 400, 500, 600, 700, 800, 900] as const

const sheet = (weight: number, italic: boolean): string => `${weight}${italic ? '-italic' : ''}.css`

/**
 * A style sheet of a font's package as a part of another file: its addresses lead from there, and the older of its two
 * formats, which no browser here needs, is left out.
 * @param folder the package's folder from that file's, ending with a slash
 */
export const fontSheet = (css: string, folder: string): string =>
  css
    .replaceAll(/,\s*url\([^)]*\.woff\)\s*format\(['"]woff['"]\)/g, '')
    .replaceAll(/url\(\.\//g, `url(${folder}`)

/** Whether an address is that of the Web Font Loader, which asks Google for fonts by script. */
export const isWebFontLoader = (url: string): boolean =>
  leadsOut(url) && /\/(?:webfont|webfontloader)(?:[.-]min)?\.js(?:[?#]|$)/i.test(url)

/** What scripts tell the Web Font Loader to ask Google for. */
const WANTED_BY_SCRIPT = /\bgoogle['"]?\s*:\s*\{\s*['"]?families['"]?\s*:\s*\[([^\]]*)\]/g

/** The style sheet of Google Fonts that the Web Font Loader would ask for; null if no script names a font. */
export const scriptedFonts = (scripts: readonly string[]): string | null => {
  const families = scripts.flatMap((script) =>
    [...script.matchAll(WANTED_BY_SCRIPT)].flatMap(([, list = '']) =>
      [...list.matchAll(/(['"`])(.*?)\1/g)].map(([, , family = '']) => family.replaceAll(/\s+/g, '+')),
    ),
  )
  return families.length === 0
    ? null
    : `https://fonts.googleapis.com/css?family=${[...new Set(families)].join('|')}`
}

/** The packages that have the fonts of a style sheet of Google Fonts; none for any other address. */
export const fontsAt = (url: string): readonly string[] => googleFonts(url).map((font) => font.package)

/** Why fonts of the web are taken out: what the person sees instead, and how they come back. */
export const fallbackWords = (fonts: readonly string[]): string =>
  `a mini app has no network, so the next font of the family list is shown; ${fonts.join(' ')} from npm brings the font`
