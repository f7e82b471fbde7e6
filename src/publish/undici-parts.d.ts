// Parts of undici by their own files: all of it (fetch, WebSocket, caches, mocks) takes as long to load as the rest of
// a command. They have no types of their own; these name what is used of them.

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
