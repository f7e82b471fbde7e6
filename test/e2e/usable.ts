import type { Page } from 'playwright-core'

/** What a phone's system covers at each side of the screen, in CSS pixels. */
export interface Insets {
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
}

/**
 * What a person cannot use with a finger in a part of the page: controls that are not in sight and cannot be scrolled there, or
 * are covered; and whether anything is wider than its room.
 * @param selector the part, which scrolls
 * @param keyboard the height of an on-screen keyboard at the bottom
 */
export const unusable = (
  page: Page,
  selector: string,
  { top, right, bottom, left }: Insets,
  keyboard = 0,
): Promise<string[]> =>
  page.evaluate(
    ([part, area, covered]) => {
      const found: string[] = []
      const root = document.querySelector(part)
      if (root === null) return [`${part} is not there`]
      for (const element of [root, document.documentElement])
        if (element.scrollWidth > element.clientWidth) found.push(`${element.tagName} scrolls sideways`)
      for (const details of root.querySelectorAll('details')) details.open = true
      const room = {
        left: area.left,
        top: area.top,
        right: innerWidth - area.right,
        bottom: Math.min(innerHeight - area.bottom, innerHeight - covered),
      }
      for (const control of root.querySelectorAll('button, input, textarea, summary, a[href]')) {
        if (!control.checkVisibility()) continue
        control.scrollIntoView({ block: 'nearest' })
        const box = control.getBoundingClientRect()
        const name = control.getAttribute('aria-label') ?? (control.textContent?.trim() || control.tagName)
        const isInside =
          box.left >= room.left - 1 &&
          box.right <= room.right + 1 &&
          box.top >= room.top - 1 &&
          box.bottom <= room.bottom + 1
        if (!isInside)
          found.push(`${name}: ${[box.left, box.top, box.right, box.bottom].map(Math.round).join()}`)
        const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
        if (
          hit === null ||
          !(control.contains(hit) || hit.contains(control) || hit.closest('label') !== null)
        )
          found.push(`${name} is covered by ${hit?.className ?? 'nothing'}`)
      }
      return found
    },
    [selector, { top, right, bottom, left }, keyboard] as const,
  )
