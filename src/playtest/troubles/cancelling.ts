import { setTimeout as wait } from 'node:timers/promises'
import type { CallEntry } from '../../host/log/call-log.js'
import { CALL_TABLE, wireOf } from '../../platform/calls/table.js'
import type { Product } from '../../platform/manifest.js'
import { type Breach, breach } from '../judge.js'
import { quoted } from '../judge-views.js'
import { settledLook } from '../look.js'
import { sheetButton } from '../page/shell-questions.js'
import { chooseOnSheet, closeSheets } from '../random-player.js'
import { looksSame } from '../still-picture.js'
import type { Tapped } from './explore.js'
import { deadAfter } from './stuck.js'
import type { Stage } from './trouble.js'

/** Watches the buttons whose calls a person can cancel. */
interface Cancelling {
  /** Watches one that is about to be tapped. @param tap taps it */
  readonly watch: (control: Tapped, tap: () => Promise<void>) => Promise<void>
  readonly found: readonly Breach[]
}

/**
 * The buttons that open a sheet or ask the AI: each must work again after the person has cancelled, which happens once to each. One
 * that opens a payment must name its price, and one that picks a photo or video must leave the one that was picked before.
 */
export const cancelling = (stage: Stage): Cancelling => {
  const { window, client, products, entry, signal } = stage
  const found: Breach[] = []
  const cancelled = new Set<string>()
  const latest = async (): Promise<number> => (await client.calls()).at(-1)?.seq ?? 0
  const firstCall = async (
    after: number,
    isIt: (call: CallEntry) => boolean = () => true,
  ): Promise<CallEntry | undefined> =>
    (await client.calls()).find(
      (one): one is CallEntry => one.kind === 'call' && one.seq > after && isIt(one),
    )
  const happens = async (event: () => Promise<boolean>, milliseconds: number): Promise<boolean> => {
    for (const end = performance.now() + milliseconds; performance.now() < end; ) {
      if (await event()) return true
      await wait(LOOK_EVERY_MS, undefined, { signal })
    }
    return false
  }
  /** Cancels a call that waits for the person. @returns whether a sheet was open for it */
  const cancelSheet = async ({ state }: CallEntry): Promise<boolean> => {
    const isOpen = async (): Promise<boolean> => (await window.askShell(sheetButton, 0)) !== null
    if (state !== 'pending' || !(await happens(isOpen, OPENS_WITHIN_MS))) return false
    await closeSheets(window)
    return true
  }
  /** Lets a request to the AI be answered, and the next one of the same tap be cancelled. @returns that one; null if none came */
  const cancelRequest = async ({ seq, method }: CallEntry, { tap }: Tapped): Promise<CallEntry | null> => {
    if (method === null) return null
    const isAnswered = async (): Promise<boolean> => {
      await chooseOnSheet(window, ACCEPTS)
      return (await client.calls()).some(
        (one) => one.seq === seq && one.kind === 'call' && one.state !== 'pending',
      )
    }
    if (!(await happens(isAnswered, REQUEST_ENDS_WITHIN_MS))) return null
    await client.addFault({ method, times: 'next', answer: { status: 'cancelled' } })
    const after = await latest()
    await tap()
    const isSame = (one: CallEntry): boolean => one.method === method
    await happens(async () => (await firstCall(after, isSame)) !== undefined, OPENS_WITHIN_MS)
    await client.removeFault()
    return (await firstCall(after, isSame)) ?? null
  }
  /** Taps what opens a sheet, and answers that. @returns whether one was open for it */
  const answerSheet = async ({ method }: CallEntry, { tap }: Tapped, choice: number): Promise<boolean> => {
    const after = await latest()
    await tap()
    const isSame = (one: CallEntry): boolean => one.method === method
    const isOpen = async (): Promise<boolean> =>
      (await firstCall(after, isSame)) !== undefined && (await window.askShell(sheetButton, 0)) !== null
    if (!(await happens(isOpen, OPENS_WITHIN_MS))) return false
    if (choice === ACCEPTS) await chooseOnSheet(window, choice)
    else await closeSheets(window)
    return happens(async () => (await firstCall(after, isSame))?.state !== 'pending', REQUEST_ENDS_WITHIN_MS)
  }
  /** Picks something after all, and then cancels once more: what was picked must stay in sight. */
  const lostByCancelling = async (call: CallEntry, control: Tapped): Promise<readonly Breach[]> => {
    const without = await settledLook(window)
    if (without === null || !(await answerSheet(call, control, ACCEPTS))) return []
    const picked = await settledLook(window)
    if (picked === null || looksSame(without.still, picked.still)) return []
    if (!(await answerSheet(call, control, CANCELS))) return []
    const after = await settledLook(window)
    if (after === null || !looksSame(without.still, after.still)) return []
    const lost = `Once something was picked with the button ${quoted(control.label)}, it was tapped again and the picker was cancelled: the app now shows what it showed before anything was picked.`
    return [breach('run/lost-by-cancelling', entry, lost)]
  }
  return {
    found,
    watch: async (control, tap) => {
      const { label } = control
      const after = await latest()
      await tap()
      // It may ask for something else first.
      const call =
        (await firstCall(after, (one) => isRequest(one) || one.state === 'pending')) ??
        (await firstCall(after))
      if (call === undefined || cancelled.has(label)) return
      cancelled.add(label)
      const id: unknown = Reflect.get(Object(call.params), 'product')
      const product = products.find((one) => one.id === id)
      if (product !== undefined) found.push(...otherPrice(entry, label, product))
      const ended = isRequest(call)
        ? await cancelRequest(call, control)
        : (await cancelSheet(call))
          ? call
          : null
      const dead = ended === null ? [] : await deadAfter(stage, control, ended, 'was cancelled')
      found.push(...dead)
      if (ended !== null && dead.length === 0 && PICKS.test(ended.method ?? ''))
        found.push(...(await lostByCancelling(ended, control)))
    },
  }
}

/** Whether a call asks the AI for something, which a person can cancel while it goes on. */
const isRequest = ({ method }: CallEntry): boolean => method !== null && CALL_TABLE[wireOf(method)].progress

/** A button that names another price than the payment that it opens. */
export const otherPrice = (
  entry: string,
  label: string,
  { title, price }: Pick<Product, 'title' | 'price'>,
): readonly Breach[] => {
  const [amount, another] = [...label.matchAll(AMOUNT)].map(([, number = '']) => number)
  // What a game calls credits itself may be what is bought.
  if (amount === undefined || another !== undefined || CREDITS.test(title)) return []
  if (Number(amount.replace(',', '.')) === Number(price)) return []
  return [
    breach(
      'run/other-price',
      entry,
      `The button ${quoted(label)} opens a payment of ${price} ${price === '1' ? 'credit' : 'credits'} for ${quoted(title)}.`,
    ),
  ]
}

const AMOUNT = /(\d+(?:[.,]\d+)?)\s*credits?\b/gi
const CREDITS = /\bcredits?\b/i
const OPENS_WITHIN_MS = 500
const LOOK_EVERY_MS = 50
const REQUEST_ENDS_WITHIN_MS = 5_000
/** The first button of a sheet. */
const ACCEPTS = 0
const CANCELS = 1
const PICKS = /^pick/
