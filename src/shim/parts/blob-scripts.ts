import { contentOfData } from './addresses.js'
import { isSandboxed, replace, replaceMethod } from './sandbox.js'

/*! Scripts from blob: and data: URLs, which the sandbox blocks: their text runs in the page itself. */
export const shimBlobScripts = (): void => {
  const native = Object.getOwnPropertyDescriptor(HTMLScriptElement.prototype, 'src')
  if (!isSandboxed() || native?.get === undefined || native.set === undefined) return
  const { get, set } = native
  replace(HTMLScriptElement.prototype, 'src', {
    ...native,
    get(this: HTMLScriptElement): unknown {
      return addresses.get(this) ?? Reflect.apply(get, this, [])
    },
    set(this: HTMLScriptElement, value: unknown) {
      if (!putIn(this, `${value}`)) Reflect.apply(set, this, [value])
    },
  })
  const { setAttribute } = Element.prototype
  replaceMethod(
    Element.prototype,
    'setAttribute',
    function (this: Element, ...[name, value, ...more]: unknown[]): void {
      const isSource = this instanceof HTMLScriptElement && `${name}`.toLowerCase() === 'src'
      if (!isSource || !putIn(this, `${value}`)) Reflect.apply(setAttribute, this, [name, value, ...more])
    },
  )
}

/** The URLs of the elements that have the text instead. */
const addresses = new WeakMap<HTMLScriptElement, string>()

/** The text of a blob: or data: URL; null for any other, and for one that cannot be read. */
const textAt = (address: string): string | null => {
  try {
    if (/^data:/i.test(address)) {
      const content = contentOfData(address)
      return typeof content === 'string' ? content : new TextDecoder().decode(content)
    }
    if (!/^blob:/i.test(address)) return null
    // Synchronously: the URL is often revoked, and the element put into the page, right after this.
    const request = new XMLHttpRequest()
    request.open('GET', address, false)
    request.send()
    return request.responseText
  } catch {
    return null
  }
}

/** Gives an element the text of a blob: or data: URL. @returns whether it is one that can be read */
const putIn = (script: HTMLScriptElement, address: string): boolean => {
  const text = textAt(address)
  if (text === null) return false
  addresses.set(script, address)
  const loaded = (): boolean => script.dispatchEvent(new Event('load'))
  const source = `\n//# sourceURL=${address.replace(/\s/g, ' ').slice(0, MOST_NAMED)}`
  if (script.type.trim().toLowerCase() === 'module') {
    // Only its end knows when it has run: it may wait for other modules.
    const number = modules.push(loaded) - 1
    Reflect.set(window, Symbol.for(ENDED), (ended: number) => modules[ended]?.())
    script.text = `${text}\n;window[Symbol.for("${ENDED}")](${number});${source}`
  } else {
    whenItRuns(script, loaded)
    script.text = `${text}${source}`
  }
  return true
}

/** What is called when a module ends, by the number that it says. */
const modules: (() => void)[] = []

const ENDED = 'browser-shim blob module'
/** A data: URL has the whole script in it. */
const MOST_NAMED = 100

/** Calls back after an element was put into the page, where its text runs. */
const whenItRuns = (script: HTMLScriptElement, then: () => void): void => {
  if (script.isConnected) {
    setTimeout(then)
    return
  }
  const observer = new MutationObserver(() => {
    if (!script.isConnected) return
    observer.disconnect()
    setTimeout(then)
  })
  observer.observe(document, { childList: true, subtree: true })
}
