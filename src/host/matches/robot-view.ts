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
    rate === null ? 'as far apart as they were' : `${rate} a second`,
    ...(seed === null ? [] : [`seed ${seed}`]),
  ].join(', ')
