import { randomBytes } from 'node:crypto'
import { BinaryAnswer } from '../../../host/session/binary-answer.js'
import type { HostMessage } from '../../../platform/envelope.js'
import { MB } from '../../../platform/units.js'
import type { AnswerBinary } from '../../messages.js'

/** More than a page ever waits for. A page that fetches nothing must not fill the memory. */
const MAX_KEPT = 64
const MAX_KEPT_BYTES = 256 * MB

interface Kept {
  readonly owner: object
  readonly binary: BinaryAnswer
}

/**
 * The pictures, sounds and videos of answers on their way to an app. JSON cannot carry them, so the shell fetches each one
 * once, by an unguessable id. They are removed after that, or when their page is closed; the oldest first if there are too
 * many.
 */
export class AnswerBytes {
  readonly #kept = new Map<string, Kept>()
  #bytes = 0

  /** How many are kept. */
  get size(): number {
    return this.#kept.size
  }

  /** @param owner the window that the bytes belong to */
  keep(owner: object, binary: BinaryAnswer): string {
    const id = randomBytes(18).toString('base64url')
    this.#kept.set(id, { owner, binary })
    this.#bytes += binary.size
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_KEPT && this.#bytes <= MAX_KEPT_BYTES) break
      this.take(oldest)
    }
    return id
  }

  /** Returns and removes the bytes with this id; null if there are none. */
  take(id: string): BinaryAnswer | null {
    const kept = this.#kept.get(id)
    if (kept === undefined) return null
    this.#kept.delete(id)
    this.#bytes -= kept.binary.size
    return kept.binary
  }

  /** Removes the bytes of an owner whose page was closed. */
  drop(owner: object): void {
    for (const [id, kept] of this.#kept) if (kept.owner === owner) this.take(id)
  }

  /** A message in JSON form. Its binary parts are kept for the shell to fetch. */
  setAside(
    owner: object,
    message: HostMessage,
  ): { readonly message: HostMessage; readonly binaries: readonly AnswerBinary[] } {
    if (!('result' in message)) return { message, binaries: [] }
    const binaries: AnswerBinary[] = []
    const walk = (value: unknown, path: readonly string[]): unknown => {
      if (value instanceof BinaryAnswer) {
        binaries.push({ path, id: this.keep(owner, value), type: value.type })
        return null
      }
      if (Array.isArray(value)) return value.map((item, i) => walk(item, [...path, String(i)]))
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(
        Object.entries(value).map(([key, field]) => [key, walk(field, [...path, key])]),
      )
    }
    const result = walk(message.result, ['result'])
    return binaries.length === 0 ? { message, binaries } : { message: { ...message, result }, binaries }
  }
}
