import { replace, replaceMethod } from './sandbox.js'

/** What an element loads, by its class and attribute. */
const LOADING: readonly (readonly [className: string, attribute: string])[] = [
  ['HTMLImageElement', 'src'],
  ['HTMLImageElement', 'srcset'],
  ['HTMLMediaElement', 'src'],
  ['HTMLVideoElement', 'poster'],
  ['HTMLSourceElement', 'src'],
  ['HTMLSourceElement', 'srcset'],
  ['HTMLTrackElement', 'src'],
  ['HTMLScriptElement', 'src'],
  ['HTMLLinkElement', 'href'],
  ['SVGImageElement', 'href'],
]

/** The addresses of a `srcset`, each with its size, through `change`. */
export const changeSet = (set: string, change: (address: string) => string): string =>
  set.replace(
    /([^\s,](?:\S*[^\s,])?)(\s+[\d.]+[wxh])?(?=\s*(?:,|$))/g,
    (_, address: string, size = '') => `${change(address)}${size}`,
  )

/** What a `data:` URL holds, from which no script or worker starts in the sandbox: a text, or the bytes of one. */
export const contentOfData = (url: string): string | Uint8Array<ArrayBuffer> => {
  const comma = url.indexOf(',')
  const data = decodeURIComponent(url.slice(comma + 1))
  if (!/;\s*base64$/i.test(url.slice(0, comma))) return data
  return Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
}

/** Gives every address that a script sets on an element that loads to `changeOne` first. */
export const urlSetters = (changeOne: (address: string, element: Element) => string): void => {
  const change = (value: string, element: Element, attribute: string): string =>
    attribute === 'srcset'
      ? changeSet(value, (address) => changeOne(address, element))
      : changeOne(value, element)
  const loads: [elementClass: new () => Element, attribute: string][] = []
  for (const [className, attribute] of LOADING) {
    const elementClass = Reflect.get(window, className) as (new () => Element) | undefined
    if (elementClass === undefined) continue
    loads.push([elementClass, attribute])
    const { prototype } = elementClass
    const native = Object.getOwnPropertyDescriptor(prototype, attribute)
    // An SVG image's is an object; only its attribute is written.
    if (native === undefined || native.set === undefined || className === 'SVGImageElement') continue
    const { set } = native
    replace(prototype, attribute, {
      ...native,
      set(this: Element, value: unknown) {
        // Also a `TrustedScriptURL`: no policy asks for one here.
        Reflect.apply(set, this, [change(`${value}`, this, attribute)])
      },
    })
  }
  const isAddress = (element: Element, name: string): boolean =>
    loads.some(([elementClass, attribute]) => attribute === name && element instanceof elementClass)
  const { setAttribute, setAttributeNS } = Element.prototype
  replaceMethod(
    Element.prototype,
    'setAttribute',
    function (this: Element, ...[name, value, ...more]: unknown[]): void {
      const attribute = `${name}`.toLowerCase()
      const given = isAddress(this, attribute) ? change(`${value}`, this, attribute) : value
      Reflect.apply(setAttribute, this, [name, given, ...more])
    },
  )
  replaceMethod(
    Element.prototype,
    'setAttributeNS',
    function (this: Element, ...[space, name, value, ...more]: unknown[]): void {
      const attribute = `${name}`.replace(/^.*:/, '')
      const given = isAddress(this, attribute) ? change(`${value}`, this, attribute) : value
      Reflect.apply(setAttributeNS, this, [space, name, given, ...more])
    },
  )
}

/**
 * Changes what a class is made with, and nothing else about it.
 * @param made is given each object of it
 */
export const constructing = (
  className: string,
  change: (given: readonly unknown[]) => readonly unknown[],
  made: (object: object) => void = () => undefined,
): void => {
  const native: unknown = Reflect.get(window, className)
  if (typeof native !== 'function') return
  const changed: object = new Proxy(native, {
    construct: (target, given, newTarget): object => {
      const object: object = Reflect.construct(
        target,
        change(given),
        newTarget === changed ? target : newTarget,
      )
      made(object)
      return object
    },
  })
  replace(window, className, { value: changed, writable: true, enumerable: false })
}
