import type { CallEntry } from '../../host/log/call-log.js'
import { CONSUMABLE_REFUND_MS } from '../../platform/limits.js'
import type { Product } from '../../platform/manifest.js'
import { HOUR_MS } from '../../platform/units.js'
import type { AppData, LogEntry } from '../../testing/index.js'
import { type Breach, breach } from '../judge.js'
import { quoted } from '../judge-views.js'
import { entryName } from './cause.js'
import { creditOf, type SavedNumbers, savedNumbers } from './saved-numbers.js'

/** What is saved after something was bought, and the app was opened again. */
export interface Bought {
  readonly data: AppData
  /** What was saved before and after, until the app was closed. */
  readonly unbought: AppData
  readonly atOnce: AppData
  /** The product's id. */
  readonly product: string
  /** The log entry of `pay`. */
  readonly pay: number
}

/** An interrupted purchase; null where nothing could be bought. */
interface Interrupted {
  /** When the app was closed, as the end of a sentence. */
  readonly when: string
  readonly bought: Bought | null
  /** Whether the app never got the answer of `pay`. */
  readonly isUnanswered?: true
}

/**
 * Compares interrupted purchases with an undisturbed one.
 * @param start what is saved before each of them
 */
export const judgePurchases = (
  start: AppData,
  undisturbed: Bought,
  interrupted: readonly Interrupted[],
): readonly Breach[] => {
  if (!isConsumed(undisturbed))
    return [
      breach(
        'run/purchase-lost',
        null,
        `${nameOf(undisturbed)} was paid for but never consumed: it is refunded after ${CONSUMABLE_REFUND_MS / HOUR_MS} hours.`,
      ),
    ]
  const before = savedNumbers(start)
  const after = savedNumbers(undisturbed.data)
  const unbought = savedNumbers(undisturbed.unbought)
  // What changes whenever the app is opened was not bought.
  const steady = (numbers: SavedNumbers): SavedNumbers =>
    new Map([...numbers].filter(([place]) => before.get(place) === unbought.get(place)))
  const again = creditOf(before, steady(savedNumbers(undisturbed.atOnce)), steady(after))
  if (again.kind === 'twice')
    return [
      breach(
        'run/credited-twice',
        null,
        `${nameOf(undisturbed)} was credited again after the app was closed and reopened: ${again.place} changed by ${again.found} instead of ${again.once}.`,
      ),
    ]
  return interrupted.flatMap(({ when, bought, isUnanswered }) => {
    if (bought === null) return []
    const found = savedNumbers(bought.data)
    const closed = `the app was closed ${when} and opened again`
    const credit = creditOf(before, after, found)
    if (credit.kind === 'twice')
      return [
        breach(
          'run/credited-twice',
          null,
          `${nameOf(bought)} was credited twice: ${closed}, and ${credit.place} changed by ${credit.found} instead of ${credit.once}.`,
        ),
      ]
    // Both what answers the payment and what finds it in the purchases have credited it.
    const half = creditOf(before, steady(after), found)
    if (isUnanswered === true && half.kind === 'half' && isConsumed(bought))
      return [
        breach(
          'run/credited-twice',
          null,
          `${nameOf(undisturbed)} was credited twice where nothing went wrong: ${half.place} changed by ${half.once}, but by ${half.found} where ${closed}.`,
        ),
      ]
    if (credit.kind === 'none')
      return [
        breach(
          'run/purchase-lost',
          null,
          isConsumed(bought)
            ? `${nameOf(bought)} was paid for and lost: ${closed}. It is consumed, but ${credit.place} did not change by ${credit.once}.`
            : `${nameOf(bought)} was paid for but not credited: ${closed}, and ${credit.place} did not change by ${credit.once}.`,
        ),
      ]
    if (isConsumed(bought)) return []
    return [breach('run/purchase-lost', null, `${nameOf(bought)} was paid for but not consumed: ${closed}.`)]
  })
}

/**
 * Someone who has bought everything opens an app that does not ask what it was. An app that asks once it has tried to sell
 * something asks too late.
 */
export const purchasesNotRead = (entry: string, log: readonly LogEntry[]): readonly Breach[] => {
  const first = (method: CallEntry['method']): number =>
    log.findIndex((one) => one.kind === 'call' && one.method === method)
  const [ready, read, sold] = [first('ready'), first('getPurchases'), first('pay')]
  if (ready < 0 || (read >= 0 && (sold < 0 || read < sold))) return []
  return [
    breach(
      'run/purchase-lost',
      entry,
      read < 0
        ? 'The person had already bought everything, but the app never called getPurchases().'
        : 'The person had already bought everything, but the app called getPurchases() only after pay().',
    ),
  ]
}

/** What an app showed around a payment that was made or cancelled. */
export interface AnsweredPayment {
  readonly product: Product
  /** Every line in sight on the way to the payment. */
  readonly before: ReadonlySet<string>
  /** The lines that stay in sight after it. */
  readonly after: readonly string[]
}

/**
 * A payment that was cancelled, has failed, or is pending, and is followed by what only a payment should be followed by. An app that
 * says that it is pending may thank for it as for any other: only what is counted then says that it is credited.
 */
export const creditedUnpaid = (
  entry: string,
  unpaid: AnsweredPayment,
  paid: AnsweredPayment,
  status: keyof typeof OUTCOMES,
): readonly Breach[] => {
  const isNew = (line: string): boolean => !unpaid.before.has(line) && !paid.before.has(line)
  const saysPending = unpaid.after.some((line) => isNew(line) && SAYS_PENDING.test(line))
  const gained = unpaid.after.find(
    (line) => isNew(line) && paid.after.includes(line) && (!saysPending || /\d/.test(line)),
  )
  if (gained === undefined) return []
  return [
    breach(
      'run/credited-unpaid',
      entry,
      `The payment for ${JSON.stringify(unpaid.product.id)} ${OUTCOMES[status]}, but the app then shows ${quoted(gained)}, as it does after a payment.`,
    ),
  ]
}

/**
 * A payment that was made, whose consume() then failed: the app must not say that nothing was paid.
 * @param paid the same payment without a failure
 */
export const saysUnpaid = (
  entry: string,
  unconsumed: AnsweredPayment,
  paid: AnsweredPayment,
): readonly Breach[] => {
  const denies = unconsumed.after.find(
    (line) =>
      !unconsumed.before.has(line) &&
      !paid.before.has(line) &&
      !paid.after.includes(line) &&
      DENIES_PAYMENT.test(line),
  )
  if (denies === undefined) return []
  const what = `The payment for ${JSON.stringify(paid.product.id)} was made, consume() failed after it, and the app says ${quoted(denies)}.`
  return [breach('run/says-unpaid', entry, what)]
}

const DENIES_PAYMENT =
  /\b(?:not (?:been )?(?:charged|paid)|nothing was (?:charged|paid)|no (?:money|credits) (?:was|were) (?:taken|charged|spent)|(?:payment|purchase) (?:has |was )?(?:failed|cancell?ed|declined|did not (?:work|go through))|could not (?:pay|be paid))\b/i

/** How a payment that is not made ends, as the middle of a sentence. */
const OUTCOMES = {
  cancelled: 'was cancelled',
  failed: 'failed for want of credits',
  pending: 'is still pending',
} as const

const SAYS_PENDING = /\b(pending|confirm\w*|process\w*|under way|wait\w*|moment|soon|later|arrives?)\b/i

/**
 * Payments that the app asked for while it had no answer to an earlier one for the same product.
 * @param answerMs how long an answer is on its way to the app
 */
export const paidTwice = (log: readonly LogEntry[], answerMs: number): readonly Breach[] => {
  const payments = log.flatMap((entry) => {
    if (entry.kind !== 'call' || entry.method !== 'pay' || !isPaid(entry.result)) return []
    const sent = Date.parse(entry.at)
    const answered = Date.parse(entry.answered?.at ?? entry.at) + answerMs
    return [{ entry, product: productOf(entry.params), sent, answered }]
  })
  return payments.flatMap(({ entry, product, sent }, index) => {
    const before = payments
      .slice(0, index)
      .find((earlier) => earlier.product === product && sent < earlier.answered)
    if (before === undefined) return []
    return [
      breach(
        'run/paid-twice',
        null,
        `A second tap paid for ${JSON.stringify(product)} again: ${entryName(entry)} was sent before ${entryName(before.entry)} was answered.`,
      ),
    ]
  })
}

/** The payments that were refused because the person owns the product. */
export const offeredAgain = (entry: string, log: readonly LogEntry[]): readonly Breach[] => {
  const pay = log.find(
    (one) =>
      one.kind === 'call' &&
      one.method === 'pay' &&
      typeof one.result === 'object' &&
      one.result !== null &&
      Reflect.get(one.result, 'reason') === 'already_owned',
  )
  if (pay === undefined) return []
  return [
    breach(
      'run/sells-owned',
      entry,
      `The person already owned everything, but could still tap to buy it: ${entryName(pay)} failed with already_owned.`,
    ),
  ]
}

const nameOf = ({ product, pay }: Bought): string => `${JSON.stringify(product)} (pay, log entry ${pay})`

/** Whether what was bought is consumed. */
export const isConsumed = ({ data: { sales = [] }, product }: Bought): boolean =>
  sales.some(
    ({ item, consumedAt }) => item.type === 'product' && item.id === product && (consumedAt ?? null) !== null,
  )

const isPaid = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && 'status' in result && result.status === 'paid'

const productOf = (params: unknown): unknown =>
  typeof params === 'object' && params !== null && 'product' in params ? params.product : null
