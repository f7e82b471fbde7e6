/**
 * Questions to the shell's page, which are sent as their source text: none can use anything of this module. They pass on
 * what a test asks the contract's app, by a channel that the host does not see. Each waits up to a second in the page, where
 * that costs little: a question by WebDriver costs the browser more than most of what it asks for.
 */

/** The channel to the app's page, at `contractChannel` of the shell's window. */
interface FrameChannel {
  readonly frame: HTMLIFrameElement
  readonly port: MessagePort
  /** The answer to the last question, as JSON; null while there is none. */
  answer: string | null
  /** Waits for the answer; null if there is none yet. */
  readonly wait: () => Promise<string | null>
}

/** Has the shell show everything in its place: what moves is drawn sixty times a second, and is elsewhere when it is clicked. */
export const stillShell = (): void => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* , *::before { animation: none !important; transition: none !important }')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}

/** Opens a seat again once the shell says that a program closed it. @returns whether it was */
export const openedAgain = async (seat: number): Promise<boolean> => {
  for (const end = performance.now() + 1_000; performance.now() < end; ) {
    // Other pages in the app's place have such a button too.
    const isClosed = document.querySelector('.blank h2')?.textContent === `Seat ${seat} was closed`
    const button = document.querySelector<HTMLButtonElement>('.blank .host-action')
    if (isClosed && button !== null) {
      button.click()
      return true
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return false
}

/** Connects to the app's page once it listens. @returns whether it is connected */
export const connectFrame = async (): Promise<boolean> => {
  for (const end = performance.now() + 1_000; performance.now() < end; ) {
    const frame = document.querySelector<HTMLIFrameElement>('iframe[title="Mini app"]')
    if (frame !== null) {
      const connected = Reflect.get(window, 'contractChannel') as FrameChannel | undefined
      if (connected?.frame === frame) return true
      const { port1: port, port2 } = new MessageChannel()
      let arrived = (): void => {}
      const channel: FrameChannel = {
        frame,
        port,
        answer: null,
        wait: () =>
          new Promise((resolve) => {
            const stop = (): void => {
              clearTimeout(timer)
              resolve(channel.answer)
            }
            const timer = setTimeout(stop, 1_000)
            arrived = stop
            if (channel.answer !== null) stop()
          }),
      }
      port.onmessage = ({ data }) => {
        if (data !== 'ready') {
          channel.answer = data
          arrived()
          return
        }
        // A page that took its time to load answers every time that it was asked.
        const known = Reflect.get(window, 'contractChannel') as FrameChannel | undefined
        if (known?.frame !== frame) Reflect.set(window, 'contractChannel', channel)
      }
      frame.contentWindow?.postMessage('contract', '*', [port2])
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return false
}

/** Asks the app's page. @returns the answer as JSON; null if there is none yet */
export const askFrame = (expression: string): Promise<string | null> => {
  const channel = Reflect.get(window, 'contractChannel') as FrameChannel
  channel.answer = null
  channel.port.postMessage(expression)
  return channel.wait()
}

/** The answer to the last question, as JSON; null if there is none yet. */
export const frameAnswer = (): Promise<string | null> =>
  (Reflect.get(window, 'contractChannel') as FrameChannel).wait()

/** Gives the app's page the focus. @param again whether the page lost it, although the shell does not know */
export const focusFrame = (again: boolean): boolean => {
  const frame = document.querySelector<HTMLIFrameElement>('iframe[title="Mini app"]')
  if (again) frame?.blur()
  frame?.focus()
  return frame !== null && document.activeElement === frame
}

/** Whether the browser takes this window for the one that the person uses: else no page in it has the focus. */
export const isActiveWindow = (): boolean => document.hasFocus()

/** What the person reads instead of the app; words are null where it opens, and all is null as long as neither is shown. */
export const gateWords = async (): Promise<{ readonly words: string | null } | null> => {
  for (const end = performance.now() + 1_000; performance.now() < end; ) {
    const words = document.querySelector<HTMLElement>(
      '[aria-label="The app does not open"] [role=status], [aria-label="The app’s page"] .access-offer [dir=auto]',
    )
    if (words !== null) return { words: words.innerText }
    if (document.querySelector('iframe[title="Mini app"]') !== null) return { words: null }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return null
}

/**
 * Where a button of the shell is, by its name; null if there is none yet. It is drawn there: before, a browser may pass a click
 * on to the app's frame, in another process, which was in this place.
 */
export const buttonPlace = async ({
  selector,
  name,
}: {
  readonly selector: string
  readonly name: string
}): Promise<{ readonly x: number; readonly y: number } | null> => {
  for (const end = performance.now() + 1_000; performance.now() < end; ) {
    for (const button of document.querySelectorAll(`${selector} button`)) {
      if ((button.getAttribute('aria-label') ?? button.textContent?.trim()) !== name) continue
      for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
      Reflect.set(window, 'contractPressed', false)
      const pressed = () => Reflect.set(window, 'contractPressed', true)
      button.addEventListener('click', pressed, { capture: true, once: true })
      const { left, top, width, height } = button.getBoundingClientRect()
      return { x: left + width / 2, y: top + height / 2 }
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return null
}

/** Whether the button that `buttonPlace` found was pressed. */
export const wasPressed = async (): Promise<boolean> => {
  for (const end = performance.now() + 1_000; performance.now() < end; ) {
    if (Reflect.get(window, 'contractPressed') === true) return true
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return false
}

/** Watches for the next page in the app's frame. */
export const watchLoads = (): void => {
  Reflect.set(window, 'contractLoaded', false)
  document
    .querySelector('iframe[title="Mini app"]')
    ?.addEventListener('load', () => Reflect.set(window, 'contractLoaded', true), { once: true })
}

/** Whether the page that `watchLoads` watches for has loaded; then the contract's channel is gone. */
export const hasLoadedAgain = async (): Promise<boolean> => {
  for (const end = performance.now() + 1_000; performance.now() < end; ) {
    if (Reflect.get(window, 'contractLoaded') === true) {
      Reflect.deleteProperty(window, 'contractChannel')
      return true
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return false
}

/** Runs code as the app's own: a question to the app can be asked in a world of its own. */
export const runScript = (code: string): void => {
  const script = document.createElement('script')
  script.textContent = code
  document.documentElement.append(script)
}

/** Talks to the simulator's server so many times, and paints. By then, all that a page sends has been sent. */
export const settle = async (times: number): Promise<void> => {
  for (let time = 0; time < times; time += 1) {
    await new Promise(requestAnimationFrame)
    await fetch('/robots.txt', { cache: 'no-store' })
  }
}

/** Whether a sheet of this title is open. */
export const isSheetOpen = (title: string): boolean =>
  Array.from(document.querySelectorAll('[role=dialog]')).some(
    (dialog) => dialog.querySelector('h2')?.textContent?.includes(title) === true,
  )

/** Whether the page that the shell shows while the app loads covers it. */
export const isCovered = (): boolean => document.querySelector('.cover') !== null
