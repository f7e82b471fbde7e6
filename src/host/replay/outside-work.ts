import * as z from 'zod'
import type { AiMaker } from '../ai/ai-maker.js'
import type { PickedFile } from '../picking/picked-file.js'
import { BinaryAnswer } from '../session/binary-answer.js'
import type { Session } from '../session/session.js'
import type { Judge, OpenSheet, SheetDrawer, SheetKind, SheetKinds } from '../session/sheets.js'
import type { Pictures } from '../sharing/pictures.js'

/**
 * A file picked in a replay. The file itself is not in the log, so its clean copy is taken from the logged answer. A file
 * that was refused is refused again.
 * @param size in bytes
 * @param result the logged result of the call; anything else stands for a refusal
 */
export const replayedFile = (size: unknown, result: unknown): PickedFile => ({
  size: typeof size === 'number' ? size : 0,
  asPicture: async () => {
    const read = pictureSchema.safeParse(result)
    if (!read.success) return { fault: 'unreadable' }
    const { image, type, width, height } = read.data
    return { image: sameSize(image), type, width, height }
  },
  asVideo: async () => {
    const read = videoSchema.safeParse(result)
    if (!read.success) return { fault: 'unreadable' }
    const { video, type, duration, width, height } = read.data
    return { video: sameSize(video), type, duration, width, height }
  },
})

const binary = z.object({ type: z.string(), size: z.int().min(0) })

const sameSize = ({ type, size }: z.output<typeof binary>): BinaryAnswer =>
  new BinaryAnswer(type, new Uint8Array(size))

const sides = { width: z.number(), height: z.number() }

const pictureSchema = z.object({ image: binary, type: z.enum(['image/png', 'image/jpeg']), ...sides })

const videoSchema = z.object({
  video: binary,
  type: z.enum(['video/mp4', 'video/quicktime', 'video/webm']),
  duration: z.number(),
  ...sides,
})

/** A seat in a replay: its session, and its open sheet. */
export class ReplayedSeat {
  session: Session | null = null
  /** The ids of unanswered calls. */
  readonly waiting = new Set<string>()
  /** A call that is not in the log may have opened a sheet: then a choice without a sheet is not a difference. */
  sheetMissing = false
  sheet: {
    readonly kind: SheetKind
    /** @returns why it is not accepted, or null */
    readonly choose: (choice: unknown) => Promise<string | null>
  } | null = null

  drawerOf(kinds: readonly SheetKind[]): SheetDrawer {
    return {
      kinds,
      open: <Kind extends SheetKind>(
        kind: Kind,
        _offer: SheetKinds[Kind]['offer'],
        judge: Judge<Kind>,
      ): OpenSheet<Kind> => {
        const close = (): void => {
          this.sheet = null
        }
        const choice = new Promise<SheetKinds[Kind]['choice']>((resolve) => {
          this.sheet = {
            kind,
            choose: async (given) => {
              // The kind is that of the log, and the logged choice passed the host's schema.
              const made = given as SheetKinds[Kind]['choice']
              const fault = await judge(made)
              if (fault === null) {
                close()
                resolve(made)
              }
              return fault
            },
          }
        })
        return { choice, close }
      },
    }
  }
}

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

/** The calls that wait until they went on in the log. */
export class WaitingCalls {
  readonly #expected = new Set<string>()
  readonly #waiting = new Map<string, () => void>()
  /** How often a call may go on before it waits for it. */
  readonly #ahead = new Map<string, number>()

  /** The log says when this call went on. It does not of calls without an outcome. */
  expect(seat: number, id: string): void {
    this.#expected.add(`${seat} ${id}`)
  }

  async untilGoingOn(seat: number, id: string): Promise<void> {
    const name = `${seat} ${id}`
    if (!this.#expected.has(name)) return
    const ahead = this.#ahead.get(name) ?? 0
    if (ahead > 0) this.#ahead.set(name, ahead - 1)
    else await new Promise<void>((resolve) => this.#waiting.set(name, resolve))
  }

  goOn(seat: number, id: string): void {
    const name = `${seat} ${id}`
    const resume = this.#waiting.get(name)
    this.#waiting.delete(name)
    if (resume === undefined) this.#ahead.set(name, (this.#ahead.get(name) ?? 0) + 1)
    else resume()
  }
}
