import { wordsOfError } from '../../platform/text.js'
import type { AiMaker } from '../ai/ai-maker.js'
import type { PickedFile } from '../picking/picked-file.js'
import { NotSavedError, type Store } from '../saving/store.js'
import { BinaryAnswer } from '../session/binary-answer.js'
import type { Pictures } from '../sharing/pictures.js'
import type { Move } from './turn.js'

/**
 * The work outside the host that it waits for: saves, AI, pictures, files. How fast it is depends on the machine, so the
 * log has when each piece ended, and with what.
 */
export class OutsideWork {
  readonly #turn: (move: Move) => void
  readonly #running = new Set<Promise<unknown>>()
  #begun = 0
  #apart: (() => Promise<void>) | null = null

  constructor(turn: (move: Move) => void) {
    this.#turn = turn
  }

  /** Whether nothing is under way. */
  get isIdle(): boolean {
    return this.#running.size === 0
  }

  /** Resolves once all that is under way has ended. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#running)
  }

  /**
   * A host starts: its work is counted from 1.
   * @param apart resolves after a turn of the event loop: what follows from one end is done before the next one
   */
  restart(apart: () => Promise<void>): void {
    this.#begun = 0
    this.#apart = apart
  }

  store(store: Store): Store {
    return {
      load: (name, parse, ifLost) => store.load(name, parse, ifLost),
      save: (name, snapshot) => {
        // Taken now, so that what is saved together does not depend on when the disk is ready.
        const saved = snapshot()
        return this.#run(() => store.save(name, () => saved))
      },
    }
  }

  pictures(pictures: Pictures): Pictures {
    return {
      redrawForShare: (base64) =>
        this.#run(
          () => pictures.redrawForShare(base64),
          (drawn) => drawn && { ...drawn, base64: '' },
        ),
    }
  }

  aiMaker(maker: AiMaker): AiMaker {
    return {
      scripted: (request) => this.#run(() => maker.scripted(request)),
      make: (request) => this.#run(() => maker.make(request)),
      blocked: (request) => maker.blocked(request),
    }
  }

  file(file: PickedFile): PickedFile {
    return {
      size: file.size,
      asPicture: (maxPixels) => this.#run(() => file.asPicture(maxPixels)),
      asVideo: (maxSeconds) => this.#run(() => file.asVideo(maxSeconds)),
    }
  }

  /** @param shown what the log keeps of the value */
  #run<T>(begin: () => Promise<T>, shown: (value: T) => unknown = (value) => value): Promise<T> {
    if (this.#apart === null) return this.#track(begin())
    this.#begun += 1
    return this.#logged(this.#begun, this.#track(begin().finally(this.#apart)), shown)
  }

  #track<T>(work: Promise<T>): Promise<T> {
    this.#running.add(work)
    const end = (): void => {
      this.#running.delete(work)
    }
    work.then(end, end)
    return work
  }

  async #logged<T>(work: number, running: Promise<T>, shown: (value: T) => unknown): Promise<T> {
    try {
      const value = await running
      this.#turn({ do: 'done', work, ...(value === undefined ? {} : { value: withoutBytes(shown(value)) }) })
      return value
    } catch (error) {
      const message = wordsOfError(error)
      this.#turn({ do: 'done', work, error: { notSaved: error instanceof NotSavedError, message } })
      throw error
    }
  }
}

/** What stands for bytes in a log. */
interface LoggedBytes {
  readonly bytesOf: string | null
  readonly size: number
}

const withoutBytes = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return { bytesOf: null, size: value.length } satisfies LoggedBytes
  if (value instanceof BinaryAnswer) return { bytesOf: value.type, size: value.size } satisfies LoggedBytes
  return mapped(value, withoutBytes)
}

/** A logged value of work, with empty bytes of the same size. */
export const withBytes = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || !('bytesOf' in value)) return mapped(value, withBytes)
  const { bytesOf, size } = value as LoggedBytes
  const bytes = new Uint8Array(size)
  return bytesOf === null ? bytes : new BinaryAnswer(bytesOf, bytes)
}

const mapped = (value: unknown, map: (field: unknown) => unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(map)
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, map(field)]))
}
