import { type CallEntry, isPending } from '../../../../host/log/call-log.js'
import type { CallStep, SavedByCall } from '../../../../host/log/call-step.js'
import { SHEET_NAMES } from '../../../../host/session/sheets.js'

/** Something that happened to a call. */
export interface Moment {
  /** Milliseconds since the call was sent. */
  readonly ms: number
  readonly words: string
}

const SAVED = {
  storage: 'The storage was saved.',
  purchases: 'The purchases were saved.',
  records: 'The shared records were saved.',
  nickname: 'The nickname was saved.',
  'ai-consent': 'The consent to AI was saved.',
} as const satisfies Record<SavedByCall, string>

/** What happened to a call, from the app's request to the answer, in words. */
export const callTimelineOf = (call: CallEntry): readonly Moment[] => {
  const { steps = [], ms, error, result } = call
  const arrived = steps.find(({ step }) => step === 'arrived')?.ms ?? 0
  const isAnswered = error !== undefined || result !== undefined
  const end: readonly Moment[] =
    ms === null || isPending(call)
      ? []
      : [
          {
            ms: arrived + ms,
            words:
              error !== undefined
                ? `The host rejected the call with ${error.code}.`
                : isAnswered
                  ? 'The host answered.'
                  : 'The page was closed.',
          },
        ]
  const written = steps.map((step) => ({
    ms: step.ms,
    words: describe(step),
    late: step.step === 'delivered',
  }))
  return [
    { ms: 0, words: 'The app sent the call.' },
    ...written.filter(({ late }) => !late),
    ...end,
    ...written.filter(({ late }) => late),
  ].map(({ ms: at, words }) => ({ ms: at, words }))
}

const describe = (step: CallStep): string => {
  switch (step.step) {
    case 'arrived':
      return 'The call reached the host.'
    case 'delayed':
      return `A fault delayed it by ${step.by.toLocaleString('en')} ms.`
    case 'sheet-opened':
      return `The ${SHEET_NAMES[step.sheet]} opened.`
    case 'choice-refused':
      return `The choice on the ${SHEET_NAMES[step.sheet]} was not accepted: ${step.why}`
    case 'sheet-answered':
      return step.declined
        ? `The person closed the ${SHEET_NAMES[step.sheet]}.`
        : `The person answered the ${SHEET_NAMES[step.sheet]}.`
    case 'saved':
      return SAVED[step.what]
    case 'delivered':
      return 'The answer reached the app.'
  }
}
