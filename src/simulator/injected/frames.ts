/**
 * Frames do not work in a mini app (2.10), but the policy alone lets a page's script make one that has no address
 * (`srcdoc`, `javascript:`), and that one has WebRTC constructors of its own. So every frame is taken out as soon as
 * it is put in: before it can load, since this runs at the end of the very script that made it.
 * @param onRemoved told of each frame that was taken out
 */
export const removeFrames = (
  app: Window & typeof globalThis,
  onRemoved: (element: Element) => void,
): void => {
  const remove = (element: Element): void => {
    element.remove()
    onRemoved(element)
  }
  const search = (node: Node): void => {
    if (!(node instanceof app.Element)) return
    if (node.matches(FRAMES)) remove(node)
    else {
      for (const element of node.querySelectorAll(FRAMES)) remove(element)
      // A shadow root that the parser made was never seen by attachShadow.
      for (const element of [node, ...node.querySelectorAll('*')])
        if (element.shadowRoot !== null) watch(element.shadowRoot)
    }
  }
  const observer = new app.MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) search(node)
  })
  const watched = new WeakSet<Node>()
  const watch = (root: Node): void => {
    if (watched.has(root)) return
    watched.add(root)
    observer.observe(root, { childList: true, subtree: true })
    for (const node of root.childNodes) search(node)
  }
  watch(app.document)
  wrap(app.Element.prototype, 'attachShadow', (root) => watch(root as ShadowRoot))
  // What only the parser can make, a closed shadow root, is made an open one where a script hands the parser its text.
  for (const [owner, name] of [
    [app.Element.prototype, 'setHTMLUnsafe'],
    [app.ShadowRoot.prototype, 'setHTMLUnsafe'],
    [app.Document, 'parseHTMLUnsafe'],
    [app.Document.prototype, 'write'],
    [app.Document.prototype, 'writeln'],
  ] as const)
    openShadowRoots(owner, name)
}

const FRAMES = 'iframe, frame, object, embed, fencedframe, portal'

/** Calls back with what a method returns. */
const wrap = (owner: object, name: string, onReturn: (returned: unknown) => void): void => {
  const original: unknown = Reflect.get(owner, name)
  if (typeof original !== 'function') return
  define(owner, name, {
    // A method by its shorthand, so that it is no constructor, as the browser's own.
    [name](this: unknown, ...given: unknown[]) {
      const returned: unknown = Reflect.apply(original, this, given)
      onReturn(returned)
      return returned
    },
  })
}

const openShadowRoots = (owner: object, name: string): void => {
  const original: unknown = Reflect.get(owner, name)
  if (typeof original !== 'function') return
  define(owner, name, {
    [name](this: unknown, ...given: unknown[]) {
      return Reflect.apply(original, this, given.map(opened))
    },
  })
}

const opened = (given: unknown): unknown =>
  typeof given === 'string' ? given.replace(/(shadowrootmode\s*=\s*["']?)closed/gi, '$1open') : given

const define = (owner: object, name: string, methods: Readonly<Record<string, unknown>>): void => {
  Reflect.defineProperty(owner, name, {
    value: methods[name],
    configurable: true,
    writable: true,
    enumerable: true,
  })
}
