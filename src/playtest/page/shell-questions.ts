/**
 * Questions to the shell's page: each is a function that is sent as its source text, so it cannot use anything of this
 * module, and takes what it needs as its one argument.
 */

interface Place {
  readonly x: number
  readonly y: number
}

/** What the shell shows: the app's frame, the page before a paid app, or why the app does not open. */
export type Opening =
  | { readonly shows: 'app' | 'gate' | 'nothing yet' }
  | { readonly shows: 'unpaid'; readonly button: Place }

/** What the shell shows after it has opened. */
export const opening = (): Opening => {
  // An app that has closed itself meanwhile, or has left its page, was opened.
  if (document.querySelector('iframe[title="Mini app"], [data-closed]') !== null) return { shows: 'app' }
  for (const button of document.querySelectorAll('button')) {
    if (button.textContent?.trim() === 'Open as a test run') {
      const { left, top, width, height } = button.getBoundingClientRect()
      return { shows: 'unpaid', button: { x: left + width / 2, y: top + height / 2 } }
    }
  }
  const gate = document.querySelector('section[aria-label="The app does not open"]')
  return { shows: gate === null ? 'nothing yet' : 'gate' }
}

/** Where the app's frame is; null if no app runs. */
export const frameBox = (): (Place & { readonly width: number; readonly height: number }) | null => {
  const frame = document.querySelector('iframe[title="Mini app"]')
  if (frame === null) return null
  const { left, top, width, height } = frame.getBoundingClientRect()
  return { x: left, y: top, width, height }
}

/** Whether the app's frame is in sight: the host's cover is over it until `ready`, or for some seconds. */
export const isUncovered = (): boolean => document.querySelector('.cover') === null

/** Gives the app's frame the focus, so that keys go to the app: the shell around it has buttons of its own. */
export const focusFrame = (): void => {
  const frame = document.querySelector('iframe[title="Mini app"]')
  if (frame instanceof HTMLElement) frame.focus()
}

/** Chooses another size of the app's frame. @returns whether the app may be shown in it */
export const turnFrame = (size: string): boolean => {
  const sizes = document.querySelector('select[aria-label="Frame size"]')
  if (!(sizes instanceof HTMLSelectElement)) return false
  const option = [...sizes.options].find(({ value }) => value === size)
  if (option === undefined || option.disabled) return false
  sizes.value = size
  sizes.dispatchEvent(new Event('change', { bubbles: true }))
  return true
}

/** Where the button that opens a closed app again is; null if there is none. */
export const openAgain = (): Place | null => {
  const button = document.querySelector('[data-closed] button')
  if (button === null || !button.checkVisibility()) return null
  const { left, top, width, height } = button.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

/**
 * One of the buttons on the host's sheet, unfolded and scrolled into view; its place is null if none can be pressed. Null if no
 * sheet is open.
 * @param choice which one, as a fraction of those there are
 */
export const sheetButton = (choice: number): { readonly button: Place | null } | null => {
  const sheet = [...document.querySelectorAll('dialog[open], [role="dialog"]')].find((one) =>
    one.checkVisibility(),
  )
  if (sheet === undefined) return null
  // The samples of a picker are what a player without files has.
  for (const details of sheet.querySelectorAll('details')) details.open = true
  const buttons = [...sheet.querySelectorAll('button')].filter(
    (button) => !button.disabled && button.checkVisibility(),
  )
  const chosen = buttons[Math.floor(choice * buttons.length)]
  if (chosen === undefined) return { button: null }
  chosen.scrollIntoView({ block: 'nearest' })
  const { left, top, width, height } = chosen.getBoundingClientRect()
  return { button: { x: left + width / 2, y: top + height / 2 } }
}
