/**
 * Functions that steer and watch time in the app's page: each is sent as its source text, so it cannot use anything of this
 * module, and takes what it needs as its one argument.
 */

/** What moves in an app: by a name for what it is, the times in milliseconds and the values of a number, at each change. */
export type Movement = Readonly<Record<string, readonly (readonly [number, number])[]>>

/** What can be done to the time of an app's page. */
interface Clockwork {
  /**
   * Records what moves from now on.
   * @param rate draws so many frames a second, and lets as much time pass for the page with each, however long it takes;
   * null as fast as the display does, in this machine's time
   */
  record: (rate: number | null) => void
  /** Ends the recording. */
  recorded: () => Movement
  /** Hides the page as phone apps do: it draws nothing, and only the host's event says so (6). @returns the time in the recording */
  hide: () => number
  /** Shows it again, so many milliseconds later by its clocks. @returns the time in the recording */
  show: (laterMs: number) => number
  /** The loudest sound of the latest moments, 0 to 1. */
  loudness: () => number
  /** How many `AudioContext`s there are, and how many of them run. */
  audio: () => { readonly all: number; readonly running: number }
  /** Stops time, unless it is stopped already, and lets so many milliseconds pass, as fast as frames can be drawn. */
  pass: (milliseconds: number) => Promise<void>
  /**
   * Holds the animations that run in the page, which keep to no clock of its scripts, and lets so many milliseconds pass for them.
   * @returns how many are held now, and how many have come to their end, which the page is told with a real frame
   */
  animate: (milliseconds: number) => { readonly held: number; readonly ended: number }
  /** Lets time pass by itself again, for animations, too. */
  release: () => void
  /** The texts that the latest frame drew on canvases. */
  written: () => readonly string[]
}

/** Puts a clockwork into a frame's page, under a name that no app uses, before its scripts run. */
export const installClockwork = (name: string): void => {
  if (window === window.top) return
  const realNow = performance.now.bind(performance)
  const realFrame = requestAnimationFrame.bind(window)
  const realTimeout = setTimeout.bind(window)
  const realClear = clearTimeout.bind(window)
  const RealDate = Date
  let ahead = 0
  /** The page's time without what it is ahead, where frames make it; null where it is this machine's. */
  let framed: number | null = null
  const base = (): number => framed ?? realNow()
  const now = (): number => base() + ahead
  const today = (): number => Math.floor(performance.timeOrigin + now())
  Object.defineProperty(Performance.prototype, 'now', { value: now, configurable: true, writable: true })
  window.Date = new Proxy(RealDate, {
    construct: (target, given, made) =>
      Reflect.construct(target, given.length === 0 ? [today()] : given, made),
    apply: () => new RealDate(today()).toString(),
  })
  RealDate.now = today
  // Two runs of a game differ in what was done to them, not by chance.
  let random = 1
  Math.random = () => {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0
    return random / 2 ** 32
  }

  // ----- Timers, which keep to the page's time.

  interface Timer {
    due: number
    readonly period: number | null
    readonly run: () => void
    handle: number
  }
  const timers = new Map<number, Timer>()
  let lastTimer = 0
  let sampledAt = 0
  const wake = (id: number, timer: Timer): void => {
    realClear(timer.handle)
    if (framed === null) timer.handle = realTimeout(() => fire(id, timer), Math.max(0, timer.due - realNow()))
  }
  const fire = (id: number, timer: Timer): void => {
    if (timer.period === null) timers.delete(id)
    else {
      timer.due = base() + timer.period
      wake(id, timer)
    }
    timer.run()
    // A game without frames moves with its timers. Where frames make the time, the next one looks.
    if (framed === null && realNow() >= sampledAt + 16) sample()
  }
  const setTimer =
    (repeats: boolean) =>
    (callback: unknown, after: unknown = 0, ...given: unknown[]): number => {
      // Without a least delay, a timer that sets itself again would never let a frame end.
      const delay = Math.max(1, Number(after) || 0)
      const run = (): void => {
        try {
          if (typeof callback === 'function') Reflect.apply(callback, window, given)
          else new Function(String(callback))()
        } catch (error) {
          reportError(error)
        }
      }
      lastTimer += 1
      const timer: Timer = { due: base() + delay, period: repeats ? delay : null, run, handle: 0 }
      timers.set(lastTimer, timer)
      wake(lastTimer, timer)
      return lastTimer
    }
  const clearTimer = (id: number): void => {
    const timer = timers.get(id)
    if (timer !== undefined) realClear(timer.handle)
    timers.delete(id)
  }
  for (const [name, value] of Object.entries({
    setTimeout: setTimer(false),
    setInterval: setTimer(true),
    clearTimeout: clearTimer,
    clearInterval: clearTimer,
  }))
    Reflect.set(window, name, value)
  /** Lets the time of a frame pass. */
  const passFrame = (milliseconds: number): void => {
    const end = (framed ?? 0) + milliseconds
    for (;;) {
      const [next] = [...timers].filter(([, { due: at }]) => at <= end).sort(([, a], [, b]) => a.due - b.due)
      if (next === undefined) break
      framed = Math.max(framed ?? 0, next[1].due)
      fire(...next)
    }
    framed = end
  }

  /** What the page's styles animate, which keeps to this machine's time unless it is paused. */
  const animated = new Set<Animation>()
  const animate: Clockwork['animate'] = (milliseconds) => {
    let ended = 0
    for (const one of document.getAnimations()) {
      if (one.playState !== 'running') continue
      one.pause()
      animated.add(one)
    }
    for (const one of animated) {
      const { effect, currentTime, playState } = one
      const target = effect instanceof KeyframeEffect ? effect.target : null
      const isOver = playState !== 'paused' || effect === null || target?.isConnected === false
      if (isOver) animated.delete(one)
      if (isOver || (target !== null && getComputedStyle(target).animationPlayState.includes('paused')))
        continue
      const time = Number(currentTime) + milliseconds
      if (time < Number(effect.getComputedTiming().endTime)) one.currentTime = time
      else {
        one.finish()
        animated.delete(one)
        ended += 1
      }
    }
    return { held: animated.size, ended }
  }

  let rate: number | null = null
  const frames = new Map<number, FrameRequestCallback>()
  let lastFrame = 0
  let isAsked = false
  let isHidden = false
  /** Whether time passes only with `pass`. */
  let isHeld = false
  let due = 0
  const draw = (): void => {
    isAsked = false
    if (isHidden || isHeld) return
    if (rate !== null) passFrame(1_000 / rate)
    drawFrame()
    ask()
  }
  const drawFrame = (): void => {
    const time = now()
    if (frames.size > 0) drawn.clear()
    for (const [id, callback] of [...frames])
      if (frames.delete(id))
        try {
          callback(time)
        } catch (error) {
          reportError(error)
        }
    sample()
  }
  const ask = (): void => {
    // Where frames make the time, it passes without anything to draw, too.
    if (isAsked || isHidden || isHeld || (frames.size === 0 && rate === null)) return
    isAsked = true
    if (rate === null) {
      realFrame(draw)
      return
    }
    due = Math.max(due + 1_000 / rate, realNow())
    realTimeout(draw, Math.max(0, due - realNow()))
  }
  window.requestAnimationFrame = (callback) => {
    lastFrame += 1
    frames.set(lastFrame, callback)
    ask()
    return lastFrame
  }
  window.cancelAnimationFrame = (id) => void frames.delete(id)

  // ----- What moves: numbers in texts, in inline styles and in SVG, and what is drawn on a canvas.

  let movement: Map<string, [number, number][]> | null = null
  let startedAt = 0
  const counts = new Map<string, number>()
  const drawn = new Set<string>()
  const note = (key: string, value: number): void => {
    if (movement === null || !Number.isFinite(value)) return
    const changes = movement.get(key)
    if (changes === undefined) {
      if (movement.size < 600) movement.set(key, [[base() - startedAt, value]])
    } else if (changes.at(-1)?.[1] !== value && changes.length < 600)
      changes.push([base() - startedAt, value])
  }
  const noteText = (key: string, text: string): void => {
    const numbers = text.match(/\d+(\.\d+)?/g)
    if (numbers === null) return
    const words = text.replace(/\d+(\.\d+)?/g, '0').slice(0, 60)
    numbers.forEach((number, index) => {
      note(`${key} ${words} ${index}`, Number(number))
    })
  }
  for (const method of [
    'fillRect',
    'strokeRect',
    'drawImage',
    'arc',
    'ellipse',
    'translate',
    'moveTo',
    'lineTo',
    'fillText',
    'setTransform',
  ]) {
    const real: unknown = Reflect.get(CanvasRenderingContext2D.prototype, method)
    if (typeof real !== 'function') continue
    Reflect.set(CanvasRenderingContext2D.prototype, method, function (this: unknown, ...given: unknown[]) {
      if (typeof given[0] === 'string' && drawn.size < 100) drawn.add(given[0])
      if (movement !== null) {
        const index = (counts.get(method) ?? 0) + 1
        counts.set(method, index)
        if (index <= 60) {
          const numbers = given.filter((one) => typeof one === 'number').slice(0, 6)
          numbers.forEach((value, place) => {
            note(`canvas ${method} ${index} ${place}`, value)
          })
          if (typeof given[0] === 'string') noteText('text on a canvas', given[0])
        }
      }
      return Reflect.apply(real, this, given)
    })
  }
  const sample = (): void => {
    if (movement === null) return
    sampledAt = realNow()
    counts.clear()
    if (document.body === null) return
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (
      let node = texts.nextNode(), looked = 0;
      node !== null && looked < 300;
      node = texts.nextNode(), looked += 1
    ) {
      const { parentElement, textContent } = node
      if (
        textContent !== null &&
        parentElement !== null &&
        /\d/.test(textContent) &&
        !/^(SCRIPT|STYLE)$/.test(parentElement.tagName)
      )
        noteText(
          `text ${looked} in <${parentElement.localName}${parentElement.id === '' ? '' : `#${parentElement.id}`}>`,
          textContent,
        )
    }
    const elements = document.body.querySelectorAll('[style], [transform], [cx], [x]')
    for (let index = 0; index < Math.min(elements.length, 60); index += 1)
      for (const attribute of ['style', 'transform', 'cx', 'cy', 'x', 'y']) {
        const text = elements[index]?.getAttribute(attribute) ?? null
        if (text !== null) noteText(`${attribute} of element ${index}`, text)
      }
  }

  // ----- What sounds.

  const contexts = new Set<AudioContext>()
  const RealAudioContext = AudioContext
  const HeardAudioContext = new Proxy(RealAudioContext, {
    construct: (target, given, made) => {
      const context = Reflect.construct(target, given, made)
      contexts.add(context)
      return context
    },
  })
  for (const own of ['AudioContext', 'webkitAudioContext'])
    if (Reflect.get(window, own) === RealAudioContext) Reflect.set(window, own, HeardAudioContext)
  const meters = new Map<BaseAudioContext, AnalyserNode>()
  const realConnect = AudioNode.prototype.connect
  Reflect.set(AudioNode.prototype, 'connect', function (this: AudioNode, ...given: unknown[]) {
    const [to] = given
    if (to instanceof AudioDestinationNode && !(this.context instanceof OfflineAudioContext)) {
      let meter = meters.get(this.context)
      if (meter === undefined) {
        meter = new AnalyserNode(this.context, { fftSize: 32_768 })
        meters.set(this.context, meter)
      }
      Reflect.apply(realConnect, this, [meter])
    }
    return Reflect.apply(realConnect, this, given)
  })
  const realDisconnect = AudioNode.prototype.disconnect
  Reflect.set(AudioNode.prototype, 'disconnect', function (this: AudioNode, ...given: unknown[]) {
    const [from] = given
    const meter = from instanceof AudioDestinationNode ? meters.get(this.context) : undefined
    if (meter !== undefined)
      try {
        Reflect.apply(realDisconnect, this, [meter])
      } catch {
        // It was not connected to it.
      }
    return Reflect.apply(realDisconnect, this, given)
  })
  /** What is heard through an AudioContext only, which may have turned it down. */
  const routed = new WeakSet<HTMLMediaElement>()
  const realRoute = AudioContext.prototype.createMediaElementSource
  AudioContext.prototype.createMediaElementSource = function (element) {
    routed.add(element)
    return realRoute.call(this, element)
  }
  const played = new Set<HTMLMediaElement>()
  const realPlay = HTMLMediaElement.prototype.play
  HTMLMediaElement.prototype.play = function () {
    played.add(this)
    return realPlay.call(this)
  }

  const turns = new MessageChannel()
  const clockwork: Clockwork = {
    record: (wanted) => {
      movement = new Map()
      rate = wanted
      framed = wanted === null ? null : base()
      for (const [id, timer] of timers) wake(id, timer)
      startedAt = base()
      ask()
    },
    recorded: () => {
      const found = movement ?? new Map<string, [number, number][]>()
      movement = null
      return Object.fromEntries(found)
    },
    hide: () => {
      isHidden = true
      return base() - startedAt
    },
    show: (laterMs) => {
      ahead += laterMs
      isHidden = false
      ask()
      return base() - startedAt
    },
    loudness: () => {
      let loudest = 0
      for (const [context, meter] of meters) {
        if (context.state !== 'running') continue
        const samples = new Float32Array(meter.fftSize)
        meter.getFloatTimeDomainData(samples)
        for (const value of samples) loudest = Math.max(loudest, Math.abs(value))
      }
      for (const element of played) {
        const { paused, ended, muted, volume } = element
        if (!paused && !ended && !muted && !routed.has(element)) loudest = Math.max(loudest, volume)
      }
      return loudest
    },
    audio: () => ({
      all: contexts.size,
      running: [...contexts].filter(({ state }) => state === 'running').length,
    }),
    pass: async (milliseconds) => {
      if (!isHeld) {
        isHeld = true
        framed = base()
        for (const [id, timer] of timers) wake(id, timer)
      }
      const frameMs = 1_000 / (rate ?? 30)
      for (const end = base() + milliseconds; isHeld && base() < end; ) {
        const step = Math.min(frameMs, end - base())
        passFrame(step)
        if (animate(step).ended > 0) await new Promise(realFrame)
        drawFrame()
        // What the host answers, and what else is due, has its turn between two frames.
        await new Promise((resolve) => {
          turns.port1.onmessage = resolve
          turns.port2.postMessage(null)
        })
      }
    },
    animate,
    release: () => {
      for (const one of animated) one.play()
      animated.clear()
      if (!isHeld || framed === null) return
      isHeld = false
      const passed = framed - realNow()
      ahead += passed
      framed = null
      for (const [id, timer] of timers) {
        timer.due -= passed
        wake(id, timer)
      }
      ask()
    },
    written: () => [...drawn],
  }
  Object.defineProperty(window, name, { value: clockwork })
}

/** Draws so many frames a second from now on, and begins to record what moves. */
export const recordAt = ({ name, rate }: { readonly name: string; readonly rate: number | null }): void => {
  const clockwork: Clockwork = Reflect.get(window, name)
  clockwork.record(rate)
}

/** What moved since `recordAt`. */
export const recorded = (name: string): Movement => Reflect.get(window, name).recorded()

/** @returns when, in milliseconds of the recording */
export const hidePage = (name: string): number => Reflect.get(window, name).hide()

/** Shows the page again, a time later. @returns when, in milliseconds of the recording */
export const showPage = ({ name, laterMs }: { readonly name: string; readonly laterMs: number }): number =>
  Reflect.get(window, name).show(laterMs)

/** Holds the animations that run in the page, until `releaseTime`, and lets so many milliseconds pass for them. */
export const passAnimations = ({
  name,
  milliseconds,
}: {
  readonly name: string
  readonly milliseconds: number
}): ReturnType<Clockwork['animate']> => Reflect.get(window, name).animate(milliseconds)

export const loudness = (name: string): number => Reflect.get(window, name).loudness()

export const audioContexts = (name: string): ReturnType<Clockwork['audio']> =>
  Reflect.get(window, name).audio()

/** Lets so much time pass for the page, in milliseconds, and none besides. @returns whether the page has a clockwork */
export const passTime = async ({
  name,
  milliseconds,
}: {
  readonly name: string
  readonly milliseconds: number
}): Promise<boolean> => {
  const clockwork: Clockwork | undefined = Reflect.get(window, name)
  await clockwork?.pass(milliseconds)
  return clockwork !== undefined
}

/** Lets the time of the page pass by itself again. */
export const releaseTime = (name: string): void => Reflect.get(window, name)?.release()

/** The texts that the latest frame drew on canvases; none without a clockwork. */
export const writtenOnCanvas = (name: string): readonly string[] => Reflect.get(window, name)?.written() ?? []
