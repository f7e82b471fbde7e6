import { CallError } from '../rpc/requester.js'

type Listener = (data: never) => void

export interface Listeners {
  add(event: string, listener: Listener): void
  remove(event: string, listener: Listener): void
  emit(event: string, data: unknown): void
}

/** The app's listeners by event. A function is kept once per event, as in the DOM. */
export const createListeners = (reportError: (error: unknown) => void): Listeners => {
  const byEvent = new Map<string, Set<Listener>>()
  return {
    add: (event, listener) => {
      if (typeof listener !== 'function') throw new CallError('INVALID', 'A listener must be a function.')
      const listeners = byEvent.get(event)
      if (listeners === undefined) byEvent.set(event, new Set([listener]))
      else listeners.add(listener)
    },
    remove: (event, listener) => {
      const listeners = byEvent.get(event)
      listeners?.delete(listener)
      if (listeners?.size === 0) byEvent.delete(event)
    },
    emit: (event, data) => {
      // A copy: a listener may remove itself or add others.
      for (const listener of [...(byEvent.get(event) ?? [])]) {
        try {
          listener(data as never)
        } catch (error) {
          reportError(error)
        }
      }
    },
  }
}
