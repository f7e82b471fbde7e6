/** Something that can be tapped, and what it says. */
export interface LabelledControl {
  /** Its centre, in CSS pixels of the page. */
  readonly x: number
  readonly y: number
  readonly label: string
  /** Whether it is a button, not a picture or a place for keys. */
  readonly isButton: boolean
  /** The text around it. */
  readonly context: string
}

/** The labels of the disabled buttons that are displayed. It is sent as its source text, too. */
export const disabledButtons = (): readonly string[] =>
  [...document.querySelectorAll('button:disabled, [role="button"][aria-disabled="true"]')].flatMap(
    (element) =>
      element.checkVisibility()
        ? [
            `${element.getAttribute('aria-label') ?? ''} ${element.textContent}`
              .replace(/\s+/g, ' ')
              .trim()
              .slice(0, 200),
          ]
        : [],
  )

/**
 * The controls that a tap reaches, in the order of the page. It is sent as its source text, so it cannot use anything of this
 * module.
 */
export const labelledControls = (): readonly LabelledControl[] => {
  const short = (text: string | null | undefined): string =>
    (text ?? '').replace(/\s+/g, ' ').trim().slice(0, 200)
  return [
    ...document.querySelectorAll('button, a[href], summary, [role="button"], [onclick], [tabindex], canvas'),
  ].flatMap((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const reached = document.elementFromPoint(x, y)
    if (reached === null || !(element === reached || element.contains(reached))) return []
    if (element.matches(':disabled, [aria-disabled="true"]')) return []
    const label = short(`${element.getAttribute('aria-label') ?? ''} ${element.textContent}`)
    const isButton = element.matches('button, [role="button"]')
    return [{ x, y, label, isButton, context: short(element.parentElement?.textContent) }]
  })
}

/**
 * The label of a button in sight where something that shows nothing takes every tap on the page's buttons; null where it is not so.
 * It is sent as its source text, too.
 */
export const coveredButton = (): string | null => {
  const buttons = [...document.querySelectorAll('button:enabled, a[href]')].flatMap((button) => {
    const { left, top, width, height } = button.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const reached = width * height === 0 || !button.checkVisibility() ? null : document.elementFromPoint(x, y)
    return reached === null ? [] : [{ button, reached }]
  })
  const showsNothing = (element: Element): boolean => {
    const { backgroundColor, backgroundImage, boxShadow, opacity } = getComputedStyle(element)
    const isClear = /^(?:transparent|rgba\(.*, 0\))$/.test(backgroundColor)
    const draws = element.matches('canvas, img, video, svg, iframe, input, dialog, html, body')
    const isEmpty =
      (element.textContent ?? '').trim() === '' && element.querySelector('canvas, img, video, svg') === null
    return (
      Number(opacity) === 0 ||
      (isClear && backgroundImage === 'none' && boxShadow === 'none' && !draws && isEmpty)
    )
  }
  const isCovered = ({ button, reached }: (typeof buttons)[number]): boolean =>
    !button.contains(reached) && !reached.contains(button) && showsNothing(reached)
  const [first] = buttons
  if (first === undefined || !buttons.every(isCovered)) return null
  return `${first.button.getAttribute('aria-label') ?? ''} ${first.button.textContent}`
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * A place that no control is at, in CSS pixels of the page: the middle, or one near it. Null where there is none. It is sent as its
 * source text, too.
 */
export const uncontrolledPlace = (): { readonly x: number; readonly y: number } | null => {
  const heights = [0.5, 0.65, 0.35, 0.8, 0.2]
  const places = heights.map((share) => ({ x: innerWidth / 2, y: innerHeight * share }))
  const isControl = (element: Element | null): boolean =>
    element === null ||
    element.closest('button, a, input, select, textarea, label, summary, [role="button"]') !== null
  return places.find(({ x, y }) => !isControl(document.elementFromPoint(x, y))) ?? null
}

/**
 * Writes texts into every empty text field of the page, one after the other: where each is a character longer, as people type.
 * It is sent as its source text, too.
 * @returns whether there was one
 */
export const fillTexts = (texts: readonly string[]): boolean => {
  let isFilled = false
  for (const field of document.querySelectorAll('textarea, input:not([type]), input[type="text"]')) {
    if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) continue
    if (field.value !== '' || field.disabled || field.readOnly || !field.checkVisibility()) continue
    isFilled = true
    // Frameworks that watch a field's value by a property of its own see what is set by the prototype's.
    const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
    for (const text of texts) {
      if (field.maxLength >= 0 && text.length > field.maxLength) break
      Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
  return isFilled
}

/** Writes more into every text field that takes it. It is sent as its source text, too. */
export const typeMore = (text: string): void => {
  for (const field of document.querySelectorAll('textarea, input:not([type]), input[type="text"]')) {
    if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) continue
    if (field.disabled || field.readOnly || !field.checkVisibility()) continue
    if (field.maxLength >= 0 && field.value.length + text.length > field.maxLength) continue
    const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
    Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, field.value + text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/** Types a character into every text field and deletes it, so many times. It is sent as its source text, too. */
export const typeAndDelete = (times: number): void => {
  for (const field of document.querySelectorAll('textarea, input:not([type]), input[type="text"]')) {
    if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) continue
    if (field.disabled || field.readOnly || !field.checkVisibility()) continue
    const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
    const text = field.value
    for (let typed = 0; typed < 2 * times; typed += 1) {
      Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(
        field,
        typed % 2 === 0 ? `${text}a` : text,
      )
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
}

/** What stands in the text fields in sight. It is sent as its source text, too. */
export const typedTexts = (): readonly string[] =>
  [...document.querySelectorAll('textarea, input:not([type]), input[type="text"]')].flatMap((field) =>
    (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) && field.checkVisibility()
      ? [field.value]
      : [],
  )

/** A name with characters of HTML. */
export const MARKED_TEXT = 'Al <u>Bo</u>'

/** Whether the page made an element of `MARKED_TEXT`. It is sent as its source text, too. */
export const hasMarkup = (): boolean =>
  [...document.querySelectorAll('u')].some(({ textContent }) => textContent === 'Bo')

/** Scrolls on by most of a screen; at the end, to the start. It is sent as its source text, too. @returns whether there was more */
export const scrollOn = (): boolean => {
  const before = scrollY
  scrollBy({ top: innerHeight * 0.8, behavior: 'instant' })
  const isFurther = scrollY > before
  if (!isFurther) scrollTo({ top: 0, behavior: 'instant' })
  return isFurther
}

/**
 * Scrolls to one of the controls that are displayed, of which those that only the mouse's cursor shows as one come last; null if
 * there are fewer. It is sent as its source text, too.
 */
export const broughtIntoView = (
  index: number,
): { readonly x: number; readonly y: number; readonly isText: boolean } | null => {
  const selector = 'button, input, select, textarea, summary, [role="button"], [onclick], [tabindex], canvas'
  const most = 2_000
  const isPointed = (one: Element | null): boolean =>
    one !== null && getComputedStyle(one).cursor === 'pointer'
  const pointed = [...document.querySelectorAll('body *')]
    .slice(0, most)
    .filter((one) => !one.matches(`${selector}, a`) && isPointed(one) && !isPointed(one.parentElement))
  const element = [...document.querySelectorAll(selector), ...pointed].filter(
    (one) => one.checkVisibility() && !one.matches(':disabled, [aria-disabled="true"]'),
  )[index]
  if (element === undefined) return null
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [(left + width / 2) / innerWidth, (top + height / 2) / innerHeight]
  return { x, y, isText: element.matches('input, textarea') }
}
