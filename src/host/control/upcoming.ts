/** Something that will happen by itself when the clock gets there. */
export interface Upcoming {
  /** When, milliseconds since 1970. */
  readonly at: number
  readonly what: 'confirm' | 'refund' | 'payout' | 'pass-end' | 'session-end' | 'match-idle' | 'match-end'
  /** Whose it is, where it is one person's. */
  readonly seat: number | null
  /** How many of it happen together. */
  readonly count: number
  /** In words for the developer, without a stop: `gems is refunded, unless it is consumed (3.2)`. */
  readonly text: string
}
