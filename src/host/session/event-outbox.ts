import type { EventMessage } from '../../platform/envelope.js'

/** Called once with whether an event reached the app. */
export type OnSettled = (arrived: boolean) => void

/** An event that waits for an answer that must come first. */
interface WaitingEvent {
  readonly message: EventMessage
  readonly onSettled: OnSettled | undefined
}

export interface EventOutboxOptions {
  /** Whether the page still gets events. Without it they are dropped. */
  readonly isOpen: () => boolean
  /** Logs an event that is sent now. */
  readonly log: (message: EventMessage) => void
  /**
   * Posts an event to the page, over its network.
   * @param onArrived called with whether the page was still there
   */
  readonly post: (message: EventMessage, onArrived: OnSettled) => void
}

/** The events of one page load on their way to the app. */
export class EventOutbox {
  readonly #options: EventOutboxOptions
  /** The request that must be answered before any event, and the events that wait for it. */
  #holding: { readonly id: string; readonly events: WaitingEvent[] } | null = null
  /** To be called with false if the page closes before these events reach it. */
  readonly #unsettled = new Set<OnSettled>()

  constructor(options: EventOutboxOptions) {
    this.#options = options
  }

  /** @param onSettled called once, with whether it reached the app */
  send(message: EventMessage, onSettled?: OnSettled): void {
    const { isOpen, log, post } = this.#options
    if (!isOpen()) {
      onSettled?.(false)
      return
    }
    if (onSettled !== undefined) this.#unsettled.add(onSettled)
    if (this.#holding !== null) {
      this.#holding.events.push({ message, onSettled })
      return
    }
    log(message)
    post(message, (arrived) => {
      if (onSettled !== undefined && this.#unsettled.delete(onSettled)) onSettled(arrived)
    })
  }

  /** Keeps events back until a request is answered, unless another request keeps them back already. */
  hold(request: string): void {
    this.#holding ??= { id: request, events: [] }
  }

  /** Sends the events that waited for the answer to a request. */
  release(request: string): void {
    if (this.#holding?.id !== request) return
    const { events } = this.#holding
    this.#holding = null
    for (const { message, onSettled } of events) this.send(message, onSettled)
  }

  /** The page was closed: what is still on its way does not reach it. */
  end(): void {
    for (const onSettled of this.#unsettled) onSettled(false)
    this.#unsettled.clear()
  }
}
