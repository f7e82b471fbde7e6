import type { ErrorCode } from '../error-codes.js'
import type { AssistantTool, Capability, ContextFeature } from '../features.js'
import { CALL_TIMEOUT_MS, REQUEST_MAX_BYTES } from '../limits.js'

/** The sheets that the host can open over an app (1). */
export const SHEETS = ['payment', 'nickname', 'share', 'ai', 'pick-image', 'pick-video'] as const
export type Sheet = (typeof SHEETS)[number]

/**
 * Everything about a call except its shapes (4.1). Plain data without zod, so that commands load fast. The shapes of its
 * parameters and result are in `<area>-shapes.ts`.
 */
export interface CallDefinition {
  /** The SDK's name for the call, as `supports()` accepts it. */
  readonly name: string
  /** The parameter for each argument of the SDK's call; `OPTIONS` for an object of parameters. */
  readonly arguments: readonly string[]
  /** Whether the call must be made in a tap; `ask` means only with `ask: true`. */
  readonly gesture: 'no' | 'tap' | 'ask'
  /** How long the SDK waits for an answer (8.2); null means without a limit. */
  readonly timeoutMs: number | null
  /** What the manifest must declare, or the call rejects with `NOT_DECLARED` (2.4, 4.7); null where it needs nothing. */
  readonly declaredIn: Declaration | null
  /** The feature in `getContext().features` of hosts that have it (2.5); null if every current host has it. */
  readonly feature: ContextFeature | null
  /** The hosts that have it: even the oldest phone apps, or only current ones (9; readings, "SDK and host"). */
  readonly since: 'oldest' | 'current'
  /** Whether it works on a phone without a connection (7; readings, "SDK and host"). */
  readonly offline: 'works' | 'fails' | 'fails with web_search'
  /** The sheet that it may open. A page that cannot draw the sheet does not have the call. */
  readonly sheet: Sheet | null
  /** Whether it has an `onProgress` option, which the SDK calls for each `ai.progress` (4.1, 6). */
  readonly progress: boolean
  /** The largest request that the host does not drop, in bytes of JSON (8.2). */
  readonly maxRequestBytes: number
  /**
   * The codes that it can reject with although the app did nothing wrong (7), so that the app must handle them. Without
   * codes that no host gives for this call (4.3, 4.4 and 4.5 list all codes).
   */
  readonly mayFailWith: readonly ErrorCode[]
  /** The codes of mistakes that only some calls know (7). `rejectionsOf` adds those that follow from the other fields. */
  readonly mistakes: readonly ErrorCode[]
}

/** What most calls have in common: a definition says what is special about its call. */
export const PLAIN_CALL = {
  gesture: 'no',
  timeoutMs: CALL_TIMEOUT_MS,
  declaredIn: null,
  since: 'current',
  offline: 'fails',
  sheet: null,
  progress: false,
  maxRequestBytes: REQUEST_MAX_BYTES,
  mistakes: [],
} as const satisfies Partial<CallDefinition>

/** A capability in the manifest (2.4). */
export interface Declaration {
  readonly capability: Capability
  /** The tool of the capability that the parameter of the same name uses, if it is true; null without one. */
  readonly tool: AssistantTool | null
}

/** The calls of one area, by their protocol methods. */
export type CallArea = Readonly<Record<string, CallDefinition>>

/** Stands for the options object, whose fields become parameters. */
export const OPTIONS = '…'

/** The option of AI calls that the SDK keeps to itself: a function that is called for each `ai.progress` (4.1). */
export const PROGRESS_OPTION = 'onProgress'

/** The calls of the SDK that send nothing to the host: the SDK answers them itself (4.1, 6). */
export const OWN_CALLS = ['capability', 'supports', 'on', 'off', 'multiplayer.on', 'multiplayer.off'] as const
