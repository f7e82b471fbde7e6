import { setTimeout as wait } from 'node:timers/promises'
import type { OpenApp } from './contract-windows.js'
import { isCovered, isSheetOpen } from './frame-channel.js'

const GIVEN = `'pay', { product: 'coins' }`

/**
 * What a payment comes to: `open` while its sheet is, else the error's code.
 * @param tap taps in the app, which then asks for the payment; without, it asks now
 */
export const outcomeOfPay = async (
  { ask, window }: OpenApp,
  tap: (() => Promise<void>) | null = null,
): Promise<unknown> => {
  const id = JSON.stringify(
    await ask<string>(tap === null ? `contract.start(${GIVEN}).id` : `contract.onTap(${GIVEN})`),
  )
  await tap?.()
  for (;;) {
    const outcome = await ask<{ readonly code?: string } | null>(`contract.outcome(${id})`)
    if (outcome !== null) return outcome.code ?? outcome
    if (await window.askShell(isSheetOpen, 'Payment')) return 'open'
    await wait(20)
  }
}

/** Cancels the payment, and waits until its sheet is gone: a key would go to it. */
export const cancelPay = async ({ pressButtons, window }: OpenApp): Promise<void> => {
  await pressButtons(['Cancel'])
  while (await window.askShell(isSheetOpen, 'Payment')) await wait(20)
}

/** Has the app say that it is ready, so that nothing covers it from a click. */
export const uncover = async ({ ask, window }: OpenApp): Promise<void> => {
  await ask(`contract.call('ready', {})`)
  while (await window.askShell(isCovered, null)) await wait(20)
}
