/**
 * Removes frames, which do not work in a mini app (2.10). The policy would still let a script create a frame without a
 * URL (`srcdoc`, `javascript:`), which has its own WebRTC constructors. Every frame is removed before it can load, because
 * mutation observers run at the end of the script that created it.
 *
 * Everything that is called later is stored now, and no iterator, pattern or option is looked up through a prototype: the
 * app's code can replace all of them.
 * @param onRemoved called with the name of each removed element
 */
export const removeFrames = (
  app: Window & typeof globalThis,
  onRemoved: (elementName: string) => void,
): void => {
  const { Node, Element, Document, ShadowRoot } = app
  const firstChild = getter<Node, Node | null>(Node.prototype, 'firstChild')
  const nextSibling = getter<Node, Node | null>(Node.prototype, 'nextSibling')
  const nodeType = getter<Node, number>(Node.prototype, 'nodeType')
  const localName = getter<Element, string>(Element.prototype, 'localName')
  const shadowRoot = getter<Element, ShadowRoot | null>(Element.prototype, 'shadowRoot')
  const removeElement = method<Element>(Element.prototype, 'remove')
  const addedNodes = getter<MutationRecord, NodeList>(app.MutationRecord.prototype, 'addedNodes')
  const count = getter<NodeList, number>(app.NodeList.prototype, 'length')
  const observe = method<MutationObserver>(app.MutationObserver.prototype, 'observe')

  const search = (node: Node): void => {
    if (nodeType(node) === ELEMENT) {
      const element = node as Element
      const name = localName(element)
      if (isFrame(name)) {
        removeElement(element)
        onRemoved(name)
        return
      }
      // The parser creates shadow roots without attachShadow.
      const root = shadowRoot(element)
      if (root !== null) watch(root)
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
  const observer = new app.MutationObserver((changes) => {
    for (let i = 0; i < changes.length; i++) {
      const added = addedNodes(changes[i] as MutationRecord)
      for (let j = 0; j < count(added); j++) search(added[j] as Node)
    }
  })
  const watch = (root: Node): void => {
    observe(observer, root, WITHOUT_PROTOTYPE)
    searchChildren(root)
  }
  watch(app.document)
  wrap(Element.prototype, 'attachShadow', cloneableIsOpen, (root) => watch(root as ShadowRoot))
  // The parser can create closed shadow roots. If a script passes it text, they are made open.
  for (const [owner, name] of [
    [Element.prototype, 'setHTMLUnsafe'],
    [ShadowRoot.prototype, 'setHTMLUnsafe'],
    [Document, 'parseHTMLUnsafe'],
  ] as const)
    wrap(owner, name, declaredIsOpen)
  for (const name of ['write', 'writeln'])
    wrap(Document.prototype, name, (given) => {
      for (let i = 0; i < given.length; i++) given[i] = declaredIsOpen([given[i]])[0]
      return given
    })
}

const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect
const { slice } = String.prototype
const { exec } = RegExp.prototype
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

/** Changes the arguments of a method, and calls `onReturn` with its result. */
const wrap = (
  owner: object,
  name: string,
  change: (given: unknown[]) => unknown[],
  onReturn: (returned: unknown) => void = () => {},
): void => {
  const original: unknown = getOwnPropertyDescriptor(owner, name)?.value
  if (typeof original !== 'function') return
  const { [name]: value } = {
    // Shorthand methods are not constructors, like the browser's own methods.
    [name](this: unknown, ...given: unknown[]) {
      const returned: unknown = apply(original, this, change(given))
      onReturn(returned)
      return returned
    },
  }
  defineProperty(owner, name, { value, configurable: true, writable: true, enumerable: true })
}

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

/**
 * Adds `=open` after every `shadowrootmode` in the text. The original value becomes that of another attribute.
 */
const declaredIsOpen = (given: unknown[]): unknown[] => {
  if (given.length === 0) return given
  // Converted only once: an object could return another text the next time.
  const text = toText(given[0])
  const attribute = /shadowrootmode/gi
  let out = ''
  let from = 0
  while (apply(exec, attribute, [text]) !== null) {
    const end = attribute.lastIndex
    out += `${apply(slice, text, [from, end])}=open data-mode`
    from = end
  }
  given[0] = out + apply(slice, text, [from])
  return given
}
