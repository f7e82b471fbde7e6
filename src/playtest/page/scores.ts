/**
 * The numbers in sight of the game that is played now, such as its score, by what they are called: by a text beside them, or by
 * the names of their elements. It is sent to the app's page as its source text, so it cannot use anything of this module.
 */
export const scores = (): readonly (readonly [name: string, value: number])[] => {
  const isOfGame = /\b(?:scores?|points|time|timer)\b/i
  // What is kept over several games, counts down to the next one, or stands between two players.
  const isOfMore =
    /\b(?:best|high|top|record|total|all|lifetime|next|daily|today|tomorrow|last|previous|in|until|wins?|player|you|computer|cpu|opponent|team|home|away|[xo]|p\d)\b/i
  const longest = 40
  return [...document.querySelectorAll('body *')].flatMap((element) => {
    const text = (element.textContent ?? '').trim()
    const [number, another] = text.match(/\d+(?:\.\d+)?/g) ?? []
    if (number === undefined || another !== undefined || text.length > longest) return []
    if ([...element.children].some((child) => /\d/.test(child.textContent ?? ''))) return []
    if (element.matches('script, style, button, a') || element.closest('button, li, table') !== null)
      return []
    if (!element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) return []
    const around = element.parentElement
    const line = (around?.textContent ?? '').trim()
    const names = [element, around]
      .flatMap((one) => [one?.id, one?.getAttribute('class'), one?.getAttribute('aria-label')])
      .concat(line.length <= longest ? [line, text] : [text])
      .join(' ')
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .replace(/[-_]/g, ' ')
    const what = isOfGame.exec(names)?.[0]
    if (what === undefined || isOfMore.test(names)) return []
    return [[`${what.toLowerCase()}${element.id === '' ? '' : ` #${element.id}`}`, Number(number)]]
  })
}
