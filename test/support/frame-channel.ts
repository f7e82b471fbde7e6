/**
 * Questions to the shell's page, which are sent as their source text: none can use anything of this module. They pass on
 * what a test asks the contract's app, by a channel that the host does not see.
 */

/** The channel to the app's page, at `contractChannel` of the shell's window. */
interface FrameChannel {
  readonly frame: HTMLIFrameElement
  readonly port: MessagePort
  /** The answer to the last question, as JSON; null while there is none. At the start it is `ready`. */
  answer: string | null
}

/** Has the shell show everything in its place: what moves is drawn sixty times a second, and is elsewhere when it is clicked. */
export const stillShell = (): void => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* , *::before { animation: none !important; transition: none !important }')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}

/** Marks the frame that a window shows, if it does: the shell makes another for each load of the app. */
export const useFrame = (): void =>
  document.querySelector('iframe[title="Mini app"]')?.setAttribute('data-used', '')

/** Closes the app, unless that is done. @returns whether it could be done */
export const closeApp = (): boolean => {
  if (document.querySelector('.blank .host-action') !== null) return true
  const button = document.querySelector<HTMLButtonElement>('.host-bar [aria-label="Close app"]')
  if (button === null || button.disabled) return false
  button.click()
  return true
}

/** Presses a button of the shell. @returns whether it could be pressed */
export const pressed = (selector: string): boolean => {
  const button = document.querySelector<HTMLButtonElement>(selector)
  if (button === null || button.disabled) return false
  button.click()
  return true
}

/** Whether the app's page in a new frame listens. Asks it, as long as it does not. */
export const connectFrame = (): boolean => {
  const frame = document.querySelector<HTMLIFrameElement>('iframe[title="Mini app"]:not([data-used])')
  if (frame === null) return false
  const connected = Reflect.get(window, 'contractChannel') as FrameChannel | undefined
  if (connected?.frame === frame) return true
  const { port1: port, port2 } = new MessageChannel()
  const channel: FrameChannel = { frame, port, answer: null }
  port.onmessage = ({ data }) => {
    Reflect.set(window, 'contractChannel', channel)
    channel.answer = data
  }
  frame.contentWindow?.postMessage('contract', '*', [port2])
  return false
}

export const askFrame = (expression: string): void => {
  const channel = Reflect.get(window, 'contractChannel') as FrameChannel
  channel.answer = null
  channel.port.postMessage(expression)
}

export const frameAnswer = (): string | null =>
  (Reflect.get(window, 'contractChannel') as FrameChannel).answer

/** Gives the app's page the focus. */
export const focusFrame = (): void =>
  document.querySelector<HTMLIFrameElement>('iframe[title="Mini app"]')?.focus()

/** What the person reads instead of the app; words are null where it opens, and all is null as long as neither is shown. */
export const gateWords = (): { readonly words: string | null } | null => {
  const words = document.querySelector<HTMLElement>(
    '[aria-label="The app does not open"] [role=status], [aria-label="The app’s page"] .access-offer [dir=auto]',
  )
  if (words !== null) return { words: words.innerText }
  return document.querySelector('iframe[title="Mini app"]') === null ? null : { words: null }
}

/** Where a button of the shell is, by its name; null if there is none. */
export const buttonPlace = ({ selector, name }: { readonly selector: string; readonly name: string }) => {
  for (const button of document.querySelectorAll(`${selector} button`)) {
    if ((button.getAttribute('aria-label') ?? button.textContent?.trim()) !== name) continue
    const { left, top, width, height } = button.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  }
  return null
}
