/** What keeps an app from opening, as its page tells it. Without zod's types, since this is published. */
export type HeldOpening =
  | { readonly outcome: 'held'; readonly reason: 'gate'; readonly gate: Gate }
  | { readonly outcome: 'held'; readonly reason: 'buy'; readonly access: AccessOffer }

/** Access to a paid app, as the app's page offers it (2.3). Amounts are credits as decimal strings. */
export interface AccessOffer {
  readonly type: 'one_time' | 'pass_30d'
  /** Word for word from the manifest. */
  readonly statement: string
  readonly price: string
  readonly balance: string
  /** When the person's last pass ran out, as an ISO 8601 time in UTC; null where they never had one. */
  readonly endedAt: string | null
  /** Whether a payment for it is being confirmed (3.2: `pending`). */
  readonly pending: boolean
  /** Why it cannot be bought now; null where it can. */
  readonly refusal: AccessRefusal | null
}

export interface AccessRefusal {
  /** For the person. */
  readonly words: string
  /** For the developer. */
  readonly why: string
}

/** Why an app does not open for a person, whoever pays (2.2, 3.1, 5). */
export interface Gate {
  readonly reason:
    | 'app-blocked'
    | 'app-deleted'
    | 'age'
    | 'guardian-mini-apps'
    | 'guardian-this-app'
    | 'missing-feature'
  /** What the person is told. */
  readonly words: string
  /** What the developer is told; the app is told nothing, since it does not run. */
  readonly why: string
}
