import { replaceMethod } from './sandbox.js'

/** The addresses in the `url(…)` of a style or of a font's source, through `change`. */
export const changeUrls = (css: string, change: (address: string) => string): string =>
  css.replace(/url\(\s*(?:"([^"]*)"|'([^']*)'|([^)]*?))\s*\)/gi, (whole, ...parts: unknown[]) => {
    const address = parts.slice(0, 3).find((part): part is string => typeof part === 'string')
    const moved = address === undefined ? whole : change(address)
    return moved === address ? whole : `url("${moved.replace(/"/g, '%22')}")`
  })

/*! Addresses in styles that scripts set: changed before the browser draws the next frame, which is when it loads them. */
export const watchStyles = (change: (address: string) => string): void => {
  const fix = (element: Element): void => {
    const style = element.getAttribute('style')
    const next = style === null ? null : changeUrls(style, change)
    if (next !== null && next !== style) element.setAttribute('style', next)
    if (!(element instanceof HTMLStyleElement)) return
    const sheet = changeUrls(element.textContent, change)
    if (sheet !== element.textContent) element.textContent = sheet
  }
  // Libraries that write styles in scripts put single rules in, which no observer sees.
  for (const name of ['insertRule', 'replaceSync', 'replace']) {
    const native: unknown = Reflect.get(CSSStyleSheet.prototype, name)
    if (typeof native === 'function')
      replaceMethod(CSSStyleSheet.prototype, name, function (this: object, ...[css, ...more]: unknown[]) {
        return Reflect.apply(native, this, [changeUrls(`${css}`, change), ...more])
      })
  }
  new MutationObserver((records) => {
    for (const { target, addedNodes, type } of records) {
      if (type === 'attributes' && target instanceof Element) fix(target)
      if (target instanceof HTMLStyleElement) fix(target)
      for (const node of addedNodes)
        if (node instanceof Element)
          for (const element of [node, ...node.querySelectorAll(STYLED)]) fix(element)
    }
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['style'] })
}

const STYLED = '[style*="url("], style'
