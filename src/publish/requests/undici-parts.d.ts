// Parts of undici by file: loading all of it (fetch, WebSocket, caches, mocks) takes as long as the rest of a
// command. These files have no types of their own; this declares what is used.

declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici'
}

declare module 'undici/lib/api/api-request.js' {
  import type { Dispatcher } from 'undici'

  /** undici's `request`, whose `this` is the dispatcher. */
  const request: (
    this: Dispatcher,
    options: Dispatcher.RequestOptions & { readonly origin: string },
  ) => Promise<Dispatcher.ResponseData>
  export default request
}
