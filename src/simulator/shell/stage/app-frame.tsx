import { useLayoutEffect, useRef } from 'preact/hooks'
import { DENIED_FEATURES, SANDBOX } from '../../../platform/csp.js'
import type { Theme } from '../../../platform/features.js'
import { readPageMessage } from '../bridge/frame-page.js'
import type { Seat } from '../seat/seat.js'
import type { OpenPage } from '../seat/seat-page.js'

export interface AppFrameProps {
  readonly seat: Seat
  readonly page: OpenPage
  readonly theme: Theme
  /** A sheet is open: the app keeps running without input (3.2). */
  readonly inert: boolean
}

/** The sandboxed frame (2.10). Each page gets a new frame, so that the old one cannot send messages for it. */
export const AppFrame = ({ seat, page, theme, inert }: AppFrameProps) => {
  const element = useRef<HTMLIFrameElement>(null)

  // Before the frame's page can run: an effect runs after the next render, which is late in a hidden or busy
  // page.
  useLayoutEffect(() => {
    const frame = element.current
    const inside = frame?.contentWindow ?? null
    if (frame === null || inside === null) return
    // The app's origin is opaque, so a target origin cannot be given.
    seat.attach((message) => inside.postMessage(message, '*'))
    const onMessage = (event: MessageEvent) => {
      // Any window with a reference to this one can post to it: only the app's own frame counts (5). A page that is going
      // away is no longer a source, so its last message is recognized by its key.
      const { source } = event
      if (source === null ? readPageMessage(event.data)?.page === 'leaving' : source === frame.contentWindow)
        seat.fromApp(page.element, event)
    }
    // The CSP of this page only allows frames of the bundle's origin, which stops an app that tries to
    // navigate away.
    const onBlocked = (event: SecurityPolicyViolationEvent) => {
      if (event.effectiveDirective === 'frame-src') seat.leaveBlocked(page.element, event.blockedURI)
    }
    window.addEventListener('message', onMessage)
    document.addEventListener('securitypolicyviolation', onBlocked)
    if (hadFocus.has(seat)) frame.focus()
    return () => {
      if (document.activeElement === frame) hadFocus.add(seat)
      else hadFocus.delete(seat)
      window.removeEventListener('message', onMessage)
      document.removeEventListener('securitypolicyviolation', onBlocked)
    }
  }, [page.element])

  return (
    <iframe
      ref={element}
      class="app-frame"
      title="Mini app"
      sandbox={SANDBOX}
      allow={ALLOW_NOTHING}
      referrerpolicy="no-referrer"
      src={page.url}
      // The colour scheme that the browser reports to the app.
      style={{ colorScheme: theme, ...(page.squeezed ? { width: 0, height: 0 } : {}) }}
      inert={inert}
      onLoad={({ currentTarget }) => {
        handOverKeyboard(currentTarget)
        seat.frameLoaded(page.element)
      }}
    />
  )
}

/** The seats whose frame had the focus, so that a keyboard game keeps it after a reload. */
const hadFocus = new WeakSet<Seat>()

/**
 * The names that this browser knows in a permissions policy; it warns about every other. Null if it does not say: Firefox
 * and Safari do not, and neither warns about a name, since both ignore the header.
 */
export const knownFeatures = (): readonly string[] | null => {
  for (const name of ['permissionsPolicy', 'featurePolicy']) {
    const policy: unknown = Reflect.get(document, name)
    if (typeof policy !== 'object' || policy === null) continue
    const list: unknown = Reflect.get(policy, 'features')
    const known: unknown = typeof list === 'function' ? list.call(policy) : null
    if (Array.isArray(known)) return known.filter((feature) => typeof feature === 'string')
  }
  return null
}

const known = knownFeatures()

const ALLOW_NOTHING = DENIED_FEATURES.filter((feature) => known?.includes(feature) ?? true)
  .map((feature) => `${feature} 'none'`)
  .join('; ')

/**
 * Gives a frame that has the focus the keyboard too. The app's page is in a process of its own, and Chromium leaves the
 * keyboard with this page where the frame had the focus before its page loaded.
 */
const handOverKeyboard = (frame: HTMLIFrameElement): void => {
  if (document.activeElement !== frame) return
  frame.blur()
  frame.focus()
}
