import type { AiMaker } from '../ai/ai-maker.js'
import type { Pictures } from '../sharing/pictures.js'

/** What a host has others do during a replay: it takes real time, by which nothing is to be judged. */
export class OutsideWork {
  readonly #underWay = new Set<Promise<unknown>>()

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
    return this.#underWay.size > 0
  }

  /** Resolves once none of it is under way, however each ended. */
  async done(): Promise<void> {
    await Promise.allSettled(this.#underWay)
  }

  #watch<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work)
    const forget = (): void => {
      this.#underWay.delete(work)
    }
    work.then(forget, forget)
    return work
  }
}
