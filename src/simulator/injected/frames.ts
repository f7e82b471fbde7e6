/**
 * Frames do not work in a mini app (2.10), but the policy alone lets a page's script make one that has no address
 * (`srcdoc`, `javascript:`), and that one has WebRTC constructors of its own. So every frame is taken out as soon as
 * it is put in: before it can load, since this runs at the end of the very script that made it.
 *
 * Everything that is called later is kept now, and no iterator, pattern or option is looked up through a prototype:
 * the app's own code can replace all of them.
 * @param onRemoved told the name of each frame element that was taken out
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
      // A shadow root that the parser made was never seen by attachShadow.
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
  // What only the parser can make, a closed shadow root, is made an open one where a script hands the parser its text.
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

/** A property of the platform's objects, read as it is defined now. */
const getter = <Owner, Value>(owner: object, name: string): ((of: Owner) => Value) => {
  const get = getOwnPropertyDescriptor(owner, name)?.get
  return (of) => apply(get as () => unknown, of, []) as Value
}

/** A method of the platform's objects, as it is defined now. */
const method = <Owner>(owner: object, name: string): ((of: Owner, ...given: unknown[]) => unknown) => {
  const original: unknown = getOwnPropertyDescriptor(owner, name)?.value
  return (of, ...given) => apply(original as () => unknown, of, given)
}

/** Changes what a method is given, and calls back with what it returns. */
const wrap = (
  owner: object,
  name: string,
  change: (given: unknown[]) => unknown[],
  onReturn: (returned: unknown) => void = () => {},
): void => {
  const original: unknown = getOwnPropertyDescriptor(owner, name)?.value
  if (typeof original !== 'function') return
  const { [name]: value } = {
    // A method by its shorthand, so that it is no constructor, as the browser's own.
    [name](this: unknown, ...given: unknown[]) {
      const returned: unknown = apply(original, this, change(given))
      onReturn(returned)
      return returned
    },
  }
  defineProperty(owner, name, { value, configurable: true, writable: true, enumerable: true })
}

/** The clone of a closed shadow root would be one that nobody can look into. */
const cloneableIsOpen = (given: unknown[]): unknown[] => {
  const init = given[0]
  if (typeof init === 'object' && init !== null) {
    // Read once: a getter may say something else the next time.
    const clonable = Boolean((init as ShadowRootInit).clonable)
    given[0] = clonable ? { __proto__: init, clonable, mode: 'open' } : { __proto__: init, clonable }
  }
  return given
}

/**
 * Puts `=open` behind every `shadowrootmode` in the text, whatever its own value and however that is written: it
 * becomes another attribute's.
 */
const declaredIsOpen = (given: unknown[]): unknown[] => {
  if (given.length === 0) return given
  // An object's text may be another one the next time.
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
