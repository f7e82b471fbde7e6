import type { LongFrame } from './prepare.js'

/**
 * Questions to the app's page: each is a function that is sent as its source text, so it cannot use anything of this
 * module, and takes what it needs as its one argument.
 */

/** The scripts that blocked rendering since the page opened. */
export const longFrames = async (name: string): Promise<readonly LongFrame[]> => {
  // A busy page knows what kept it busy once it has drawn a frame.
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, document.hidden ? 0 : 20_000)
  })
  return Reflect.get(window, name)?.() ?? []
}

/**
 * The width of the page's content, and the element that reaches furthest to the right. In a page that clips
 * its overflow, decoration and off-screen drawers may overflow; text, images and controls that are cut off
 * may not.
 */
export const contentWidth = (): { readonly width: number; readonly widest: string } => {
  const root = document.scrollingElement ?? document.documentElement
  const clips = [document.documentElement, document.body].some(
    (element) => element !== null && /hidden|clip/.test(getComputedStyle(element).overflowX),
  )
  /** The box of what an element itself displays, or null if that is only a colour. */
  const shown = (element: Element): DOMRect | null => {
    if (element.matches('canvas, img, video, button, input, select, textarea'))
      return element.getBoundingClientRect()
    const words = [...element.childNodes].filter(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
    )
    const [first] = words
    const last = words.at(-1)
    if (first === undefined || last === undefined) return null
    const range = document.createRange()
    range.setStartBefore(first)
    range.setEndAfter(last)
    return range.getBoundingClientRect()
  }
  /** How far to the right anything of an element can be seen, or scrolled to, in the elements around it. */
  const clippedAt = (element: Element): number => {
    let edge = Number.POSITIVE_INFINITY
    for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement)
      if (getComputedStyle(at).overflowX !== 'visible')
        edge = Math.min(edge, at.getBoundingClientRect().right)
    return edge
  }
  let furthest = { edge: 0, name: 'the page' }
  for (const element of document.body?.querySelectorAll('*') ?? []) {
    const box = clips ? shown(element) : element.getBoundingClientRect()
    if (box === null || (clips && box.left >= innerWidth)) continue
    if (box.right + root.scrollLeft <= furthest.edge) continue
    const edge = (clips ? Math.min(box.right, clippedAt(element)) : box.right) + root.scrollLeft
    if (edge <= furthest.edge) continue
    const first = element.classList.item(0)
    const mark = element.id !== '' ? `#${element.id}` : first === null ? '' : `.${first}`
    furthest = { edge, name: `<${element.localName}${mark}>` }
  }
  return { width: clips ? Math.round(furthest.edge) : root.scrollWidth, widest: furthest.name }
}

/** The size of the page's window, in CSS pixels. */
export const pageSize = (): { readonly width: number; readonly height: number } => ({
  width: innerWidth,
  height: innerHeight,
})

/** The centres of all visible elements that can be tapped, as fractions of the page's window. */
export const controls = (): readonly { readonly x: number; readonly y: number }[] => {
  const places: { x: number; y: number }[] = []
  const selector =
    'button, a[href], input, select, textarea, summary, [role="button"], [onclick], [tabindex], canvas'
  for (const element of document.querySelectorAll(selector)) {
    const { left, top, width, height } = element.getBoundingClientRect()
    const x = left + width / 2
    const y = top + height / 2
    if (width > 0 && height > 0 && x >= 0 && y >= 0 && x < innerWidth && y < innerHeight)
      places.push({ x: x / innerWidth, y: y / innerHeight })
  }
  return places
}

/** How much smaller the browser shim shows a page of a fixed size than it is; 1 where it does not. */
export const fittedScale = (): number => {
  const { transform, width } = document.documentElement.style
  const scale = Number(/^scale\(([\d.]+)\)$/.exec(transform)?.[1] ?? 1)
  // A game may scale its page itself.
  return Math.abs(Number.parseFloat(width) * scale - innerWidth) < 1 ? scale : 1
}

/** Clears the text selection from dragging, which must not appear in a screenshot. */
export const unmark = (): void => getSelection()?.removeAllRanges()

/** Scrolls the page back to its start: how far a drag or a key scrolls it is the browser's doing, not the app's. */
export const scrollBack = (): void => scrollTo({ left: 0, top: 0, behavior: 'instant' })

/** Whether the page has loaded; a frame's first, empty page does not count. */
export const hasLoaded = (): boolean => document.readyState === 'complete' && location.href !== 'about:blank'

/** `null` of an app, which has no origin. */
export const ownOrigin = (): string => location.origin

/** Ends the session of an original, as it ends where people close its tab; an app that is opened again begins one, too. */
export const endSession = (): void => sessionStorage.clear()

/** What a page has stored in its origin; null where some of it is in databases. */
export const storedTexts = async (): Promise<readonly string[] | null> =>
  (await indexedDB.databases()).length > 0
    ? null
    : [localStorage, sessionStorage]
        .flatMap((storage) => Object.values<string>({ ...storage }))
        .concat(document.cookie)

/** From the start of the page to its first picture with content, in milliseconds; null if there was none so far. */
export const firstPicture = (): number | null =>
  performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null

/** How many pixels of a picture a CSS pixel has. */
export const pixelRatio = (): number => devicePixelRatio

/** A sound that a page has loaded. */
export interface Sound {
  readonly url: string
  readonly decodes: boolean
}

/**
 * The sounds that the page has loaded, and whether the browser can decode each.
 */
export const decodedSounds = async (): Promise<readonly Sound[]> => {
  const most = 12
  const isSound = /\.(?:mp3|ogg|oga|opus|wav|m4a|aac|flac)(?:[?#]|$)/i
  const urls = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => isSound.test(name))
  const sounds: Sound[] = []
  for (const url of [...new Set(urls)].slice(0, most)) {
    const response = await fetch(url).catch(() => null)
    // What is missing, or of another site, is told elsewhere.
    if (response?.ok !== true) continue
    const bytes = await response.arrayBuffer()
    const decodes = await new OfflineAudioContext(1, 1, 44_100).decodeAudioData(bytes).then(
      () => true,
      () => false,
    )
    sounds.push({ url, decodes })
  }
  return sounds
}

/**
 * What each field of a game's board shows, in the page's order: its text, and in another line its markup. Fields are elements of
 * one kind and size, such as the buttons of a grid; empty where there are too few.
 */
export const board = (): readonly string[] => {
  const least = 9
  const leastPixels = 12
  const groups = new Map<string, Element[]>()
  for (const element of document.querySelectorAll('body *')) {
    const { width, height } = element.getBoundingClientRect()
    if (width < leastPixels || height < leastPixels || !element.checkVisibility()) continue
    if (element.closest('svg, select') !== null || element.matches('li')) continue
    const kind = `${element.localName} ${Math.round(width)} ${Math.round(height)}`
    groups.set(kind, [...(groups.get(kind) ?? []), element])
  }
  const [largest = []] = [...groups.values()].sort((a, b) => b.length - a.length)
  if (largest.length < least) return []
  // Who may tap a field, and where a finger was last, is not what the board shows.
  const own = / (?:disabled|tabindex|aria-disabled)="[^"]*"/g
  return largest.map((element) => {
    const text = (element.textContent ?? '').replace(/\s+/g, ' ')
    return `${text}\n${element.outerHTML.replace(own, '')}`
  })
}

/**
 * The names that a list of players has twice: a list is elements of one parent, each with one name, that have all names and nothing
 * else but numbers.
 */
export const listedTwice = (names: readonly string[]): readonly string[] => {
  const least = 2
  const longest = 60
  // A message says what a player does.
  const isMessage = /\p{L}{2,}/u
  const isRole =
    /\b(?:you|me|host|guest|online|offline|away|gone|left|disconnected|ready|waiting|points?|score|wins?)\b/giu
  const self = /\b(?:you|me)\b/iu
  if (names.length < least || new Set(names).size < names.length) return []
  return [...document.querySelectorAll('body *')].flatMap((list) => {
    const rows = [...list.children].filter((row) => row.checkVisibility())
    if (rows.length !== names.length + 1) return []
    const found = rows.map((row) => {
      const text = row.textContent.trim()
      const named = names.filter((name) => text.includes(name))
      const [name = self.test(text) ? '' : null] = named
      if (name === null || named.length > 1 || text.length > longest) return null
      return isMessage.test(text.replace(name, ' ').replace(isRole, ' ')) ? null : name
    })
    // Of the player who looks, many lists say `You`.
    const missing = names.filter((name) => !found.includes(name))
    if (found.includes(null) || missing.length !== found.filter((name) => name === '').length) return []
    return names.filter((name) => found.filter((one) => one === name).length > 1)
  })
}

/**
 * Whether a list has each of these names once, in a row of its own with nothing else but numbers, and every row looks the same: none
 * is faded or struck out.
 */
export const listed = (names: readonly string[]): boolean => {
  const least = 3
  const longest = 60
  const isMessage = /\p{L}{2,}/u
  const isRole = /\b(?:you|me|host|guest|online|ready|points?|score|wins?|tiles?)\b/giu
  if (names.length < least || new Set(names).size < names.length) return false
  return [...document.querySelectorAll('body *')].some((list) => {
    const rows = [...list.children].filter((row) => row.checkVisibility())
    if (rows.length !== names.length) return false
    const looks = new Set(
      rows.map((row) => {
        const { opacity, textDecorationLine } = getComputedStyle(row)
        return `${opacity} ${textDecorationLine}`
      }),
    )
    const found = rows.map((row) => {
      const text = row.textContent.trim()
      const named = names.filter((name) => text.includes(name))
      const [name] = named
      if (name === undefined || named.length > 1 || text.length > longest) return null
      return isMessage.test(text.replace(name, ' ').replace(isRole, ' ')) ? null : name
    })
    return looks.size === 1 && new Set(found).size === names.length && !found.includes(null)
  })
}

/**
 * How many elements that lie over the page and are fully transparent are in one place, such as points that have risen and faded: as
 * many as there are where most are. One in each row of a list is shown once somebody points there.
 */
export const fadedElements = (): number => {
  const most = 5_000
  const places = new Map<Element, number>()
  for (const element of [...document.querySelectorAll('body *')].slice(-most)) {
    const { opacity, position } = getComputedStyle(element)
    const around = element.parentElement
    if (opacity !== '0' || (position !== 'absolute' && position !== 'fixed') || around === null) continue
    if (!around.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue
    places.set(around, (places.get(around) ?? 0) + 1)
  }
  return Math.max(0, ...places.values())
}

/**
 * How many elements of one kind in one place are hidden one by one, such as messages that were closed: as many as there are where most
 * are. Where some of a kind are shown, they are rows or cards that wait for their turn.
 */
export const hiddenElements = (): number => {
  const most = 5_000
  const kinds = new Map<Element, Map<string, { hidden: number; shown: number }>>()
  for (const element of [...document.querySelectorAll('body *')].slice(-most)) {
    const around = element.parentElement
    if (around === null || element.matches('script, style, template, option, source, link, meta')) continue
    if (!around.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue
    const all = kinds.get(around) ?? new Map<string, { hidden: number; shown: number }>()
    kinds.set(around, all)
    const kind = `${element.localName} ${[...element.classList].join(' ')}`
    const counts = all.get(kind) ?? { hidden: 0, shown: 0 }
    all.set(kind, counts)
    if (getComputedStyle(element).display === 'none') counts.hidden += 1
    else counts.shown += 1
  }
  const unseen = [...kinds.values()].flatMap((all) => [...all.values()])
  return Math.max(0, ...unseen.map(({ hidden, shown }) => (shown === 0 ? hidden : 0)))
}

/**
 * Keeps someone who plays at random from leaving on purpose: controls that say one of these words do nothing, until
 * `mayLeave`.
 * @param words a regular expression
 */
export const stayInGame = (words: string): void => {
  const leaves = new RegExp(words, 'i')
  const longest = 40
  const hold = (event: Event): void => {
    const { target } = event
    const control = target instanceof Element ? target.closest('button, a, summary, [role="button"]') : null
    const label = `${control?.getAttribute('aria-label') ?? ''} ${control?.textContent ?? ''}`.trim()
    if (control === null || label.length > longest || !leaves.test(label)) return
    event.stopImmediatePropagation()
    event.preventDefault()
  }
  const end = new AbortController()
  for (const type of ['pointerdown', 'mousedown', 'touchstart', 'click'])
    addEventListener(type, hold, { capture: true, passive: false, signal: end.signal })
  addEventListener('__miniapp_playtest_may_leave__', () => end.abort(), { once: true })
}

/** Lets someone leave the game. */
export const mayLeave = (): void => {
  dispatchEvent(new Event('__miniapp_playtest_may_leave__'))
}
