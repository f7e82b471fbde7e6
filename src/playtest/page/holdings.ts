/**
 * Functions that count what the app's page keeps running, and what listens to input: each is sent as its source text, so it
 * cannot use anything of this module, and takes what it needs as its one argument.
 */

/** What can be asked of a page's holdings. */
interface Register {
  /** How many there are now, by what they are: `listeners for keydown on the window`. */
  readonly counts: () => Readonly<Record<string, number>>
  /** Whether anything listens to one of these events on an element or around it, or its own handler does. */
  readonly listensTo: (element: Element, types: readonly string[]) => boolean
  /** How many sounds were started. */
  readonly sounds: () => number
}

/** Counts listeners, timers, frames and sounds under a name that no app uses, before the page's scripts run. */
export const installHoldings = (name: string): void => {
  if (window === window.top) return
  const listening = new WeakMap<EventTarget, Map<string, Set<unknown>>>()
  const ofSimulator = new WeakSet<object>()
  /** What gained listeners, without keeping it in memory. */
  const targets = new Set<WeakRef<EventTarget>>()
  const keyOf = (type: string, options: unknown): string => {
    const capture =
      typeof options === 'object' && options !== null ? Reflect.get(options, 'capture') : options
    return `${type} ${capture === true}`
  }
  const { addEventListener: realAdd, removeEventListener: realRemove } = EventTarget.prototype
  Reflect.set(EventTarget.prototype, 'addEventListener', function (this: unknown, ...given: unknown[]) {
    const target = this instanceof EventTarget ? this : window
    const [type, listener, options] = given
    const forget =
      typeof options === 'object' && options !== null ? Reflect.get(options, 'signal') : undefined
    // The simulator's own script is the page's first one.
    const script = document.currentScript
    if (typeof listener === 'function' && script !== null && script === document.scripts[0])
      ofSimulator.add(listener)
    if (listener !== null && listener !== undefined && !ofSimulator.has(Object(listener))) {
      let types = listening.get(target)
      if (types === undefined) {
        types = new Map()
        listening.set(target, types)
        targets.add(new WeakRef(target))
      }
      const key = keyOf(String(type), options)
      const known = types.get(key) ?? new Set()
      types.set(key, known)
      // A listener that ends by itself is not kept, but it listens.
      const isOnce = typeof options === 'object' && options !== null && Reflect.get(options, 'once') === true
      // Of the page as a whole it is how sound is begun, or how this player watches its own taps.
      if (!isOnce || target instanceof Element) known.add(isOnce ? 'once' : listener)
      if (forget instanceof AbortSignal)
        Reflect.apply(realAdd, forget, ['abort', () => known.delete(listener), { once: true }])
    }
    return Reflect.apply(realAdd, target, given)
  })
  Reflect.set(EventTarget.prototype, 'removeEventListener', function (this: unknown, ...given: unknown[]) {
    const target = this instanceof EventTarget ? this : window
    const [type, listener, options] = given
    listening
      .get(target)
      ?.get(keyOf(String(type), options))
      ?.delete(listener)
    return Reflect.apply(realRemove, target, given)
  })

  const intervals = new Set<number>()
  const realInterval = window.setInterval.bind(window)
  const realClear = window.clearInterval.bind(window)
  Reflect.set(window, 'setInterval', (...given: Parameters<typeof setInterval>) => {
    const id: number = Reflect.apply(realInterval, window, given)
    intervals.add(id)
    return id
  })
  // Either function clears both kinds of timers.
  const clear = (id: number): void => {
    intervals.delete(id)
    realClear(id)
  }
  Reflect.set(window, 'clearInterval', clear)
  Reflect.set(window, 'clearTimeout', clear)

  let frames = 0
  let lastFrames = 0
  let frameTime = -1
  const realFrame = window.requestAnimationFrame.bind(window)
  window.requestAnimationFrame = (callback) =>
    realFrame((time) => {
      if (time !== frameTime) {
        lastFrames = frames
        frames = 0
        frameTime = time
      }
      frames += 1
      callback(time)
    })

  let sounds = 0
  const contexts = new Set<WeakRef<AudioContext>>()
  const RealContext = window.AudioContext
  window.AudioContext = new Proxy(RealContext, {
    construct: (target, given, made) => {
      const context: AudioContext = Reflect.construct(target, given, made)
      contexts.add(new WeakRef(context))
      return context
    },
  })
  const counting = (prototype: object, method: string): void => {
    const real: unknown = Reflect.get(prototype, method)
    if (typeof real !== 'function') return
    Reflect.set(prototype, method, function (this: unknown, ...given: unknown[]) {
      sounds += 1
      return Reflect.apply(real, this, given)
    })
  }
  counting(AudioScheduledSourceNode.prototype, 'start')
  counting(AudioBufferSourceNode.prototype, 'start')
  counting(HTMLMediaElement.prototype, 'play')

  /** What sounds until it is stopped, and was not, without keeping it in memory. */
  const sources = new Map<WeakRef<AudioScheduledSourceNode>, AudioScheduledSourceNode['context']>()
  const forgetSource = (source: unknown): void => {
    for (const one of sources.keys()) if (one.deref() === source) sources.delete(one)
  }
  const realStart = AudioScheduledSourceNode.prototype.start
  AudioScheduledSourceNode.prototype.start = function (...given) {
    if (this instanceof OscillatorNode || this instanceof ConstantSourceNode)
      sources.set(new WeakRef(this), this.context)
    return Reflect.apply(realStart, this, given)
  }
  const realStop = AudioScheduledSourceNode.prototype.stop
  AudioScheduledSourceNode.prototype.stop = function (...given) {
    forgetSource(this)
    return Reflect.apply(realStop, this, given)
  }
  const realDisconnect = AudioNode.prototype.disconnect
  Reflect.set(AudioNode.prototype, 'disconnect', function (this: AudioNode, ...given: unknown[]) {
    forgetSource(this)
    return Reflect.apply(realDisconnect, this, given)
  })

  // The SDK's own events.
  const heard = new Map<string, Set<unknown>>()
  const watchEvents = (events: unknown, of: string): void => {
    if (typeof events !== 'object' || events === null) return
    const { on, off } = events as Record<string, unknown>
    if (typeof on !== 'function' || typeof off !== 'function') return
    Reflect.set(events, 'on', (event: string, listener: unknown) => {
      const listeners = heard.get(`${of}${event}`) ?? new Set()
      heard.set(`${of}${event}`, listeners.add(listener))
      return Reflect.apply(on, events, [event, listener])
    })
    Reflect.set(events, 'off', (event: string, listener: unknown) => {
      heard.get(`${of}${event}`)?.delete(listener)
      return Reflect.apply(off, events, [event, listener])
    })
  }
  let service: unknown
  Object.defineProperty(window, 'Service', {
    configurable: true,
    enumerable: true,
    get: () => service,
    set: (value: unknown) => {
      service = value
      watchEvents(value, '')
      if (typeof value === 'object' && value !== null)
        watchEvents(Reflect.get(value, 'multiplayer'), 'multiplayer ')
    },
  })

  const nameOf = (target: EventTarget): string | null => {
    if (target === window) return 'the window'
    if (target === document) return 'the document'
    if (!(target instanceof Element) || !target.isConnected) return null
    return `<${target.localName}${target.id === '' ? '' : `#${target.id}`}>`
  }
  const register: Register = {
    counts: () => {
      const counts: Record<string, number> = {
        'running intervals': intervals.size,
        'loops of requestAnimationFrame': Math.max(frames, lastFrames),
        'open AudioContexts': [...contexts].filter((one) => {
          const context = one.deref()
          return context !== undefined && context.state !== 'closed'
        }).length,
      }
      for (const [one, context] of sources)
        if (one.deref() === undefined || context.state === 'closed') sources.delete(one)
      counts['sounds that nobody stops'] = sources.size
      for (const one of targets) {
        const target = one.deref()
        if (target === undefined) targets.delete(one)
        const place = target === undefined ? null : nameOf(target)
        if (target === undefined || place === null) continue
        for (const [key, known] of listening.get(target) ?? []) {
          const [type = ''] = key.split(' ')
          const what = `listeners for ${type} on ${place}`
          // Of elements with the same name, the one with the most.
          counts[what] = Math.max(counts[what] ?? 0, known.size)
        }
      }
      for (const [event, listeners] of heard) counts[`listeners for ${event} of Service`] = listeners.size
      return counts
    },
    listensTo: (element, types) => {
      const listens = (target: EventTarget): boolean =>
        types.some(
          (type) =>
            [true, false].some(
              (capture) => (listening.get(target)?.get(`${type} ${capture}`)?.size ?? 0) > 0,
            ) || typeof Reflect.get(target, `on${type}`) === 'function',
        )
      for (let at: Node | null = element; at !== null; at = at.parentNode ?? hostOf(at))
        if (listens(at)) return true
      return listens(window)
    },
    sounds: () => sounds,
  }
  const hostOf = (node: Node): Node | null => (node instanceof ShadowRoot ? node.host : null)
  Object.defineProperty(window, name, { value: register })
}

/** How many of each kind the page keeps now. */
export const holdingCounts = (name: string): Readonly<Record<string, number>> =>
  Reflect.get(window, name).counts()

/** The labels of controls in sight that nothing can follow on: nothing listens to them, and the browser does nothing for them. */
export const deafControls = (name: string): readonly string[] => {
  const register: Register = Reflect.get(window, name)
  const input = ['click', 'pointerdown', 'pointerup', 'mousedown', 'mouseup', 'touchstart', 'touchend']
  return [...document.querySelectorAll('button, [role="button"]')].flatMap((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const reached = document.elementFromPoint(left + width / 2, top + height / 2)
    if (reached === null || !(element === reached || element.contains(reached))) return []
    if (element.matches(':disabled, [aria-disabled="true"]')) return []
    const label = `${element.getAttribute('aria-label') ?? ''} ${element.textContent}`
      .replace(/\s+/g, ' ')
      .trim()
    const isOfBrowser =
      element.closest('a[href], label, summary, [popovertarget], [commandfor]') !== null ||
      (element instanceof HTMLButtonElement && element.form !== null && element.type !== 'button')
    return label === '' || isOfBrowser || register.listensTo(element, input) ? [] : [label.slice(0, 60)]
  })
}

/**
 * Whether keys are listened to, and nothing in sight listens to a finger but buttons that begin, stop or leave a game: a person
 * without a keyboard cannot play.
 */
export const isForKeysOnly = (name: string): boolean => {
  const register: Register = Reflect.get(window, name)
  const touch = [
    'click',
    'pointerdown',
    'pointerup',
    'pointermove',
    'mousedown',
    'mouseup',
    'mousemove',
    'touchstart',
    'touchend',
    'touchmove',
  ]
  if (document.body === null || !register.listensTo(document.body, ['keydown', 'keyup', 'keypress']))
    return false
  if (document.querySelector('input, select, textarea, a[href], [contenteditable]') !== null) return false
  const around =
    /\b(play|start|restart|retry|again|new game|pause|resume|continue|sound|mute|music|menu|back|home|quit|leave|exit|settings|help|share|shop|scores?|ranking)\b/i
  const cells = Array.from({ length: 12 }, (_, index) => (index + 0.5) / 12)
  const places = cells.flatMap((row) =>
    cells.map((column) => [column * innerWidth, row * innerHeight] as const),
  )
  // A small button lies between them.
  for (const button of document.querySelectorAll('button, [role="button"]')) {
    const { left, top, width, height } = button.getBoundingClientRect()
    places.push([left + width / 2, top + height / 2])
  }
  for (const [x, y] of places) {
    const element = document.elementFromPoint(x, y)
    if (element === null || !register.listensTo(element, touch)) continue
    const button = element.closest('button, [role="button"]')
    const label = `${button?.getAttribute('aria-label') ?? ''} ${button?.textContent ?? ''}`
    if (button === null || !around.test(label)) return false
  }
  return true
}

/**
 * Begins to count the drags of a finger over a large canvas that the browser takes for its own, as scrolling, though the app follows the
 * pointer.
 */
export const watchDrags = (name: string): void => {
  const register: Register = Reflect.get(window, name)
  const drags = { cancelled: 0 }
  Object.defineProperty(window, `${name}drags`, { value: drags, configurable: true })
  const count = ({ isTrusted, pointerType, target }: PointerEvent): void => {
    if (!isTrusted || pointerType !== 'touch' || !(target instanceof HTMLCanvasElement)) return
    const { width, height } = target.getBoundingClientRect()
    const isLarge = width * height > 0.4 * innerWidth * innerHeight
    const isFree = /^(?:auto|manipulation)$/.test(getComputedStyle(target).touchAction)
    const follows = register.listensTo(target, ['pointermove']) && !register.listensTo(target, ['touchmove'])
    if (isLarge && isFree && follows) drags.cancelled += 1
  }
  addEventListener('pointercancel', count, { capture: true })
}

/** How many there were since `watchDrags`. */
export const cancelledDrags = (name: string): number => Reflect.get(window, `${name}drags`).cancelled

/** Begins to watch whether anything changes in the page. Sounds count only where the page's holdings are counted. */
export const watchChanges = (name: string): void => {
  Reflect.get(window, `${name}changes`)?.observer.disconnect()
  const changes = { count: 0 }
  const contentOf = (nodes: NodeList): string =>
    [...nodes].map((node) => (node instanceof Element ? node.outerHTML : node.textContent)).join('')
  // Setting what was set already changes nothing.
  const note = (records: readonly MutationRecord[]): void => {
    changes.count += records.filter(({ type, target, oldValue, attributeName, addedNodes, removedNodes }) => {
      if (type === 'childList') return contentOf(addedNodes) !== contentOf(removedNodes)
      if (type === 'characterData') return target.nodeValue !== oldValue
      return !(target instanceof Element) || target.getAttribute(attributeName ?? '') !== oldValue
    }).length
  }
  const observer = new MutationObserver(note)
  observer.observe(document, {
    subtree: true,
    childList: true,
    attributeOldValue: true,
    characterDataOldValue: true,
  })
  Object.defineProperty(window, `${name}changes`, {
    value: { changes, observer, note, address: location.href, sounds: Reflect.get(window, name)?.sounds() },
    configurable: true,
  })
}

/** Whether anything has changed in the page, or sounded, since it is watched. */
export const hasChangedSince = (name: string): boolean => {
  const watch = Reflect.get(window, `${name}changes`)
  if (watch === undefined) return true
  watch.note(watch.observer.takeRecords())
  const found = watch.changes.count
  return found > 0 || watch.sounds !== Reflect.get(window, name)?.sounds() || watch.address !== location.href
}
