import type { AiMaker } from '../ai/ai-maker.js'
import type { Pictures } from '../sharing/pictures.js'

/** Work outside the host during a replay. It takes real time, which must not change the result. */
export class OutsideWork {
  readonly #pending = new Set<Promise<unknown>>()

  pictures(pictures: Pictures): Pictures {
    return { redrawForShare: (base64) => this.#watch(pictures.redrawForShare(base64)) }
  }

  aiMaker(maker: AiMaker): AiMaker {
    return {
      scripted: (request) => this.#watch(maker.scripted(request)),
      make: (request) => this.#watch(maker.make(request)),
      blocked: (request) => maker.blocked(request),
    }
  }

  get isBusy(): boolean {
    return this.#pending.size > 0
  }

  /** Resolves once all work has settled. */
  async done(): Promise<void> {
    await Promise.allSettled(this.#pending)
  }

  #watch<T>(work: Promise<T>): Promise<T> {
    this.#pending.add(work)
    const forget = (): void => {
      this.#pending.delete(work)
    }
    work.then(forget, forget)
    return work
  }
}
