/**
 * The names that a list of players has twice: a list is elements of one parent, each with one name, that have all names and nothing
 * else but numbers. It is sent to the app's page as its source text, so it cannot use anything of this module.
 */
export const listedTwice = (names: readonly string[]): readonly string[] => {
  const least = 2
  const longest = 60
  // A message says what a player does.
  const isMessage = /\p{L}{2,}/u
  const isRole = /\b(?:you|me|host|guest|online|ready|waiting|points?|score|wins?)\b/giu
  if (names.length < least || new Set(names).size < names.length) return []
  return [...document.querySelectorAll('body *')].flatMap((list) => {
    const rows = [...list.children].filter((row) => row.checkVisibility())
    if (rows.length !== names.length + 1) return []
    const found = rows.map((row) => {
      const text = row.textContent.trim()
      const named = names.filter((name) => text.includes(name))
      const [name] = named
      if (name === undefined || named.length > 1 || text.length > longest) return null
      return isMessage.test(text.replace(name, ' ').replace(isRole, ' ')) ? null : name
    })
    if (found.includes(null) || names.some((name) => !found.includes(name))) return []
    return names.filter((name) => found.filter((one) => one === name).length > 1)
  })
}
