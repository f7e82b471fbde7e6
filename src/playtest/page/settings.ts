/** A control that sets something which people expect to be kept, such as sound. */
export interface Setting {
  /** The same for the same control of a page that was opened again. */
  readonly key: string
  readonly label: string
  /** What it is set to: its text, and whether it is pressed or checked. */
  readonly state: string
  /** Its middle, in CSS pixels of the page. */
  readonly x: number
  readonly y: number
}

/**
 * The switches in sight that set sound, language or the like. It is sent to the app's page as its source text, so it cannot use
 * anything of this module.
 */
export const settings = (): readonly Setting[] => {
  const sets =
    /\b(sounds?|music|muted?|unmute|audio|sfx|vibrat\w*|haptics?|language|difficulty|left[- ]handed|high contrast)\b/i
  const switches = [
    ...document.querySelectorAll(
      'button, input[type="checkbox"], [role="button"], [role="switch"], [role="checkbox"]',
    ),
  ]
  return switches.flatMap((element, index) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const label =
      `${element.getAttribute('aria-label') ?? ''} ${(element.closest('label') ?? element).textContent}`
        .replace(/\s+/g, ' ')
        .trim()
    const reached = document.elementFromPoint(x, y)
    if (!sets.test(label) || reached === null || !element.contains(reached)) return []
    const state = [
      element.textContent?.trim(),
      element.getAttribute('aria-label'),
      element.getAttribute('aria-pressed'),
      element.getAttribute('aria-checked'),
      element instanceof HTMLInputElement && element.checked,
    ].join(' ')
    return [{ key: element.id === '' ? `${index}` : `#${element.id}`, label, state, x, y }]
  })
}
