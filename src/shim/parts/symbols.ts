import { sayOnce } from './log.js'
import { isSandboxed, replaceMethod } from './sandbox.js'

/*! Symbols, paths and gradients of other SVG files are copied into the page: a browser takes them from a file only where both have one origin. */
export const shimSymbols = (): void => {
  if (!isSandboxed()) return
  watch(document)
  const native: unknown = Reflect.get(Element.prototype, 'attachShadow')
  if (typeof native !== 'function') return
  replaceMethod(Element.prototype, 'attachShadow', function (this: Element, ...given: unknown[]): ShadowRoot {
    const root: ShadowRoot = Reflect.apply(native, this, given)
    watch(root)
    return root
  })
}

/** What can show a part of a drawing, by its `href`. */
const TAKING = 'use,textPath,linearGradient,radialGradient,pattern'

const XLINK = 'http://www.w3.org/1999/xlink'

type Root = Document | ShadowRoot

const watch = (root: Root): void => {
  const take = (node: Node): void => {
    if (!(node instanceof Element)) return
    if (node.matches(TAKING)) takePart(node, root)
    for (const element of node.querySelectorAll(TAKING)) takePart(element, root)
  }
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'attributes') take(target)
      else addedNodes.forEach(take)
    }
  }).observe(root, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['href', 'xlink:href'],
  })
  root.childNodes.forEach(take)
}

/**
 * Lets an element take its part of a drawing from the copy in its own tree, before the browser fails to load it. It
 * is drawn when the copy is there.
 */
const takePart = (element: Element, root: Root): void => {
  const link = element.getAttribute('href') ?? element.getAttributeNS(XLINK, 'href') ?? ''
  const [, file = '', id = ''] = /^\s*([^#]*)#?(.*?)\s*$/.exec(link) ?? []
  if (file === '' || /^(?:data|blob):/i.test(file)) return
  const inTree = copies.get(root) ?? new Map<string, string>()
  copies.set(root, inTree)
  let prefix = inTree.get(file)
  if (prefix === undefined) {
    count += 1
    prefix = `symbols-${count}-`
    inTree.set(file, prefix)
    void copyInto(root, file, prefix)
  }
  element.setAttribute('href', `#${prefix}${id}`)
}

/** What the ids of the copies begin with, by the files' addresses, in each tree. */
const copies = new WeakMap<Root, Map<string, string>>()
let count = 0

const copyInto = async (root: Root, file: string, prefix: string): Promise<void> => {
  const drawing = await drawingOf(file)
  if (drawing === null) {
    sayOnce(`The drawing ${file} could not be read.`)
    return
  }
  renameIds(drawing, prefix)
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  // Not without display: gradients of such a drawing are not drawn by every browser.
  svg.style.cssText = 'position:absolute;width:0;height:0;overflow:hidden'
  svg.setAttribute('aria-hidden', 'true')
  const whole = document.createElementNS('http://www.w3.org/2000/svg', 'g')
  // The name of the whole drawing, which a link without an id shows.
  if (drawing.id === '') drawing.id = prefix
  else whole.id = prefix
  whole.append(drawing)
  svg.append(whole)
  // Beside the body, which the app may empty.
  ;(root instanceof Document ? root.documentElement : root).append(svg)
}

const drawingOf = async (file: string): Promise<Element | null> => {
  try {
    const text = await (await fetch(file)).text()
    const drawing = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement
    return drawing.localName === 'svg' ? drawing : null
  } catch {
    return null
  }
}

/** Gives a drawing ids that no other one in the page has. */
const renameIds = (drawing: Element, prefix: string): void => {
  const inUrls = (text: string): string =>
    text.replace(/url\(\s*(["']?)#/g, (_, quote: string) => `url(${quote}#${prefix}`)
  for (const element of [drawing, ...drawing.querySelectorAll('*')]) {
    if (element.localName === 'style') element.textContent = inUrls(element.textContent)
    for (const attribute of [...element.attributes]) {
      const { localName, value } = attribute
      if (localName === 'id') attribute.value = prefix + value
      else if (localName === 'href' && value.startsWith('#')) attribute.value = `#${prefix}${value.slice(1)}`
      else attribute.value = inUrls(value)
    }
  }
}
