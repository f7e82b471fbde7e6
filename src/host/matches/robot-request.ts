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
