import { useLayoutEffect, useRef } from 'preact/hooks'
import { DENIED_FEATURES, SANDBOX } from '../../../platform/csp.js'
import type { Theme } from '../../../platform/features.js'
import { readPageMessage } from '../page-identity.js'
import type { Seat } from '../seat.js'
import type { OpenPage } from '../seat-page.js'

export interface AppFrameProps {
  readonly seat: Seat
  readonly page: OpenPage
  readonly theme: Theme
  /** A sheet is open: the app keeps running and gets no input (3.2). */
  readonly inert: boolean
}

/** The sandboxed frame (2.10). A new page is a new frame, so that nothing of the old one can speak for it. */
export const AppFrame = ({ seat, page, theme, inert }: AppFrameProps) => {
  const element = useRef<HTMLIFrameElement>(null)

  // Before the frame's page can run: an effect comes after the next picture, which a hidden or busy page draws late.
  useLayoutEffect(() => {
    const frame = element.current
    const inside = frame?.contentWindow ?? null
    if (frame === null || inside === null) return
    // The app's origin is opaque, so that no target origin could name it.
    seat.attach((message) => inside.postMessage(message, '*'))
    const onMessage = (event: MessageEvent) => {
      // Any window that gets hold of this one can post to it: only the app's own frame counts (5). What a page says as it
      // goes away comes from nowhere, and is told by its key.
      const { source } = event
      if (source === null ? readPageMessage(event.data)?.page === 'leaving' : source === frame.contentWindow)
        seat.fromApp(page.element, event)
    }
    // The page's own policy frames the bundle's origin alone: it is here that an app is held which tries to leave.
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
      // What the browser tells the app as its preferred colour scheme.
      style={{ colorScheme: theme, ...(page.squeezed ? { width: 0, height: 0 } : {}) }}
      inert={inert}
      onLoad={() => seat.frameLoaded(page.element)}
    />
  )
}

/** The seats whose frame had the focus, so that a game which is played by keyboard goes on listening after a reload. */
const hadFocus = new WeakSet<Seat>()

/** The features that this browser knows: it warns about every other name. */
const knownFeatures = (): readonly string[] => {
  const policy: unknown = Reflect.get(document, 'featurePolicy')
  if (typeof policy !== 'object' || policy === null) return DENIED_FEATURES
  const list: unknown = Reflect.get(policy, 'features')
  const known: unknown = typeof list === 'function' ? list.call(policy) : null
  return Array.isArray(known) ? DENIED_FEATURES.filter((feature) => known.includes(feature)) : DENIED_FEATURES
}

const ALLOW_NOTHING = knownFeatures()
  .map((feature) => `${feature} 'none'`)
  .join('; ')
