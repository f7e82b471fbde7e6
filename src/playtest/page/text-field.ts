/**
 * Questions to the app's page about typing: each is sent as its source text, so it cannot use anything of this module.
 */

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
