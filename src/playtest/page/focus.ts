/**
 * Questions to the app's page about the focus: each is sent as its source text, so it cannot use anything of this module.
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
