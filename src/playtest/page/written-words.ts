/**
 * Every word on the page that is displayed, wherever it is, and what pictures and controls are called. It is sent as its source
 * text, so it cannot use anything of this module.
 */
export const writtenWords = (): readonly string[] => {
  const words = new Set<string>()
  const add = (text: string | null): void => {
    for (const word of text?.toLowerCase().match(/\p{L}{2,}/gu) ?? []) words.add(word)
  }
  if (document.body === null) return []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
    if (node.parentElement?.checkVisibility() === true && !node.parentElement.matches('script, style'))
      add(node.textContent)
  for (const element of document.body.querySelectorAll('[aria-label], [title], [alt]'))
    if (element.checkVisibility())
      for (const name of ['aria-label', 'title', 'alt']) add(element.getAttribute(name))
  return [...words]
}
