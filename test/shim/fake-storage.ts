import {
  KEY_PATTERN,
  STORAGE_MAX_KEYS,
  STORAGE_VALUE_MAX_CHARACTERS,
  STORAGE_WRITES_PER_MINUTE,
} from '../../src/platform/storage-limits.js'
import type { WritableStorage } from '../../src/shim/parts/saved-items.js'
import type { Time } from '../../src/shim/parts/write-slots.js'

const refused = (code: string): Error => Object.assign(new Error(code), { code })

/** `Service.storage` with the limits of 8.2, over a map, in a time that a test plays. */
export class FakeStorage implements WritableStorage {
  readonly records: Map<string, string>
  /** Every write that arrived, by its time, and whether it went through. */
  readonly writes: { readonly at: number; readonly key: string; readonly refused: string | null }[] = []
  /** What every call is refused with; null where all is well. */
  trouble: string | null = null
  readonly #time: Pick<Time, 'now'>

  constructor(time: Pick<Time, 'now'>, records: ReadonlyMap<string, string> = new Map()) {
    this.#time = time
    this.records = new Map(records)
  }

  async keys(): Promise<readonly string[]> {
    if (this.trouble !== null) throw refused(this.trouble)
    return [...this.records.keys()]
  }

  async get(key: string): Promise<string | null> {
    if (this.trouble !== null) throw refused(this.trouble)
    return this.records.get(key) ?? null
  }

  async set(key: string, value: string): Promise<true> {
    this.#write(
      key,
      !KEY_PATTERN.test(key)
        ? 'INVALID_KEY'
        : value.length > STORAGE_VALUE_MAX_CHARACTERS
          ? 'VALUE_TOO_LONG'
          : !this.records.has(key) && this.records.size >= STORAGE_MAX_KEYS
            ? 'STORAGE_FULL'
            : null,
    )
    this.records.set(key, value)
    return true
  }

  async remove(key: string): Promise<true> {
    this.#write(key, null)
    this.records.delete(key)
    return true
  }

  #write(key: string, fault: string | null): void {
    const at = this.#time.now()
    const inMinute = this.writes.filter((one) => one.refused === null && one.at > at - 60_000).length
    const code = this.trouble ?? (inMinute >= STORAGE_WRITES_PER_MINUTE ? 'RATE_LIMITED' : fault)
    this.writes.push({ at, key, refused: code })
    if (code !== null) throw refused(code)
  }
}

/** A clock and timers that run only when they are told to. */
export class PlayedTime implements Time {
  #now = 0
  #timers: { readonly at: number; readonly call: () => void }[] = []

  readonly now = (): number => this.#now

  readonly later = (call: () => void, milliseconds: number): (() => void) => {
    const timer = { at: this.#now + milliseconds, call }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer)
    }
  }

  /** Lets time pass, and after each timer all that follows from it. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds
    await settled()
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
      if (next === undefined) break
      this.#timers = this.#timers.filter((one) => one !== next)
      this.#now = Math.max(this.#now, next.at)
      next.call()
      await settled()
    }
    this.#now = end
  }
}

/** Everything that waits only for promises has happened. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
