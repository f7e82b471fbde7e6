/**
 * The numbers in sight of the game that is played now, such as its score, by what they are called: by a text beside them, or by
 * the names of their elements. It is sent to the app's page as its source text, so it cannot use anything of this module.
 */
export const scores = (): readonly (readonly [name: string, value: number])[] => {
  const isOfGame = /\b(?:scores?|points|moves|time|timer)\b/i
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

/**
 * The numbers in sight beside the names of players: who it is, by the place in `names`, the words around the number, and the
 * number as it is written. It is sent to the app's page as its source text, so it cannot use anything of this module.
 */
export const playerNumbers = ({
  names,
  me,
}: {
  readonly names: readonly (string | null)[]
  /** The place of the page's own player, who may be called “You”. */
  readonly me: number
}): readonly (readonly [player: number, words: string, number: string])[] => {
  const longest = 60
  const most = 1_000
  const levels = 3
  const own = /^(?:you|me)(?=\s*(?:$|[^\p{L}\s'’]))/iu
  const found: (readonly [number, string, string])[] = []
  if (document.body === null) return found
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  let looked = 0
  for (let node = texts.nextNode(); node !== null && looked < most; node = texts.nextNode()) {
    looked += 1
    const text = node.textContent ?? ''
    const named = names.flatMap((name, place) => (name !== null && text.includes(name) ? [place] : []))
    const [word] = own.exec(text.trim()) ?? []
    const [player = word === undefined ? undefined : me] = named
    if (player === undefined || named.length > 1) continue
    const name = named.length === 0 ? (word ?? '') : (names[player] ?? '')
    let row = node.parentElement
    if (row === null || row.matches('script, style') || !row.checkVisibility()) continue
    for (let level = 0; row !== null && level < levels; level += 1, row = row.parentElement) {
      const line: string = row.textContent ?? ''
      if (
        line.length > longest ||
        names.some((other, at) => at !== player && other !== null && line.includes(other))
      )
        break
      const rest = line.replace(name, ' ').replace(/\(\s*(?:you|me)\s*\)/i, ' ')
      const numbers = rest.match(/\p{Nd}+(?:[.,٫٬]\p{Nd}+)*/gu) ?? []
      if (numbers.length > 1) break
      const [number] = numbers
      if (number === undefined) continue
      const words = rest.match(/\p{L}+/gu)?.join(' ') ?? ''
      found.push([player, words, number])
      break
    }
  }
  return found
}
