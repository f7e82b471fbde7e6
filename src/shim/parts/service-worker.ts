import { replace, works } from './sandbox.js'

/*! navigator.serviceWorker: registers nothing, and never takes over. The bundle is on the device anyway. */
export const shimServiceWorker = (): void => {
  // Asked for too: an app that does not ask would throw where there is none.
  if (works(() => navigator.serviceWorker.controller)) return
  const registration = Object.assign(new EventTarget(), {
    scope: new URL('.', location.href).href,
    active: null,
    installing: null,
    waiting: null,
    onupdatefound: null,
    update: () => Promise.resolve(registration),
    unregister: () => Promise.resolve(true),
  })
  const container = Object.assign(new EventTarget(), {
    controller: null,
    oncontrollerchange: null,
    onmessage: null,
    ready: new Promise<never>(() => {}),
    register: () => Promise.resolve(registration),
    getRegistration: () => Promise.resolve(undefined),
    getRegistrations: () => Promise.resolve([]),
    startMessages: () => {},
  })
  replace(navigator, 'serviceWorker', { get: () => container })
}
