import { DeclaredRoots, OPEN_MODE } from '../../platform/declared-roots.js'
import { ROOT_MARK, ROOT_STARTED } from '../injected-messages.js'

/**
 * Removes frames, which do not work in a mini app (2.10). The policy would still let a script create a frame without a
 * URL (`srcdoc`, `javascript:`), which has its own WebRTC constructors. Every frame is removed before it can load, because
 * mutation observers run at the end of the script that created it.
 *
 * Everything that is called later is stored now, and no iterator, pattern or option is looked up through a prototype: the
 * app's code can replace all of them.
 * @param onRemoved called with the name of each removed element, and the address that it has
 */
export const removeFrames = (
  app: Window & typeof globalThis,
  onRemoved: (elementName: string, address: string | null) => void,
): void => {
  const { Node, Element, Document, ShadowRoot, document } = app
  const firstChild = getter<Node, Node | null>(Node.prototype, 'firstChild')
  const nextSibling = getter<Node, Node | null>(Node.prototype, 'nextSibling')
  const nodeType = getter<Node, number>(Node.prototype, 'nodeType')
  const localName = getter<Element, string>(Element.prototype, 'localName')
  const shadowRoot = getter<Element, ShadowRoot | null>(Element.prototype, 'shadowRoot')
  const hasAttribute = method<Element>(Element.prototype, 'hasAttribute')
  const getAttribute = method<Element>(Element.prototype, 'getAttribute')
  const removeElement = method<Element>(Element.prototype, 'remove')
  const addedNodes = getter<MutationRecord, NodeList>(app.MutationRecord.prototype, 'addedNodes')
  const count = getter<NodeList, number>(app.NodeList.prototype, 'length')
  const observe = method<MutationObserver>(app.MutationObserver.prototype, 'observe')
  const takeRecords = method<MutationObserver>(app.MutationObserver.prototype, 'takeRecords')
  const readyState = getter<Document, DocumentReadyState>(Document.prototype, 'readyState')
  const hosts = new PossibleHosts()

  const search = (node: Node): void => {
    if (nodeType(node) === ELEMENT) {
      const element = node as Element
      const name = localName(element)
      if (isFrame(name)) {
        removeElement(element)
        onRemoved(name, getAttribute(element, 'src') as string | null)
        return
      }
      // The parser creates shadow roots without attachShadow.
      const root = shadowRoot(element)
      if (root !== null) watch(root)
      else if (readyState(document) === 'loading') hosts.add(element)
    }
    searchChildren(node)
  }
  const searchChildren = (node: Node): void => {
    for (let child = firstChild(node); child !== null; ) {
      const next = nextSibling(child)
      search(child)
      child = next
    }
  }
  const searchAdded = (changes: MutationRecord[]): void => {
    for (let i = 0; i < changes.length; i++) {
      const added = addedNodes(changes[i] as MutationRecord)
      for (let j = 0; j < count(added); j++) search(added[j] as Node)
    }
  }
  const observer = new app.MutationObserver((changes) => {
    searchAdded(changes)
    watchNewRoots()
  })
  const watch = (root: Node): void => {
    observe(observer, root, WITHOUT_PROTOTYPE)
    const first = firstChild(root)
    if (first !== null && nodeType(first) === ELEMENT && hasAttribute(first as Element, ROOT_MARK))
      removeElement(first as Element)
    searchChildren(root)
  }
  /**
   * An element that is already searched gets a shadow root where the parser reads its template later, after a script for
   * example. No observer hears of that.
   */
  const watchNewRoots = (): void => {
    for (let i = 0; i < hosts.count; ) {
      const root = shadowRoot(hosts.at(i))
      if (root === null) i++
      else {
        hosts.remove(i)
        watch(root)
      }
    }
  }
  watch(document)
  wrap(Element.prototype, 'attachShadow', cloneableIsOpen, (root) => watch(root as ShadowRoot))
  // The parser can create closed shadow roots. If a script passes it text, they are made open.
  for (const [owner, name] of [
    [Element.prototype, 'setHTMLUnsafe'],
    [ShadowRoot.prototype, 'setHTMLUnsafe'],
    [Document, 'parseHTMLUnsafe'],
  ] as const)
    wrap(owner, name, declaredIsOpen)
  openWrittenRoots(app, watchNewRoots)

  // The start of every declared root in the page calls this, before the parser reads the rest of the root.
  defineProperty(app, ROOT_STARTED, {
    value: () => {
      searchAdded(takeRecords(observer) as MutationRecord[])
      watchNewRoots()
    },
  })
  // Where the server could not see a root in the text, since a script changed how the rest of the page is read.
  const { requestAnimationFrame } = app
  const look = (): void => {
    watchNewRoots()
    if (readyState(document) === 'loading') apply(requestAnimationFrame, app, [look])
    else hosts.clear()
  }
  look()
  document.addEventListener('readystatechange', watchNewRoots, true)
}

/**
 * Makes the declared shadow roots open in everything that is written into a document, also where it is written in pieces.
 * @param onWritten called after each piece
 */
const openWrittenRoots = (app: Window & typeof globalThis, onWritten: () => void): void => {
  const { Document, document, queueMicrotask } = app
  const { get, set } = WeakMap.prototype
  const currentScript = getter<Document, Element | null>(Document.prototype, 'currentScript')
  const readers = new WeakMap<Document, DeclaredRoots>()
  const readerOf = (written: Document): DeclaredRoots => {
    const known: unknown = apply(get, readers, [written])
    if (known !== undefined) return known as DeclaredRoots
    const reader = new DeclaredRoots()
    apply(set, readers, [written, reader])
    return reader
  }
  const write = method<Document>(Document.prototype, 'write')
  /** Text from the page itself may follow a script: it must not complete the start of a tag. */
  const terminate = (written: Document): void => {
    const { terminator } = readerOf(written)
    if (terminator === '') return
    apply(set, readers, [written, new DeclaredRoots()])
    write(written, terminator)
  }
  for (const [name, end] of [
    ['write', ''],
    ['writeln', '\n'],
  ] as const)
    replace(Document.prototype, name, (_original, target, given) => {
      const written = target as Document
      let text = ''
      for (let i = 0; i < given.length; i++) text += toText(given[i])
      text += end
      const reader = readerOf(written)
      let piece = ''
      for (let i = 0; i < text.length; i++) {
        if (reader.read(text[i] as string)) piece += OPEN_MODE
        piece += text[i]
        // The script may write too, and what it writes comes before the rest.
        if (reader.isAfterScript) {
          write(written, piece)
          piece = ''
        }
      }
      write(written, piece)
      onWritten()
      if (written === document && currentScript(written) !== null && reader.terminator !== '')
        apply(queueMicrotask, app, [() => terminate(written)])
    })
}

const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect
const toText = String

const ELEMENT = 1
const WITHOUT_PROTOTYPE = { __proto__: null, childList: true, subtree: true }

const isFrame = (name: string): boolean =>
  name === 'iframe' ||
  name === 'frame' ||
  name === 'object' ||
  name === 'embed' ||
  name === 'fencedframe' ||
  name === 'portal'

/** Reads a property of browser objects by its current definition. */
const getter = <Owner, Value>(owner: object, name: string): ((of: Owner) => Value) => {
  const get = getOwnPropertyDescriptor(owner, name)?.get
  return (of) => apply(get as () => unknown, of, []) as Value
}

/** Calls a method of browser objects by its current definition. */
const method = <Owner>(owner: object, name: string): ((of: Owner, ...given: unknown[]) => unknown) => {
  const original: unknown = getOwnPropertyDescriptor(owner, name)?.value
  return (of, ...given) => apply(original as () => unknown, of, given)
}

/** Replaces a method, if it exists. */
const replace = (
  owner: object,
  name: string,
  call: (original: () => unknown, target: unknown, given: unknown[]) => unknown,
): void => {
  const original: unknown = getOwnPropertyDescriptor(owner, name)?.value
  if (typeof original !== 'function') return
  const { [name]: value } = {
    // Shorthand methods are not constructors, like the browser's own methods.
    [name](this: unknown, ...given: unknown[]) {
      return call(original as () => unknown, this, given)
    },
  }
  defineProperty(owner, name, { value, configurable: true, writable: true, enumerable: true })
}

/** Changes the arguments of a method, and calls `onReturn` with its result. */
const wrap = (
  owner: object,
  name: string,
  change: (given: unknown[]) => unknown[],
  onReturn: (returned: unknown) => void = () => {},
): void =>
  replace(owner, name, (original, target, given) => {
    const returned: unknown = apply(original, target, change(given))
    onReturn(returned)
    return returned
  })

/** Opens clonable shadow roots: a clone of a closed one could not be searched. */
const cloneableIsOpen = (given: unknown[]): unknown[] => {
  const init = given[0]
  if (typeof init === 'object' && init !== null) {
    // Read only once: a getter could return another value the next time.
    const clonable = Boolean((init as ShadowRootInit).clonable)
    given[0] = clonable ? { __proto__: init, clonable, mode: 'open' } : { __proto__: init, clonable }
  }
  return given
}

/** Makes the declared shadow roots in the text open. */
const declaredIsOpen = (given: unknown[]): unknown[] => {
  if (given.length === 0) return given
  // Converted only once: an object could return another text the next time.
  const text = toText(given[0])
  const reader = new DeclaredRoots()
  let out = ''
  for (let i = 0; i < text.length; i++) {
    if (reader.read(text[i] as string)) out += OPEN_MODE
    out += text[i]
  }
  given[0] = out
  return given
}

/**
 * Elements of a page that is still read, which may get a shadow root later. Without prototypes, which the app's code can
 * change.
 */
class PossibleHosts {
  #elements: { __proto__: null; [index: number]: Element } = { __proto__: null }
  #count = 0

  get count(): number {
    return this.#count
  }

  /** @param index less than `count` */
  at(index: number): Element {
    return this.#elements[index] as Element
  }

  add(element: Element): void {
    this.#elements[this.#count++] = element
  }

  /** The last element takes its place. */
  remove(index: number): void {
    this.#elements[index] = this.#elements[--this.#count] as Element
    delete this.#elements[this.#count]
  }

  clear(): void {
    this.#elements = { __proto__: null }
    this.#count = 0
  }
}
