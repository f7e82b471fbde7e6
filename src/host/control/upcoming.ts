/** Something that will happen when the clock reaches its time. Without imports, because this type is published. */
export interface Upcoming {
  /** When, milliseconds since 1970. */
  readonly at: number
  readonly what: 'confirm' | 'refund' | 'payout' | 'pass-end' | 'session-end' | 'match-idle' | 'match-end'
  /** The seat that it concerns; null if it concerns no single person. */
  readonly seat: number | null
  /** How many of these happen together. */
  readonly count: number
  /** In words for the developer, without a full stop: `1 consumable is refunded, unless consumed: gems (3.2)`. */
  readonly text: string
}
