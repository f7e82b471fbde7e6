/**
 * Questions to the app's page about what a person sees in it: each is a function that is sent as its source text, so it
 * cannot use anything of this module, and takes what it needs as its one argument.
 */

/** What can be read in a page. */
export interface Seen {
  /** The lines of text in sight, in the page's order: one a block. */
  readonly lines: readonly string[]
  /** The progress bars in sight that are not full, by their value: not those that are called something else, such as the time left. */
  readonly bars: readonly string[]
}

/** What can be read in the page now. What is hidden, transparent, covered or outside the frame cannot. */
export const seen = (): Seen => {
  const most = 400
  const isInSight = (element: Element, { left, top, right, bottom }: DOMRect): boolean => {
    if (right - left < 1 || bottom - top < 1) return false
    if (right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight) return false
    if (!element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) return false
    // What taps go through cannot be found at its place.
    if (getComputedStyle(element).pointerEvents === 'none') return true
    const root = element.getRootNode()
    if (!(root instanceof Document || root instanceof ShadowRoot)) return false
    const at = root.elementFromPoint(
      (Math.max(left, 0) + Math.min(right, innerWidth)) / 2,
      (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
    )
    return at === null || at.contains(element) || element.contains(at)
  }
  const blockOf = (element: Element): Element => {
    let block = element
    while (block.parentElement !== null && getComputedStyle(block).display === 'inline')
      block = block.parentElement
    return block
  }
  const texts = new Map<Element, string>()
  const bars: string[] = []
  let looked = 0
  const walk = (node: Node): void => {
    if (looked >= most) return
    if (node.nodeType === Node.TEXT_NODE) {
      const parent = node.parentElement
      const text = node.textContent?.replace(/\s+/g, ' ') ?? ''
      if (parent === null || text.trim() === '') return
      looked += 1
      const range = document.createRange()
      range.selectNodeContents(node)
      if (!isInSight(parent, range.getBoundingClientRect())) return
      const block = blockOf(parent)
      texts.set(block, (texts.get(block) ?? '') + text)
      return
    }
    if (node instanceof Element) {
      if (node.matches('script, style, noscript, template, option')) return
      if (node.matches('progress, [role="progressbar"]') && isInSight(node, node.getBoundingClientRect())) {
        const value = node.getAttribute('value') ?? node.getAttribute('aria-valuenow')
        const full = node.getAttribute('max') ?? node.getAttribute('aria-valuemax') ?? '1'
        const labels = node instanceof HTMLProgressElement ? [...node.labels] : []
        const named = node.getAttribute('aria-label') ?? labels.map((label) => label.textContent).join(' ')
        const isOther = named.trim() !== '' && !/load|progress|install|prepar|start|wait|fetch/i.test(named)
        if (!isOther && (value === null || Number(value) < Number(full)))
          bars.push(value ?? 'without a value')
      }
      if (node.shadowRoot !== null) walk(node.shadowRoot)
    }
    for (const child of node.childNodes) walk(child)
  }
  if (document.body !== null) walk(document.body)
  return { lines: [...texts.values()].map((text) => text.trim()), bars }
}

/** The elements in sight that an animation of the page's styles moves without an end. It is sent as its source text, too. */
export const endlessAnimations = (): readonly string[] =>
  document.getAnimations().flatMap(({ effect, playState }) => {
    const target = effect instanceof KeyframeEffect ? effect.target : null
    if (target === null || playState !== 'running' || effect?.getTiming().iterations !== Infinity) return []
    if (!target.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) return []
    return [`<${[target.localName, ...target.classList].join('.')}>`]
  })

/** Takes the focus from what was tapped or reached with Tab: its outline is the browser's doing, not the app's. */
export const unfocus = (): void => {
  const focused = document.activeElement
  // A game's keys go to its canvas.
  if (!(focused instanceof HTMLElement) || focused === document.body) return
  if (!focused.matches('canvas') && focused.querySelector('canvas') === null) focused.blur()
}

/**
 * Every word on the page that is displayed, wherever it is, and what pictures and controls are called. It is sent as its source
 * text, so it cannot use anything of this module.
 */
export const writtenWords = (): readonly string[] => {
  const words = new Set<string>()
  const add = (text: string | null): void => {
    for (const word of text?.toLowerCase().match(/\p{L}{2,}/gu) ?? []) words.add(word)
  }
  const read = (root: Element | ShadowRoot): void => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
      if (node.parentElement?.checkVisibility() === true && !node.parentElement.matches('script, style'))
        add(node.textContent)
    for (const element of root.querySelectorAll('*')) {
      if (element.checkVisibility())
        for (const name of ['aria-label', 'title', 'alt']) add(element.getAttribute(name))
      if (element.shadowRoot !== null) read(element.shadowRoot)
    }
  }
  if (document.body !== null) read(document.body)
  return [...words]
}
