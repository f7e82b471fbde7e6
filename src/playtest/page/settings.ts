/** A control that sets something, such as sound. */
export interface Setting {
  /** The same for the same control of a page that was opened again. */
  readonly key: string
  readonly label: string
  /** What it is set to: its text or value, and whether it is pressed or checked. */
  readonly state: string
  /** Whether people expect it to be kept, by its name, as what is had once a day; whether another one is kept, only the app's calls tell. */
  readonly isNamed: boolean
  /** Its middle, in CSS pixels of the page; null where it is not switched with a tap. */
  readonly at: { readonly x: number; readonly y: number } | null
}

/**
 * The fields in sight, and the switches that set sound, language or the like. It is sent to the app's page as its source text, so it
 * cannot use anything of this module.
 * @param change the key of a field that gets another value, and its first one the next time; null to change nothing
 */
export const settings = (change: string | null): readonly Setting[] => {
  const sets =
    /\b(sounds?|music|muted?|unmute|audio|sfx|vibrat\w*|haptics?|language|difficulty|left[- ]handed|high contrast|claim|daily (?:bonus|gift|reward)|tomorrow)\b/i
  const fields =
    'select, textarea, input:not([type]), input:is([type="text"], [type="number"], [type="range"])'
  const checks = 'input[type="checkbox"], [role="switch"], [role="checkbox"]'
  // Two fields that are saved as one show the same then.
  const greetings = ['hello', 'good day', 'welcome', 'good evening', 'hi there']
  const otherValue = (
    field: HTMLSelectElement | HTMLInputElement | HTMLTextAreaElement,
    index: number,
  ): string => {
    if (field instanceof HTMLSelectElement)
      return [...field.options].find(({ value, disabled }) => value !== field.value && !disabled)?.value ?? ''
    const isNumber = field instanceof HTMLInputElement && /number|range/.test(field.type)
    const greeting = greetings[index % greetings.length] ?? ''
    const [first, second] = isNumber
      ? [field.min || '1', `${Number(field.min || 1) + (Number(field.step) || 1)}`]
      : [greeting, `${greeting} you`]
    return field.value === first ? second : first
  }
  const all = document.querySelectorAll<HTMLInputElement>(`button, [role="button"], ${checks}, ${fields}`)
  return [...all].flatMap((element, index) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const isField = element.matches(fields)
    const texts = (element.closest('label') ?? element.labels?.[0] ?? element).textContent
    const label =
      `${element.getAttribute('aria-label') ?? ''} ${isField ? texts.replace(element.textContent, '') : texts}`
        .replace(/\s+/g, ' ')
        .trim()
    const isNamed = !isField && sets.test(label)
    const reached = document.elementFromPoint(x, y)
    if (reached === null || !element.contains(reached)) return []
    const isOpen = (isField || element.matches(checks)) && !element.matches('[readonly], :disabled')
    if (!isNamed && !isOpen) return []
    const key = element.id === '' ? `${index}` : `#${element.id}`
    if (isField && key === change) {
      // Frameworks that watch a field's value by a property of its own see what is set by the prototype's.
      const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value') ?? {}
      set?.call(element, otherValue(element, index))
      for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }))
    }
    const state = [
      isField ? element.value : element.textContent.trim(),
      element.getAttribute('aria-label'),
      element.getAttribute('aria-pressed'),
      element.getAttribute('aria-checked'),
      element.checked === true,
      element.disabled === true,
    ].join(' ')
    return [{ key, label, state, isNamed, at: isField ? null : { x, y } }]
  })
}
