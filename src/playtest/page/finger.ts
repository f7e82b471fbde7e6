/**
 * Functions for a browser that loses the click of an emulated tap in a frame, or sends it elsewhere. Each is sent as its
 * source text, so it cannot use anything of this module, and takes what it needs as its one argument.
 */

/** What can be asked about the last touch. */
interface Finger {
  /** Whether it still lacks its click. */
  readonly wantsClick: () => boolean
  /** Ends it: later events of the mouse do not follow it. */
  readonly forget: () => void
}

/**
 * Makes a tap what it is on a phone, of a finger's tap and a mouse's click at the same place: the app gets the touch, and
 * of the mouse what follows a touch (`mousedown`, `mouseup`, `click`), without its pointer events and without what the
 * browser sends elsewhere. Under the name stands what is asked about the last touch.
 */
export const completeTaps = (name: string): void => {
  let touch: TouchEvent | null = null
  let lifted: Touch | null = null
  /** Whether the app has had the click of the last touch: it gets no second one. */
  let isClicked = false
  const finger: Finger = {
    // An app that prevents a touch prevents its click.
    wantsClick: () => lifted !== null && !isClicked && touch?.defaultPrevented === false,
    forget: () => {
      lifted = null
    },
  }
  Object.defineProperty(window, name, { value: finger, configurable: true })
  const first = { capture: true, passive: true }
  addEventListener(
    'touchstart',
    (event) => {
      touch = event
      lifted = null
      isClicked = false
    },
    first,
  )
  addEventListener(
    'touchend',
    (event) => {
      if (touch?.defaultPrevented === false) touch = event
      lifted = event.changedTouches[0] ?? null
    },
    first,
  )
  const follow = (event: MouseEvent): void => {
    if (!event.isTrusted || lifted === null) return
    const isPointer = event.type.startsWith('pointer')
    const isOwn = isPointer
      ? event instanceof PointerEvent && event.pointerType === 'touch'
      : !isClicked && isThere(event)
    if (isOwn) {
      isClicked ||= event.type === 'click'
      return
    }
    event.stopImmediatePropagation()
    // What is prevented for a pointer is prevented for the mouse, too.
    if (!isPointer) event.preventDefault()
  }
  const isThere = ({ clientX, clientY }: MouseEvent): boolean =>
    lifted !== null && Math.hypot(clientX - lifted.clientX, clientY - lifted.clientY) <= 2
  for (const type of ['down', 'move', 'up', 'over', 'out'])
    for (const device of ['pointer', 'mouse'])
      addEventListener(`${device}${type}` as 'mousedown', follow, true)
  addEventListener('click', follow, true)
}

/** Whether the last touch in the app still lacks its click. */
export const wantsClick = (name: string): boolean => {
  const finger: Finger | undefined = Reflect.get(window, name)
  return finger?.wantsClick() === true
}

/** Ends the last touch in the app: what the mouse does next is the mouse's. @returns whether the page knows of touches */
export const forgetTouch = (name: string): boolean => {
  const finger: Finger | undefined = Reflect.get(window, name)
  finger?.forget()
  return finger !== undefined
}
