import { sayOnce } from './log.js'
import { isSandboxed, replace } from './sandbox.js'

/** What a page tells the Web Font Loader. */
interface WebFontConfig {
  readonly classes?: boolean
  readonly events?: boolean
  readonly timeout?: number
  readonly loading?: () => void
  readonly active?: () => void
  readonly fontloading?: FontListener
  readonly fontactive?: FontListener
  readonly fontinactive?: FontListener
  readonly [source: string]: unknown
}

/** @param variation style and weight, as `n4` and `i7` */
type FontListener = (family: string, variation: string) => void

interface WantedFont {
  readonly family: string
  readonly variation: string
}

/*! WebFont.load loads the fonts that the app brings. For others, the next font of the list is shown. The app always starts. */
export const shimWebFonts = (): void => {
  if (!isSandboxed()) return
  const loader = { load: (config: WebFontConfig): void => void loadFonts(config) }
  // A copy of the real loader asks Google for fonts, and calls nothing back for seconds.
  replace(window, 'WebFont', { get: () => loader, set: () => undefined })
  let used: unknown
  const readConfig = (): void => {
    const config: unknown = Reflect.get(window, 'WebFontConfig')
    if (typeof config !== 'object' || config === null || config === used) return
    used = config
    loader.load(config as WebFontConfig)
  }
  addEventListener('DOMContentLoaded', readConfig)
  addEventListener('load', readConfig)
}

const loadFonts = async (config: WebFontConfig): Promise<void> => {
  const mark = (name: string): void => {
    if (config.classes !== false) document.documentElement.classList.add(`wf-${name}`)
  }
  const tell = (listener: FontListener | undefined, font: WantedFont, name: string): void => {
    mark(`${font.family.toLowerCase().replace(/[^a-z0-9]+/g, '')}-${font.variation}-${name}`)
    if (config.events !== false) listener?.(font.family, font.variation)
  }
  const fonts = fontsIn(config)
  mark('loading')
  if (config.events !== false) config.loading?.()
  await pageParsed()
  await Promise.all(styleSheetsOf(config).map(addStyleSheet))
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), config.timeout ?? 3_000))
  await Promise.all(
    fonts.map(async (font) => {
      tell(config.fontloading, font, 'loading')
      const found = await Promise.race([isLoaded(font), late])
      if (!found) sayOnce(`The app does not include the font ${font.family}.`)
      if (found) tell(config.fontactive, font, 'active')
      else tell(config.fontinactive, font, 'inactive')
    }),
  )
  document.documentElement.classList.remove('wf-loading')
  mark('active')
  // Never `inactive`: many games start in `active` and do not listen for it.
  if (config.events !== false) config.active?.()
}

/** The real loader waits for the network, and so for the page's elements, which callbacks use. */
const pageParsed = async (): Promise<void> => {
  if (document.readyState === 'loading')
    await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve))
}

/** Loads a font of the page's style sheets; false if they have none of that name. */
const isLoaded = async ({ family, variation }: WantedFont): Promise<boolean> => {
  const style = { i: 'italic', o: 'oblique' }[variation.charAt(0)] ?? 'normal'
  try {
    const faces = await document.fonts.load(
      `${style} ${variation.charAt(1)}00 16px ${JSON.stringify(family)}`,
    )
    return faces.length > 0
  } catch {
    return false
  }
}

const listOf = (source: unknown, name: string): readonly string[] => {
  const list: unknown = typeof source === 'object' && source !== null ? Reflect.get(source, name) : null
  return Array.isArray(list) ? list.map(String) : []
}

/** The fonts of every source that names them: `google`, `custom` and others. */
const fontsIn = (config: WebFontConfig): readonly WantedFont[] => {
  const fonts: WantedFont[] = []
  for (const source of Object.values(config))
    for (const text of listOf(source, 'families')) {
      const [name = '', variations = ''] = text.split(':')
      const family = name.replace(/\+/g, ' ').replace(/^['"\s]+|['"\s]+$/g, '')
      for (const word of variations.split(',')) fonts.push({ family, variation: variationOf(word.trim()) })
    }
  return fonts
}

/** `700italic`, `bold`, `i7` or nothing as style and weight. */
const variationOf = (word: string): string => {
  if (/^[nio][1-9]$/.test(word)) return word
  const weight = /[1-9](?=00)/.exec(word)?.[0] ?? (/^b/i.test(word) ? '7' : '4')
  return `${/i(?:talic)?$/i.test(word) ? 'i' : 'n'}${weight}`
}

/** The style sheets of the app's own fonts. */
const styleSheetsOf = (config: WebFontConfig): readonly string[] =>
  listOf(config['custom'], 'urls').filter((url) => !/^(?:[a-z]+:|\/\/)/i.test(url))

const addStyleSheet = (url: string): Promise<unknown> =>
  new Promise((resolve) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = url
    link.onload = link.onerror = resolve
    document.head.append(link)
  })
