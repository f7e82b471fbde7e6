import type { ErrorCode } from '../error-codes.js'
import type { ContextFeature } from '../features.js'

/** The sheets that the host can open over an app (1). */
export const SHEETS = ['payment', 'nickname', 'share', 'ai', 'pick-image', 'pick-video'] as const
export type Sheet = (typeof SHEETS)[number]

/**
 * What is defined of a call besides its shapes (4.1). Plain data without zod, so that the browser SDK can carry it and
 * commands load fast. The shapes of its parameters and result are in `<area>-shapes.ts`.
 */
export interface CallDefinition {
  /** The SDK's name for the call, as `supports()` takes it. */
  readonly name: string
  /** What each argument of the SDK's call becomes in the parameters; `OPTIONS` for an object of parameters. */
  readonly arguments: readonly string[]
  /** Whether the call must be made from a tap; `ask` means only with `ask: true`. */
  readonly gesture: 'no' | 'tap' | 'ask'
  /** How long the SDK waits for an answer (8.2); null waits as long as the person or the work takes. */
  readonly timeoutMs: number | null
  /** The feature in `getContext().features` that says whether the host has it (2.5); null: every current host has it. */
  readonly feature: ContextFeature | null
  /** Which hosts know it: the oldest phone apps too, or only current ones (9; readings, "SDK and host"). */
  readonly since: 'oldest' | 'current'
  /** Whether it works on a phone without a connection (7; readings, "SDK and host"). */
  readonly offline: 'works' | 'fails' | 'fails with web_search'
  /** The sheet that it may open; a page that cannot draw that sheet has no such call. */
  readonly sheet: Sheet | null
  /** Whether it takes `onProgress`, which the SDK calls for each `ai.progress` (4.1, 6). */
  readonly progress: boolean
  /** The largest request that the host does not drop, in bytes of JSON (8.2). */
  readonly maxRequestBytes: number
  /**
   * The codes that it can reject with although the app did nothing wrong (7), so that the app must be ready for them.
   * Codes that no host gives for this call (4.3, 4.4 and 4.5 list all that it may) are not among them.
   */
  readonly mayFailWith: readonly ErrorCode[]
}

/** The calls of one area, by their protocol methods. */
export type CallArea = Readonly<Record<string, CallDefinition>>

/** Stands for the object whose fields become parameters of their own. */
export const OPTIONS = '…'

/** The option of AI calls that the SDK keeps to itself: a function that is called for each `ai.progress` (4.1). */
export const PROGRESS_OPTION = 'onProgress'

/** The calls of the SDK that send nothing to the host: the SDK answers them itself (4.1, 6). */
export const OWN_CALLS = ['capability', 'supports', 'on', 'off', 'multiplayer.on', 'multiplayer.off'] as const
