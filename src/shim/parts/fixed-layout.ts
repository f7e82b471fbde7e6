import { isSandboxed, replace, replaceMethod } from './sandbox.js'

/*! A page of one size: it is shown smaller where the frame is smaller. Its scripts find every position as in a large window. */
export const shimFixedLayout = (): void => {
  if (!isSandboxed()) return
  let scale = 1
  const fit = (): void => {
    const { style } = document.documentElement
    for (const name of STYLES) style.removeProperty(name)
    scale = scaleToFit()
    if (scale === 1) return
    const isWhole = document.documentElement.scrollHeight * scale <= innerHeight
    style.transformOrigin = '0 0'
    style.transform = `scale(${scale})`
    style.width = `${innerWidth / scale}px`
    style.height = `${innerHeight / scale}px`
    // To a browser, there is as much to scroll as before.
    style.overflow = isWhole ? 'hidden' : 'hidden auto'
  }
  for (const type of ['DOMContentLoaded', 'load', 'resize']) addEventListener(type, fit)
  // A script may make the canvas later, and give it a size again.
  const resized = new ResizeObserver(fit)
  new MutationObserver(() => {
    const canvas = document.querySelector('canvas')
    if (canvas !== null) resized.observe(canvas)
  }).observe(document, { childList: true, subtree: true })

  const unscale = (owner: object, names: readonly string[], isUsers: (owner: object) => boolean): void => {
    for (const name of names) {
      const native = Object.getOwnPropertyDescriptor(owner, name)
      const read = native?.get
      if (native === undefined || read === undefined) continue
      replace(owner, name, {
        ...native,
        get(this: object) {
          const value: unknown = Reflect.apply(read, this, [])
          return typeof value === 'number' && isUsers(this) ? value / scale : value
        },
      })
    }
  }
  // What a script has made has the positions that it read.
  unscale(MouseEvent.prototype, MOUSE, (event) => Reflect.get(event, 'isTrusted') === true)
  if (typeof Touch === 'function') unscale(Touch.prototype, POINT, () => true)
  unscale(window, SCROLLED, () => true)
  // The browser's own boxes are scaled.
  const boxOf = (rect: DOMRect): DOMRect =>
    new DOMRect(rect.x / scale, rect.y / scale, rect.width / scale, rect.height / scale)
  for (const { prototype } of [Element, Range]) {
    const { getBoundingClientRect, getClientRects } = prototype
    replaceMethod(prototype, 'getBoundingClientRect', function (this: Element): DOMRect {
      return boxOf(getBoundingClientRect.call(this))
    })
    replaceMethod(prototype, 'getClientRects', function (this: Element): readonly DOMRect[] {
      return Array.from(getClientRects.call(this), boxOf)
    })
  }
  for (const name of ['elementFromPoint', 'elementsFromPoint'] as const) {
    const native = Document.prototype[name]
    replaceMethod(Document.prototype, name, function (this: Document, x: number, y: number) {
      return Reflect.apply(native, this, [x * scale, y * scale])
    })
  }
}

const STYLES = ['transform', 'transform-origin', 'width', 'height', 'overflow']
const POINT = ['clientX', 'clientY', 'pageX', 'pageY']
const MOUSE = [...POINT, 'x', 'y', 'movementX', 'movementY']
const SCROLLED = ['scrollX', 'scrollY', 'pageXOffset', 'pageYOffset']

/** How much smaller the page is shown, so that it is not wider than the frame, and its canvas not higher. */
const scaleToFit = (): number => {
  const { scrollWidth } = document.documentElement
  const height = document.querySelector('canvas')?.offsetHeight ?? 0
  const toWidth = scrollWidth - innerWidth <= MARGINS ? 1 : innerWidth / scrollWidth
  return Math.min(1, toWidth, height === 0 ? 1 : innerHeight / height)
}

/** The margins of a body, in pixels: a canvas as wide as the window stands out by them, and would only get blurred. */
const MARGINS = 16
