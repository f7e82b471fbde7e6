import { setTimeout as wait } from 'node:timers/promises'
import type { OpenApp } from './contract-windows.js'
import { isCovered, isSheetOpen } from './frame-channel.js'

/** What a payment that the app asks for now comes to: `open` while its sheet is, else the error's code. */
export const outcomeOfPay = async ({ ask, window }: OpenApp): Promise<unknown> => {
  const id = JSON.stringify(await ask<string>(`contract.start('pay', { product: 'coins' }).id`))
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
