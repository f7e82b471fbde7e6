import type { LogEntry } from '../../host/log/call-log.js'
import type { Visit } from '../beside/visit.js'
import type { Scenario } from '../scenarios.js'

/** When a picture was taken. */
export type Moment = 'first' | 'played' | 'reloaded' | 'end'

/** A PNG of the app. */
export interface Picture {
  readonly moment: Moment
  readonly png: Uint8Array
}

/** What is kept of a scenario that was played, beside what the result says of it. */
export interface Evidence {
  /** The browser's name and version. */
  readonly browser: string
  readonly scenario: Scenario
  readonly log: readonly LogEntry[]
  readonly pictures: readonly Picture[]
  /** The original's, in the scenario that was compared; else empty. */
  readonly originalPictures: readonly Picture[]
}

/** The pictures of a visit, in their order. */
export const picturesOf = (
  visit: Partial<Pick<Visit, 'first' | 'played' | 'reloaded'>>,
): readonly Picture[] =>
  (['first', 'played', 'reloaded'] as const).flatMap((moment) => {
    const look = visit[moment] ?? null
    return look === null ? [] : [{ moment, png: look.picture }]
  })
