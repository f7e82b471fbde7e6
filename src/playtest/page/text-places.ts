/** Where a text is in a page. */
export interface TextPlace {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * The texts in sight, each where it is wholly in the frame: of its middle, where what covers it would be found. It is sent as
 * its source text, so it cannot use anything of this module.
 */
export const textPlaces = (): readonly TextPlace[] => {
  const most = 60
  const places: TextPlace[] = []
  if (document.body === null) return places
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null && places.length < most; node = texts.nextNode()) {
    const { parentElement: parent, textContent } = node
    const text = (textContent ?? '').replace(/\s+/g, ' ').trim()
    if (parent === null || !/[\p{L}\p{N}]/u.test(text)) continue
    if (parent.closest('script, style, noscript, template, option, [aria-hidden="true"]') !== null) continue
    if (!parent.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const [box, another] = range.getClientRects()
    // A text of several lines is judged by its first.
    if (box === undefined || (another !== undefined && another.top === box.top)) continue
    const { left, top, right, bottom, width, height } = box
    if (width < 6 || height < 6 || left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) continue
    const points = [0.1, 0.5, 0.9].map((share) =>
      document.elementFromPoint(left + width * share, (top + bottom) / 2),
    )
    if (!points.every((at) => at !== null && (at === parent || at.contains(parent) || parent.contains(at))))
      continue
    // What an ancestor clips is not in sight.
    let isClipped = false
    for (let at: Element | null = parent; at !== null && !isClipped; at = at.parentElement) {
      if (getComputedStyle(at).overflow === 'visible') continue
      const clip = at.getBoundingClientRect()
      isClipped =
        left < clip.left - 1 || right > clip.right + 1 || top < clip.top - 1 || bottom > clip.bottom + 1
    }
    if (!isClipped) places.push({ text, x: left, y: top, width, height })
  }
  return places
}

/** The texts in sight of which their own element hides a part, without the dots that say so. It is sent as its source text, too. */
export const cutTexts = (): readonly string[] =>
  [...document.querySelectorAll('body *')].flatMap((element) => {
    const { clientWidth, scrollWidth } = element
    if (clientWidth < 20 || scrollWidth - clientWidth < 5) return []
    const { overflowX, textOverflow } = getComputedStyle(element)
    if (!/hidden|clip/.test(overflowX) || textOverflow === 'ellipsis') return []
    if (element.matches('input, textarea, select, [aria-hidden="true"]')) return []
    if (!element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) return []
    const box = element.getBoundingClientRect()
    const texts = [...element.childNodes].filter((node) => {
      if (node.nodeType !== Node.TEXT_NODE || !/\p{L}/u.test(node.textContent ?? '')) return false
      const range = document.createRange()
      range.selectNodeContents(node)
      const { left, right } = range.getBoundingClientRect()
      // What is moved out of sight as a whole is not cut.
      return left < box.right - 5 && right > box.left + 5 && (right > box.right + 4 || left < box.left - 4)
    })
    const [text] = texts.map(({ textContent }) => (textContent ?? '').replace(/\s+/g, ' ').trim())
    return text === undefined ? [] : [text.slice(0, 60)]
  })

/** The controls of which a person sees nothing or less than half, in a page that does not scroll to them. */
export const cutControls = (): readonly string[] => {
  /** Whether the page lets no finger scroll it, wherever there is neither a control nor something to draw on. */
  const holdsFingers = (): boolean => {
    if (navigator.maxTouchPoints === 0 || typeof TouchEvent === 'undefined') return false
    const under = [0.15, 0.35, 0.5, 0.65, 0.85].flatMap((share) => {
      const element = document.elementFromPoint(innerWidth / 2, innerHeight * share)
      const isFree = element?.closest('canvas, svg, video, input, textarea, select, button, [role]') === null
      return element !== null && isFree ? [element] : []
    })
    const holds = (target: Element): boolean => {
      for (let at: Element | null = target; at !== null; at = at.parentElement)
        if (/^(none|pan-x|pinch-zoom)/.test(getComputedStyle(at).touchAction)) return true
      const touch = new Touch({ identifier: 1, target, clientX: innerWidth / 2, clientY: innerHeight / 2 })
      const isLetGo = ['touchstart', 'touchmove'].every((type) =>
        target.dispatchEvent(
          new TouchEvent(type, {
            bubbles: true,
            cancelable: true,
            touches: [touch],
            targetTouches: [touch],
            changedTouches: [touch],
          }),
        ),
      )
      target.dispatchEvent(new TouchEvent('touchcancel', { bubbles: true, changedTouches: [touch] }))
      return !isLetGo
    }
    return under.length > 0 && under.every(holds)
  }
  let held: boolean | null = null
  return [...document.querySelectorAll('button, [role="button"], input, select, textarea')].flatMap(
    (element) => {
      if (!element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) return []
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect()
      if (width < 8 || height < 8 || left < -width / 2 || top < -height / 2) return []
      const inside =
        (Math.max(0, Math.min(right, innerWidth) - Math.max(left, 0)) *
          Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0))) /
        (width * height)
      if (inside >= 0.5) return []
      const isOutside = (one: Element): boolean => {
        const box = one.getBoundingClientRect()
        return box.right <= 0 || box.bottom <= 0 || box.left >= innerWidth || box.top >= innerHeight
      }
      let scrolls = false
      for (let at: Element | null = element; at !== null && !scrolls; at = at.parentElement) {
        const { overflowX, overflowY, transform, transitionDuration, animationName } = getComputedStyle(at)
        if (at.matches('[aria-hidden="true"], [inert], dialog')) return []
        // A drawer waits outside until it slides in.
        const slides = transform !== 'none' || /[1-9]/.test(transitionDuration) || animationName !== 'none'
        if (slides && at !== document.body && isOutside(at)) return []
        if (at === element || at === document.documentElement || at === document.body) continue
        scrolls =
          (/auto|scroll/.test(overflowX) && at.scrollWidth > at.clientWidth) ||
          (/auto|scroll/.test(overflowY) && at.scrollHeight > at.clientHeight)
      }
      const root = document.scrollingElement ?? document.documentElement
      const clips = (axis: 'overflowX' | 'overflowY'): boolean =>
        [document.documentElement, document.body].some(
          (one) => one !== null && /hidden|clip/.test(getComputedStyle(one)[axis]),
        )
      const reachable =
        (right <= innerWidth || (!clips('overflowX') && root.scrollWidth >= right + root.scrollLeft - 1)) &&
        (bottom <= innerHeight || (!clips('overflowY') && root.scrollHeight >= bottom + root.scrollTop - 1))
      if (scrolls) return []
      if (reachable) held ??= holdsFingers()
      if (reachable && held !== true) return []
      const label = `${element.getAttribute('aria-label') ?? ''} ${element.textContent}`
        .replace(/\s+/g, ' ')
        .trim()
      return [label === '' ? `<${element.localName}>` : label.slice(0, 60)]
    },
  )
}
