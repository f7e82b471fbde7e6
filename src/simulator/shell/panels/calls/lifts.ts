import type { Cause, SwitchChanges, Switches } from '../../../../host/control/switches.js'
import type { CallEntry } from '../../../../host/log/call-log.js'
import { CALL_TABLE, wireOf } from '../../../../platform/calls/table.js'
import type { ErrorCode } from '../../../../platform/error-codes.js'
import { CAPABILITIES } from '../../../../platform/features.js'
import type { PanelId } from '../panel-groups.js'

/** What a developer can do about a refusal, as a button beside its reason. */
export type Lift = { readonly label: string } & (
  | { readonly do: 'switch'; readonly changes: SwitchChanges }
  | { readonly do: 'panel'; readonly panel: PanelId }
  | { readonly do: 'topic'; readonly topic: string }
  | { readonly do: 'add-credits'; readonly credits: number }
  | { readonly do: 'advance'; readonly duration: string }
  | { readonly do: 'remove-faults' }
  | { readonly do: 'reload' }
)

/** What lifts the refusal of a call; nothing where only the app's code does. */
export const liftsOf = (call: CallEntry): readonly Lift[] => [
  ...(call.ordered === true ? [REMOVE_FAULTS] : []),
  ...(call.by === undefined ? codeLifts(call) : CAUSE_LIFTS[call.by](call)),
]

const turn = (label: string, changes: SwitchChanges): Lift => ({ label, do: 'switch', changes })

const show = (label: string, panel: PanelId): Lift => ({ label, do: 'panel', panel })

const read = (label: string, topic: string): Lift => ({ label, do: 'topic', topic })

const REMOVE_FAULTS: Lift = { label: 'Remove all faults', do: 'remove-faults' }

const NOTHING = (): readonly Lift[] => []

/** By what a refusal comes from. */
const CAUSE_LIFTS: Readonly<Record<Cause, (call: CallEntry) => readonly Lift[]>> = {
  platform: () => [
    turn('Switch platform to iOS', { platform: 'ios' }),
    turn('Switch platform to Android', { platform: 'android' }),
  ],
  person: () => [turn('Make the person an adult', { person: 'adult' })],
  guardian: (call) => {
    const part = guardianPart(call)
    return [
      ...(part === null ? [] : [turn(`Let the guardian allow ${part.words}`, { guardian: part.on })]),
      show("Open the guardian's switches", 'switches'),
    ]
  },
  balance: () => [{ label: 'Add 100 credits', do: 'add-credits', credits: 100 }],
  payments: () => [turn('Confirm payments immediately', { payments: 'ok' })],
  pickers: () => [turn('Make pickers available', { pickers: 'ok' })],
  share: () => [turn('Make sharing available', { share: 'ok' })],
  ai: (call) => [
    ...CAPABILITIES.filter((name) => name === featureOf(call)).map((name) =>
      turn(`Make ${name} available`, { ai: { [name]: 'ready' } }),
    ),
    show('Open the AI switches', 'switches'),
  ],
  aiAnswer: () => [turn('Let AI answer', { aiAnswer: 'made' })],
  multiplayer: () => [turn('Let everyone play matches', { multiplayer: 'everyone' })],
  network: () => [turn('Go online', { network: { offline: false } })],
  hostVersion: () => [turn('Use the current host', { hostVersion: 'current' })],
  app: () => [turn('Make the app live', { app: 'live' })],
  theme: NOTHING,
  locale: NOTHING,
  visible: NOTHING,
  aiPace: NOTHING,
  payouts: NOTHING,
  limit: () => [{ label: 'Move the clock forward by an hour', do: 'advance', duration: '1h' }],
  grant: () => [read('Read which tools need an admin', 'manifest.capabilities')],
  owned: () => [show('Open the purchases', 'purchases')],
}

/** The switch of the guardian that a call needs. */
const guardianPart = (
  call: CallEntry,
): { readonly words: string; readonly on: NonNullable<SwitchChanges['guardian']> } | null => {
  const feature = featureOf(call)
  if (feature === null) return null
  if (feature.startsWith('ai.')) return { words: 'AI', on: { ai: true } }
  return GUARDIAN_PARTS[feature] ?? null
}

const GUARDIAN_PARTS: Readonly<
  Record<string, { readonly words: string; readonly on: Partial<Switches['guardian']> }>
> = {
  pay: { words: 'payments', on: { pay: true } },
  pickImage: { words: 'photos and videos', on: { media: true } },
  pickVideo: { words: 'photos and videos', on: { media: true } },
  multiplayer: { words: 'online play', on: { online: true } },
}

const featureOf = ({ method }: CallEntry): string | null =>
  method === null ? null : CALL_TABLE[wireOf(method)].feature

const codeLifts = (call: CallEntry): readonly Lift[] =>
  call.error === undefined ? [] : CODE_LIFTS[call.error.code]

/** By the code of a rejection that comes from the call. Where only the app's code helps, its topic in the docs is linked anyway. */
const CODE_LIFTS: Readonly<Record<ErrorCode, readonly Lift[]>> = {
  RATE_LIMITED: [{ label: 'Move the clock forward by a minute', do: 'advance', duration: '1m' }],
  STORAGE_FULL: [show('Open the stored keys', 'storage')],
  STORE_FULL: [show('Open the shared store', 'records')],
  NOT_CONSUMABLE: [show('Open the purchases', 'purchases')],
  MATCH_FULL: [show('Open the matches', 'matches')],
  NO_SUCH_MATCH: [show('Open the matches', 'matches')],
  ALREADY_IN_MATCH: [show('Open the matches', 'matches')],
  NOT_IN_MATCH: [show('Open the matches', 'matches')],
  NO_SUCH_PRODUCT: [read('How to declare products', 'manifest.products')],
  NOT_DECLARED: [read('How to declare capabilities', 'manifest.capabilities')],
  LAUNCH_INVALID: [{ label: 'Open the app again', do: 'reload' }],
  NO_HOST: [],
  TIMEOUT: [],
  INVALID: [],
  INVALID_KEY: [],
  VALUE_TOO_LONG: [],
  NEEDS_TAP: [],
  BUSY: [],
  MESSAGE_TOO_LARGE: [],
  INVALID_IMAGE: [],
  IMAGE_TOO_LARGE: [],
  INVALID_TEXT: [],
  MINI_APP_UNAVAILABLE: [],
  MINI_APP_DELETED: [],
  OFFLINE: [],
  UNKNOWN_METHOD: [],
}
