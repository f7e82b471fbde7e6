/**
 * Functions that prepare a page: each is sent as its source text, so it cannot use anything of this module, and takes
 * what it needs as its one argument.
 */

/** Selects the shell's frame size, and hides what the shell draws over the app. Does nothing in a frame. */
export const prepareShell = (size: string): void => {
  if (window !== window.top) return
  localStorage.setItem('miniapp.shell.frame-size', JSON.stringify(size))
  // The shell's CSP forbids style elements, but not a constructed style sheet.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '.diagnosis, .app-failure, .device::before, .device::after { display: none !important }' +
      '.device, .device * { border-radius: 0 !important }',
  )
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}

/**
 * Gives every frame the same screen: on a phone its own size, as an app fills that, else the size of the window. By itself, a browser
 * without windows shows a frame of another process a screen that it does not have.
 */
export const setScreen = (size: { readonly width: number; readonly height: number } | null): void => {
  if (window === window.top) return
  const side = (prototype: object, names: readonly string[], read: () => unknown): void => {
    for (const name of names) Object.defineProperty(prototype, name, { configurable: true, get: read })
  }
  side(Screen.prototype, ['width', 'availWidth'], () => size?.width ?? innerWidth)
  side(Screen.prototype, ['height', 'availHeight'], () => size?.height ?? innerHeight)
  if (size !== null) return
  const isUpright = (): boolean => innerHeight >= innerWidth
  side(ScreenOrientation.prototype, ['type'], () => (isUpright() ? 'portrait-primary' : 'landscape-primary'))
  side(ScreenOrientation.prototype, ['angle'], () => (isUpright() ? 0 : 90))
}

/** What the browser has of its own where a page's scripts, or its browser shim, replace it: an owner, a name, and what that was. */
type Natives = readonly (readonly [owner: object, name: string, native: PropertyDescriptor])[]

/** Classes that questions use, and whose names a game may give to its own: `class Map`, `window.Event = …`. */
const CLASSES = 'Map, Set, WeakMap, WeakSet, Error, Event, EventTarget, Node, Element'

/**
 * Code for a page: a function with its argument, and the classes that it uses.
 * @param classes an expression: what has them
 */
export const inPage = <Argument>(
  run: (argument: Argument) => unknown,
  argument: Argument,
  classes = 'window',
): string => `(({ ${CLASSES} }) => (${String(run)})(${JSON.stringify(argument ?? null)}))(${classes})`

/** A question to a page, of what it was before its scripts ran. */
export const nativeQuestion = <Argument>(
  question: (argument: Argument) => unknown,
  argument: Argument,
  kept: string,
): string =>
  `(${String(askNatively)})(() => ${inPage(question, argument, `window.${kept}?.window ?? window`)}, ${JSON.stringify(kept)})`

/**
 * Keeps what a frame's page has before its scripts run, under a name that no app uses: the functions that say where something is,
 * and classes.
 */
export const keepNatives = (kept: string): void => {
  if (window === window.top) return
  const owners: readonly object[] = [Element.prototype, Range.prototype, Document.prototype]
  const names = ['getBoundingClientRect', 'getClientRects', 'elementFromPoint', 'elementsFromPoint']
  const functions: Natives = owners.flatMap((owner) =>
    names.flatMap((name) => {
      const native = Object.getOwnPropertyDescriptor(owner, name)
      return native === undefined ? [] : [[owner, name, native] as const]
    }),
  )
  const classes = { Map, Set, WeakMap, WeakSet, Error, Event, EventTarget, Node, Element }
  Object.defineProperty(window, kept, { value: { functions, window: classes } })
}

/**
 * Asks a page where everything is on the screen: to the scripts of a page of a fixed size, the browser shim says it as in a large
 * window. What a question waits for is no longer asked like this.
 */
const askNatively = <Answer>(question: () => Answer, kept: string): Answer => {
  const natives: Natives = Reflect.get(window, kept)?.functions ?? []
  // A page that has frozen what it did not replace lets nothing be defined.
  const replaced = natives.flatMap(([owner, name, native]) => {
    const own = Object.getOwnPropertyDescriptor(owner, name)
    return own === undefined || own.value === native.value ? [] : [{ owner, name, native, own }]
  })
  for (const { owner, name, native } of replaced) Object.defineProperty(owner, name, native)
  try {
    return question()
  } finally {
    for (const { owner, name, own } of replaced) Object.defineProperty(owner, name, own)
  }
}

/** A script that blocked rendering. */
export interface LongFrame {
  readonly milliseconds: number
  /** The URL of the script. */
  readonly source: string
}

/** Records the long frames of a frame's page under a name that no app uses, where the browser reports them. */
export const recordLongFrames = (name: string): void => {
  if (window === window.top) return
  const found: LongFrame[] = []
  const keep = (entries: PerformanceEntryList): void => {
    for (const entry of entries) {
      const scripts: unknown = Reflect.get(entry, 'scripts')
      if (!Array.isArray(scripts)) continue
      let worst: LongFrame = { milliseconds: 0, source: '' }
      for (const script of scripts)
        if (script.duration > worst.milliseconds)
          worst = { milliseconds: script.duration, source: String(script.sourceURL) }
      if (worst.milliseconds > 0) found.push(worst)
    }
  }
  const observer = new PerformanceObserver((list) => {
    keep(list.getEntries())
  })
  const read = (): readonly LongFrame[] => {
    keep(observer.takeRecords())
    return found
  }
  Object.defineProperty(window, name, { value: read })
  if (PerformanceObserver.supportedEntryTypes.includes('long-animation-frame'))
    observer.observe({ type: 'long-animation-frame', buffered: true })
}

/** A Map or a Set with something in it that became `{}` in JSON. */
export interface Emptied {
  /** What it is, for people: `a Set of 2`. */
  readonly what: string
  /** The JSON that has it. */
  readonly json: string
}

/** Records, under a name that no app uses, the Maps and Sets of a frame's page that JSON leaves nothing of. */
export const recordEmptied = (name: string): void => {
  if (window === window.top) return
  const found: Emptied[] = []
  const most = 200
  const { stringify } = JSON
  /** What is left of a value for JSON, which the app's own function may have replaced. */
  const whatIn = (value: unknown, replacer: unknown): string | null => {
    let what: string | null = null
    const look = function (this: unknown, key: string, inner: unknown): unknown {
      const kept: unknown =
        typeof replacer === 'function' ? Reflect.apply(replacer, this, [key, inner]) : inner
      if ((kept instanceof Map || kept instanceof Set) && kept.size > 0 && Object.keys(kept).length === 0)
        what ??= `a ${kept instanceof Map ? 'Map' : 'Set'} of ${kept.size}`
      return kept
    }
    stringify(value, look)
    return what
  }
  Reflect.set(JSON, 'stringify', function (this: unknown, ...given: unknown[]): unknown {
    const json: unknown = Reflect.apply(stringify, this, given)
    const [value, replacer] = given
    if (typeof json !== 'string' || !json.includes('{}') || Array.isArray(replacer)) return json
    const what = whatIn(value, replacer)
    if (what !== null && !found.some((one) => one.json === json)) {
      found.push({ what, json })
      if (found.length > most) found.shift()
    }
    return json
  })
  Object.defineProperty(window, name, { value: found })
}

/** The Maps and Sets that became `{}` in JSON; none where nobody records them. */
export const emptied = (name: string): readonly Emptied[] => Reflect.get(window, name) ?? []

/**
 * Sends the messages of errors and rejections that nothing catches to an address of the page's own server, and to another one
 * what could not be loaded from other hosts. Links to other sites are not followed: the mini app cannot follow them either.
 */
export const attendOriginal = (address: string, unreached: string): void => {
  addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a, area') : null
      const { href } =
        link instanceof HTMLAnchorElement || link instanceof HTMLAreaElement ? link : { href: '' }
      if (/^https?:/.test(href) && new URL(href).origin !== location.origin) event.preventDefault()
    },
    true,
  )
  const send = (thrown: unknown): void => {
    navigator.sendBeacon(address, String(thrown))
  }
  const fail = (url: unknown): void => {
    if (typeof url !== 'string' || !URL.canParse(url, document.baseURI)) return
    const { origin, protocol } = new URL(url, document.baseURI)
    if (origin !== location.origin && /^https?:$/.test(protocol)) navigator.sendBeacon(unreached, origin)
  }
  addEventListener(
    'error',
    (event: Event) => {
      if (event instanceof ErrorEvent) send(event.message)
      else if (event.target instanceof Element) {
        fail(Reflect.get(event.target, 'src') ?? Reflect.get(event.target, 'href'))
        if (event.target instanceof HTMLScriptElement && event.target.type === 'module')
          void failImports(event.target)
      }
    },
    true,
  )
  addEventListener('unhandledrejection', (event) => send(event.reason))
  // Also what styles ask for, once nothing is loaded from the internet.
  addEventListener('securitypolicyviolation', (event) => fail(event.blockedURI))
  const nativeFetch = window.fetch
  // The event of a module does not say which of its imports failed.
  const failImports = async ({ src, text }: HTMLScriptElement): Promise<void> => {
    const script = src === '' ? text : await (await nativeFetch(src)).text()
    for (const [, url] of script.matchAll(/\b(?:from|import)\s*["'](https?:[^"']+)["']/g)) fail(url)
  }
  window.fetch = (...given) => {
    const answer = nativeFetch(...given)
    answer.catch(() => fail(given[0] instanceof Request ? given[0].url : String(given[0])))
    return answer
  }
  const { open } = XMLHttpRequest.prototype
  XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...given: unknown[]): void {
    this.addEventListener('error', () => fail(String(given[1])))
    Reflect.apply(open, this, given)
  }
}

/**
 * Sets the clocks of a frame's page, before its scripts run: the time of day, the time since the page was opened, which starts at
 * another moment on every device, and how often it draws. It is sent as its source text, so it cannot use anything of this module.
 */
export const setClocks = ({
  aheadMs,
  openForMs,
  drawsEvery,
}: {
  /** How far its time of day is ahead of this machine's; negative: behind. */
  readonly aheadMs: number
  /** How much longer than in truth the page has been open. */
  readonly openForMs: number
  /** 1 draws each frame of this machine's display, 2 every second one. */
  readonly drawsEvery: number
}): void => {
  if (window === window.top) return
  const RealDate = Date
  const realNow = Date.now
  const now = (): number => realNow() + aheadMs
  window.Date = new Proxy(RealDate, {
    construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
    apply: () => new RealDate(now()).toString(),
  })
  RealDate.now = now
  const sinceOpened = performance.now.bind(performance)
  const origin = performance.timeOrigin
  Reflect.set(performance, 'now', () => sinceOpened() + openForMs)
  Object.defineProperty(performance, 'timeOrigin', { get: () => origin - openForMs, configurable: true })
  const nextFrame = window.requestAnimationFrame.bind(window)
  const waiting = new Map<number, FrameRequestCallback>()
  let [latest, frames, isAsked] = [0, 0, false]
  const ask = (): void => {
    if (isAsked || waiting.size === 0) return
    isAsked = true
    nextFrame((time) => {
      isAsked = false
      frames += 1
      if (frames % drawsEvery === 0)
        for (const [id, callback] of [...waiting])
          if (waiting.delete(id))
            try {
              callback(time + openForMs)
            } catch (error) {
              reportError(error)
            }
      ask()
    })
  }
  window.requestAnimationFrame = (callback) => {
    latest += 1
    waiting.set(latest, callback)
    ask()
    return latest
  }
  window.cancelAnimationFrame = (id) => void waiting.delete(id)
  const stamp = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp')
  if (stamp?.get === undefined) return
  const stampOf = stamp.get
  Object.defineProperty(Event.prototype, 'timeStamp', {
    ...stamp,
    get(this: Event): number {
      return Number(Reflect.apply(stampOf, this, [])) + openForMs
    },
  })
}
