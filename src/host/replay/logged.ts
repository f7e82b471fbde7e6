import * as z from 'zod'
import { AGE_RATINGS } from '../../platform/ages.js'
import type { ErrorCode } from '../../platform/error-codes.js'
import { CAPABILITIES, type Capability, REQUIRABLE_FEATURES } from '../../platform/features.js'
import { ISO_TIME } from '../../platform/iso-time.js'
import { SHARE_IMAGE_MIN_PIXELS } from '../../platform/limits.js'
import { productSchema } from '../../platform/manifest.js'
import type { AiMaker, AiRequest, Scripted } from '../ai/ai-maker.js'
import type { ActiveFault } from '../control/faults/fault.js'
import { switchChangeSchema } from '../control/switch-change.js'
import type { DeclaredCapability, HostedApp } from '../hosted-app.js'
import type { FollowedScript } from '../log/call-log.js'
import { RANDOM_ID } from '../randomness.js'
import type { Pictures, SharePicture } from '../sharing/pictures.js'

/** The logged start of a host. */
export const startSchema = z.object({
  seed: z.int(),
  data: z.custom<object>((value) => typeof value === 'object' && value !== null).nullable(),
  switches: z.array(z.object({ seat: z.int(), change: switchChangeSchema })),
  faults: z
    .object({
      faults: z.array(z.custom<ActiveFault>((value) => typeof value === 'object' && value !== null)),
      lastId: z.int(),
      randomSeed: z.int().nullable(),
    })
    .optional(),
})

const appSchema = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  access: z.discriminatedUnion('type', [
    z.object({ type: z.literal('free') }),
    z.object({ type: z.enum(['one_time', 'pass_30d']), price: z.string(), statement: z.string() }),
  ]),
  products: z.array(productSchema),
  ageRating: z.enum(AGE_RATINGS),
  requires: z.array(z.enum(REQUIRABLE_FEATURES)),
  capabilities: z.partialRecord(
    z.enum(CAPABILITIES),
    z.object({ version: z.int(), purpose: z.string(), tools: z.array(z.string()) }),
  ),
})

/** Reads the app from the log, which has it from its manifest. */
export const readHostedApp = (logged: object): HostedApp => {
  const app = appSchema.parse(logged)
  const capabilities: Partial<Record<Capability, DeclaredCapability>> = {}
  for (const name of CAPABILITIES) {
    const declared = app.capabilities[name]
    if (declared !== undefined) capabilities[name] = declared
  }
  return { ...app, capabilities }
}

/** What is expected to happen again, by a text, in order. */
class Expected<Outcome> {
  readonly #byText = new Map<string, Outcome[]>()

  add(text: string, outcome: Outcome): void {
    const known = this.#byText.get(text)
    if (known === undefined) this.#byText.set(text, [outcome])
    else known.push(outcome)
  }

  next(text: string): Outcome | undefined {
    return this.#byText.get(text)?.shift()
  }
}

/**
 * The answers of `ai.json` in a replay. The log has its delays and refusals, but not its results: the stand-ins make
 * results instead.
 */
export class LoggedScript {
  /** The answers to requests that are about to be repeated, by their prompt, in order. */
  readonly #expected = new Expected<FollowedScript>()

  /** Prepares for a call that the script answered. */
  expect(params: unknown, answer: FollowedScript): void {
    const prompt: unknown =
      typeof params === 'object' && params !== null ? Reflect.get(params, 'prompt') : null
    if (typeof prompt === 'string') this.#expected.add(prompt, answer)
  }

  /** A maker that answers as `ai.json` did when the log was recorded. */
  wrap(maker: AiMaker): AiMaker {
    return {
      scripted: async (request) => this.#answerTo(request),
      make: (request) => maker.make(request),
      blocked: (request) => maker.blocked(request),
    }
  }

  #answerTo({ prompt }: AiRequest): Scripted | null {
    const logged = this.#expected.next(prompt)
    if (logged === undefined) return null
    const { delayMs, answer } = logged
    return {
      location: 'ai.json',
      delayMs,
      answer: answer === null || answer === 'given' ? null : { status: answer },
    }
  }
}

/**
 * The pictures of a replay. A picture that is whole in the log is redrawn. For one that was cut, the logged answer says
 * whether it was readable (4.4); its size, rate limit, sheet and text are checked as before.
 */
export class LoggedPictures implements Pictures {
  readonly #pictures: Pictures
  /** The results of cut pictures, by the text that stands for them, in the order of the calls. */
  readonly #expected = new Expected<SharePicture | null>()

  constructor(pictures: Pictures) {
    this.#pictures = pictures
  }

  /**
   * Prepares for a `share` call.
   * @param logged its parameters in the log
   * @param made the same, with cut texts padded to full length
   * @param code the code that it was rejected with
   */
  expect(logged: unknown, made: unknown, code: ErrorCode | undefined): void {
    const image = imageOf(made)
    if (image === null || image === imageOf(logged)) return
    const text = image.slice(image.indexOf(',') + 1)
    this.#expected.add(text, code === 'INVALID_IMAGE' ? null : SOME_PICTURE)
  }

  async redrawForShare(base64: string): Promise<SharePicture | null> {
    const expected = this.#expected.next(base64)
    return expected === undefined ? await this.#pictures.redrawForShare(base64) : expected
  }
}

const imageOf = (params: unknown): string | null => {
  const image: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, 'image') : null
  return typeof image === 'string' ? image : null
}

const SOME_PICTURE: SharePicture = {
  type: 'image/png',
  width: SHARE_IMAGE_MIN_PIXELS,
  height: SHARE_IMAGE_MIN_PIXELS,
  base64: '',
}

/** Times of a machine's clock count as equal within this. */
const CLOSE_MS = 10_000

/**
 * Whether two logged values are equivalent: times may differ a little, and random ids may differ as long as each is
 * consistently replaced by the same other id.
 * @param renamed the ids that replace each other; ids seen for the first time are added
 */
export const loggedAlike = (a: unknown, b: unknown, renamed: Map<string, string>): boolean => {
  if (typeof a === 'string' && typeof b === 'string') return alikeTexts(a, b, renamed)
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b)
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const left = present(a)
  const right = present(b)
  return (
    left.size === right.size &&
    [...left].every(
      ([key, value]) =>
        right.has(key) &&
        (key === 'code' && left.has('max_players')
          ? sameName(String(value), String(right.get(key)), renamed)
          : loggedAlike(value, right.get(key), renamed)),
    )
  )
}

/** The fields without those that are undefined, which JSON leaves out. */
const present = (value: object): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(value).filter(([, field]) => field !== undefined))

/** Whether a drawn name stands for the other: an id, or the code of a match. */
const sameName = (a: string, b: string, renamed: Map<string, string>): boolean => {
  const known = renamed.get(a)
  if (known !== undefined) return known === b
  if ([...renamed.values()].includes(b)) return false
  renamed.set(a, b)
  return true
}

/** What an app sends, with the names that were drawn in a replay in place of those that stood for them. */
export const withNames = (value: unknown, renamed: ReadonlyMap<string, string>): unknown => {
  if (typeof value === 'string') return renamed.get(value) ?? value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((element) => withNames(element, renamed))
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withNames(field, renamed)]))
}

const alikeTexts = (a: string, b: string, renamed: Map<string, string>): boolean => {
  if (RANDOM_ID.test(a) && RANDOM_ID.test(b)) return sameName(a, b, renamed)
  if (a === b) return true
  return ISO_TIME.test(a) && ISO_TIME.test(b) && Math.abs(Date.parse(a) - Date.parse(b)) <= CLOSE_MS
}
