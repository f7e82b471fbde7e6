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
    if (node.matches(TAKING)) void takePart(node, root)
    node.querySelectorAll(TAKING).forEach((element) => void takePart(element, root))
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

const linkOf = (element: Element): string =>
  element.getAttribute('href') ?? element.getAttributeNS(XLINK, 'href') ?? ''

/** Lets an element take its part of a drawing from the copy in its own tree. */
const takePart = async (element: Element, root: Root): Promise<void> => {
  const link = linkOf(element)
  const [, file = '', id = ''] = /^\s*([^#]*)#?(.*?)\s*$/.exec(link) ?? []
  if (file === '' || /^(?:data|blob):/i.test(file)) return
  const copy = await copyOf(file, root)
  // A script may have set another one meanwhile.
  if (copy !== null && linkOf(element) === link) element.setAttribute('href', `#${copy.idOf(id)}`)
}

interface Copy {
  /** The id that an element of the file has in the copy; that of the whole drawing for an empty one. */
  readonly idOf: (id: string) => string
}

/** The copies in each tree, by the files' addresses. */
const copies = new WeakMap<Root, Map<string, Promise<Copy | null>>>()
let count = 0

const copyOf = (file: string, root: Root): Promise<Copy | null> => {
  const inTree = copies.get(root) ?? new Map<string, Promise<Copy | null>>()
  copies.set(root, inTree)
  const copy = inTree.get(file) ?? copyInto(file, root)
  inTree.set(file, copy)
  return copy
}

/** @returns null where the file cannot be had, which the browser reports, or is not a drawing */
const copyInto = async (file: string, root: Root): Promise<Copy | null> => {
  count += 1
  const prefix = `symbols-${count}-`
  try {
    const answer = await fetch(file)
    if (!answer.ok) return null
    const drawing = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml').documentElement
    if (drawing.localName !== 'svg') return null
    if (drawing.id === '') drawing.id = 'whole'
    renameIds(drawing, prefix)
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    // Not without display: gradients of such a drawing are not drawn by every browser.
    svg.style.cssText = 'position:absolute;width:0;height:0;overflow:hidden'
    svg.setAttribute('aria-hidden', 'true')
    svg.append(drawing)
    // Beside the body, which the app may empty.
    ;(root instanceof Document ? root.documentElement : root).append(svg)
    return { idOf: (id) => (id === '' ? drawing.id : prefix + id) }
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
