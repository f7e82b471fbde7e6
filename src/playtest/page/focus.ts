/**
 * Questions to the app's page about what has the focus, buttons and text fields: each is sent as its source text, so it cannot
 * use anything of this module.
 */

/**
 * Remembers, under a name that no app uses, the button that has the focus though nobody sees it.
 * @returns its label; null where there is none
 */
export const focusedUnseen = (name: string): string | null => {
  const element = document.activeElement
  const isUnseen = (): boolean => {
    if (!(element instanceof HTMLElement) || !element.matches('button:enabled, [role="button"]')) return false
    const { width, height } = element.getBoundingClientRect()
    const isShown = element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })
    return !isShown || width <= 1 || height <= 1
  }
  if (!(element instanceof HTMLElement) || !isUnseen()) return null
  let isPressed = false
  element.addEventListener('click', ({ isTrusted, detail }) => {
    // A mouse or a finger counts its clicks.
    isPressed ||= isTrusted && detail === 0
  })
  const focusAgain = (): boolean => {
    if (!isUnseen()) return false
    isPressed = false
    element.focus({ preventScroll: true })
    return document.activeElement === element
  }
  Object.defineProperty(window, `${name}unseen`, {
    value: { focusAgain, isPressed: () => isPressed },
    configurable: true,
  })
  return (element.ariaLabel ?? element.textContent).replace(/\s+/g, ' ').trim()
}

/** Gives the button of `focusedUnseen` the focus that a tap elsewhere took. @returns whether it has it, still out of sight */
export const focusUnseen = (name: string): boolean =>
  Reflect.get(window, `${name}unseen`).focusAgain() === true

/** Whether a key has pressed the button since `focusUnseen`. */
export const isPressedUnseen = (name: string): boolean =>
  Reflect.get(window, `${name}unseen`).isPressed() === true

/** What became of the keys that were pressed in a text field. */
export interface TypedKeys {
  /** How many were pressed while it had the focus. */
  readonly pressed: number
  /** How many of them the app has prevented. */
  readonly prevented: number
  /** What stands in the field now. */
  readonly value: string
}

/**
 * Gives the focus to the first empty text field in sight, and counts under a name that no app uses what becomes of keys in it.
 * @returns whether there is one
 */
export const focusText = (name: string): boolean => {
  for (const field of document.querySelectorAll('textarea, input:not([type]), input[type="text"]')) {
    if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) continue
    if (field.value !== '' || field.disabled || field.readOnly) continue
    if (!field.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue
    const { left, top, width, height } = field.getBoundingClientRect()
    const reached = document.elementFromPoint(left + width / 2, top + height / 2)
    if (reached === null || !(field === reached || field.contains(reached))) continue
    field.focus()
    if (document.activeElement !== field) continue
    const keys = { pressed: 0, prevented: 0 }
    // Listeners of the app that are further out, or were added earlier, have seen the key by then.
    addEventListener('keydown', (event) => {
      if (event.target !== field || document.activeElement !== field) return
      keys.pressed += 1
      if (event.defaultPrevented) keys.prevented += 1
    })
    Object.defineProperty(window, `${name}keys`, {
      value: (): unknown => ({ ...keys, value: field.value }),
      configurable: true,
    })
    return true
  }
  return false
}

/** What became of the keys since `focusText`. */
export const typedKeys = (name: string): TypedKeys => Reflect.get(window, `${name}keys`)()

/**
 * Watches, under a name that no app uses, what the Enter key presses from now on.
 * @returns whether a button, or the page itself, has the focus: a field or a link has uses of its own for the key
 */
export const watchEnter = (name: string): boolean => {
  const watched = `${name}enter`
  const known: { from: Element | null; also: string | null } | undefined = Reflect.get(window, watched)
  const state = known ?? { from: null, also: null }
  state.from = document.activeElement
  state.also = null
  if (known === undefined) {
    Object.defineProperty(window, watched, { value: state })
    addEventListener(
      'click',
      ({ isTrusted, detail, target }) => {
        const button = target instanceof Element ? target.closest('button') : null
        // A mouse or a finger counts its clicks.
        if (isTrusted && detail === 0 && button !== null && button !== state.from)
          state.also = (button.ariaLabel ?? button.textContent).replace(/\s+/g, ' ').trim()
      },
      { capture: true },
    )
  }
  return state.from?.matches('body, button:enabled') === true
}

/** What became of the Enter key since `watchEnter`. */
export const pressedByEnter = (
  name: string,
): {
  /** The button that it has pressed though the focus was elsewhere before; null where there is none. */
  readonly also: string | null
  readonly isMoved: boolean
} => {
  const { from, also } = Reflect.get(window, `${name}enter`)
  return { also, isMoved: document.activeElement !== from }
}
