/**
 * What is asked of pages: each function here is sent to a page as its text and runs there, so that it sees nothing of
 * this module, and takes what it needs as its one argument.
 */

/** A script that held up the picture. */
export interface LongFrame {
  readonly milliseconds: number
  /** The address of the script. */
  readonly source: string
}

/**
 * Chooses the shell's frame size, takes away what the shell lays over the app, and keeps the long frames of the app's
 * page under a name that no app has.
 */
export const prepare = ({ size, name }: { readonly size: string; readonly name: string }): void => {
  if (window === window.top) {
    localStorage.setItem('miniapp.shell.frame-size', JSON.stringify(size))
    // The shell's policy allows no style element; a sheet that a script makes is none.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '.diagnosis, .device::before, .device::after { display: none !important }' +
        '.device, .device * { border-radius: 0 !important }',
    )
    document.adoptedStyleSheets.push(sheet)
    return
  }
  const found: LongFrame[] = []
  Object.defineProperty(window, name, { value: found })
  if (!PerformanceObserver.supportedEntryTypes.includes('long-animation-frame')) return
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const scripts: unknown = Reflect.get(entry, 'scripts')
      if (!Array.isArray(scripts)) continue
      let worst: LongFrame = { milliseconds: 0, source: '' }
      for (const script of scripts)
        if (script.duration > worst.milliseconds)
          worst = { milliseconds: script.duration, source: String(script.sourceURL) }
      if (worst.milliseconds > 0) found.push(worst)
    }
  }).observe({ type: 'long-animation-frame', buffered: true })
}

/** What held up the picture since the page opened. */
export const longFrames = (name: string): readonly LongFrame[] => Reflect.get(window, name) ?? []

/**
 * How wide the content of the page is, and which element reaches furthest to the right. In a page that clips what is
 * wider, decoration may reach out, and a drawer may wait outside; words, pictures and controls that are cut may not.
 */
export const contentWidth = (): { readonly width: number; readonly widest: string } => {
  const root = document.scrollingElement ?? document.documentElement
  const clips = [document.documentElement, document.body].some(
    (element) => element !== null && /hidden|clip/.test(getComputedStyle(element).overflowX),
  )
  /** The box of what an element itself shows, or null where that is nothing but colour. */
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
  let furthest = { edge: 0, name: 'the page' }
  for (const element of document.body?.querySelectorAll('*') ?? []) {
    const box = clips ? shown(element) : element.getBoundingClientRect()
    if (box === null || (clips && box.left >= innerWidth)) continue
    const edge = box.right + root.scrollLeft
    if (edge <= furthest.edge) continue
    const first = element.classList.item(0)
    const mark = element.id !== '' ? `#${element.id}` : first === null ? '' : `.${first}`
    furthest = { edge, name: `<${element.localName}${mark}>` }
  }
  return { width: clips ? Math.round(furthest.edge) : root.scrollWidth, widest: furthest.name }
}

/** The middles of what can be tapped and is in sight, in the page's own pixels. */
export const controls = (): readonly { readonly x: number; readonly y: number }[] => {
  const places: { x: number; y: number }[] = []
  const selector =
    'button, a[href], input, select, textarea, summary, [role="button"], [onclick], [tabindex], canvas'
  for (const element of document.querySelectorAll(selector)) {
    const { left, top, width, height } = element.getBoundingClientRect()
    const x = left + width / 2
    const y = top + height / 2
    if (width > 0 && height > 0 && x >= 0 && y >= 0 && x < innerWidth && y < innerHeight)
      places.push({ x, y })
  }
  return places
}

/** Takes back what the player marked by dragging: it is no part of a picture for the listing. */
export const unmark = (): void => getSelection()?.removeAllRanges()
