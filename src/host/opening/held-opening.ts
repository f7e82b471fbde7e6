/** Why an app does not open, as its page shows it. Without zod's types, because this type is published. */
export type HeldOpening =
  | { readonly outcome: 'held'; readonly reason: 'gate'; readonly gate: Gate }
  | { readonly outcome: 'held'; readonly reason: 'buy'; readonly access: AccessOffer }

/** Access to a paid app, as its page offers it (2.3). Amounts are credits as decimal strings. */
export interface AccessOffer {
  readonly type: 'one_time' | 'pass_30d'
  /** Word for word from the manifest. */
  readonly statement: string
  readonly price: string
  readonly balance: string
  /** When the person's last pass expired, as an ISO 8601 time in UTC; null if they never had one. */
  readonly endedAt: string | null
  /** Whether a payment for it is being confirmed (3.2: `pending`). */
  readonly pending: boolean
  /** Why it cannot be bought now; null if it can. */
  readonly refusal: AccessRefusal | null
}

export interface AccessRefusal {
  /** For the person. */
  readonly words: string
  /** For the developer. */
  readonly why: string
}

/** Why an app does not open for a person, apart from payment (2.2, 3.1, 5). */
export interface Gate {
  readonly reason:
    | 'app-blocked'
    | 'app-deleted'
    | 'age'
    | 'guardian-mini-apps'
    | 'guardian-this-app'
    | 'missing-feature'
  /** For the person. */
  readonly words: string
  /** For the developer. */
  readonly why: string
}
