/**
 * Keeps someone who plays at random from leaving on purpose: controls that say one of these words do nothing, until
 * `mayLeave`. It is sent to the app's page as its source text, so it cannot use anything of this module.
 * @param words a regular expression
 */
export const stayInGame = (words: string): void => {
  const leaves = new RegExp(words, 'i')
  const longest = 40
  const hold = (event: Event): void => {
    const { target } = event
    const control = target instanceof Element ? target.closest('button, a, summary, [role="button"]') : null
    const label = `${control?.getAttribute('aria-label') ?? ''} ${control?.textContent ?? ''}`.trim()
    if (control === null || label.length > longest || !leaves.test(label)) return
    event.stopImmediatePropagation()
    event.preventDefault()
  }
  const end = new AbortController()
  for (const type of ['pointerdown', 'mousedown', 'touchstart', 'click'])
    addEventListener(type, hold, { capture: true, passive: false, signal: end.signal })
  addEventListener('__miniapp_playtest_may_leave__', () => end.abort(), { once: true })
}

/** Lets someone leave the game. It is sent as its source text, too. */
export const mayLeave = (): void => {
  dispatchEvent(new Event('__miniapp_playtest_may_leave__'))
}
