/**
 * What a robot does, as it is sent. `match` names the match that it joins by its id or code; without it, any with room, the newest
 * first. `log` has the messages; without it, those of this run. Without zod's types, because this type is published.
 */
export type RobotRequest = Source &
  (
    | {
        /** Random messages of the kinds that were seen. */
        readonly action: 'random'
        /** Messages a second. Default: 2. */
        readonly rate?: number | undefined
        /** Default: 1. */
        readonly seed?: number | undefined
      }
    | {
        /** The messages that a seat sent, again and again. */
        readonly action: 'replay'
        readonly of: number
        /** Messages a second. Default: as far apart as they were. */
        readonly rate?: number | undefined
      }
  )

interface Source {
  readonly match?: string | undefined
  readonly log?: readonly unknown[] | undefined
}

/** A robot as programs see it. */
export interface RobotView {
  readonly action: 'random' | 'replay'
  /** Messages a second; null if they are as far apart as they were. */
  readonly rate: number | null
  /** Of random messages. */
  readonly seed: number | null
  /** The seat whose messages are replayed. */
  readonly of: number | null
}

/** What a robot does, in words. */
export const robotWords = ({ action, rate, seed, of }: RobotView): string =>
  [
    action === 'random' ? 'random messages' : `the messages of seat ${of}`,
    rate === null ? 'at their original intervals' : `${rate} a second`,
    ...(seed === null ? [] : [`seed ${seed}`]),
  ].join(', ')
