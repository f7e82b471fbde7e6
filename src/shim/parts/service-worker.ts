import { replace, works } from './sandbox.js'

/**
 * A worker that is installed and then active, as in a browser that meets the app for the first time: some apps, such as
 * those of Flutter before 3, start only then.
 */
const registrationOf = (scriptURL: string): EventTarget => {
  const worker = Object.assign(new EventTarget(), {
    scriptURL,
    state: 'installing',
    onstatechange: null as ((event: Event) => void) | null,
    postMessage: () => {},
  })
  const registration = Object.assign(new EventTarget(), {
    scope: new URL('.', scriptURL).href,
    active: null as EventTarget | null,
    installing: worker as EventTarget | null,
    waiting: null as EventTarget | null,
    onupdatefound: null,
    update: () => Promise.resolve(registration),
    unregister: () => Promise.resolve(true),
  })
  const enter = (state: string): void => {
    worker.state = state
    registration.installing = null
    registration.waiting = state === 'installed' ? worker : null
    registration.active = state === 'installed' ? null : worker
    const event = new Event('statechange')
    worker.onstatechange?.(event)
    worker.dispatchEvent(event)
  }
  // After those who registered it had the time to listen.
  setTimeout(() => ['installed', 'activating', 'activated'].forEach(enter))
  return registration
}

/*! navigator.serviceWorker: registers a worker that does nothing and never takes over. The bundle is on the device anyway. */
export const shimServiceWorker = (): void => {
  // Asked for too: an app that does not ask would throw where there is none.
  if (works(() => navigator.serviceWorker.controller)) return
  let registration: EventTarget | undefined
  const container = Object.assign(new EventTarget(), {
    controller: null,
    oncontrollerchange: null,
    onmessage: null,
    ready: new Promise<never>(() => {}),
    register: async (url: string | URL) => {
      registration ??= registrationOf(new URL(url, document.baseURI).href)
      return registration
    },
    getRegistration: () => Promise.resolve(registration),
    getRegistrations: () => Promise.resolve(registration === undefined ? [] : [registration]),
    startMessages: () => {},
  })
  replace(navigator, 'serviceWorker', { get: () => container })
}
