/** What a window's page shows now, which an on-screen keyboard makes smaller. */
export type VisibleArea = Pick<
  VisualViewport,
  'height' | 'offsetTop' | 'scale' | 'addEventListener' | 'removeEventListener'
>

/** Less than any keyboard: a browser's own bars come and go too. */
const LEAST_KEYBOARD = 100

/**
 * Keeps the host's sheets above an on-screen keyboard. A keyboard covers the page in most browsers: it makes only the visible
 * area smaller, and may move it down. The stylesheet places sheets by what is set here on the root element.
 */
export const makeRoomForKeyboard = (area: VisibleArea, root: HTMLElement): void => {
  const measure = (): void => {
    // A zoomed page is moved by the person.
    const zoomed = area.scale > 1.01
    const above = zoomed ? 0 : Math.max(0, area.offsetTop)
    const below = zoomed ? 0 : Math.max(0, root.clientHeight - area.offsetTop - area.height)
    root.style.setProperty('--covered-above', `${above}px`)
    root.style.setProperty('--covered-below', `${below}px`)
    const open = below >= LEAST_KEYBOARD
    root.toggleAttribute('data-keyboard', open)
    const typing = document.activeElement
    if (open && typing?.closest('.sheet') != null) typing.scrollIntoView({ block: 'nearest' })
  }
  area.addEventListener('resize', measure)
  area.addEventListener('scroll', measure)
  measure()
}
