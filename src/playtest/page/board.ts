/**
 * What each field of a game's board shows, in the page's order: its text, and in another line its markup. Fields are elements of
 * one kind and size, such as the buttons of a grid; empty where there are too few. It is sent to the app's page as its source
 * text, so it cannot use anything of this module.
 */
export const board = (): readonly string[] => {
  const least = 9
  const leastPixels = 12
  const groups = new Map<string, Element[]>()
  for (const element of document.querySelectorAll('body *')) {
    const { width, height } = element.getBoundingClientRect()
    if (width < leastPixels || height < leastPixels || !element.checkVisibility()) continue
    if (element.closest('svg, select') !== null || element.matches('li')) continue
    const kind = `${element.localName} ${Math.round(width)} ${Math.round(height)}`
    groups.set(kind, [...(groups.get(kind) ?? []), element])
  }
  const [largest = []] = [...groups.values()].sort((a, b) => b.length - a.length)
  if (largest.length < least) return []
  // Who may tap a field, and where a finger was last, is not what the board shows.
  const own = / (?:disabled|tabindex|aria-disabled)="[^"]*"/g
  return largest.map((element) => {
    const text = (element.textContent ?? '').replace(/\s+/g, ' ')
    return `${text}\n${element.outerHTML.replace(own, '')}`
  })
}
