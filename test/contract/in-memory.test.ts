import { describe, it } from 'vitest'
import type { HostedApp } from '../../src/host/hosted-app.js'
import type { SheetKind } from '../../src/host/sheets.js'
import type { SwitchChange } from '../../src/host/switch-change.js'
import { DECLINED } from '../../src/host/trouble/trouble.js'
import { hostRig, type Outcome, type Page } from '../support/host-rig.js'
import { CONTRACT_CASES } from './cases.js'
import { CONTRACT_MANIFEST, type ContractHost, type ContractSeat } from './contract.js'

const { app_id, version, name, age_rating, products, capabilities } = CONTRACT_MANIFEST

const APP: HostedApp = {
  id: app_id,
  name,
  version,
  access: { type: 'free' },
  products,
  ageRating: age_rating,
  requires: [],
  capabilities: {
    'ai.image': { ...capabilities['ai.image'], tools: [] },
    'ai.assistant': { ...capabilities['ai.assistant'], tools: [] },
  },
}

const EVERY_SHEET = Object.keys(DECLINED) as SheetKind[]

/** The host alone, in memory, at a time that only the case moves. */
const inMemory = async (): Promise<ContractHost> => {
  const rig = await hostRig()
  const answered = async (answer: Promise<Outcome>): Promise<Outcome> => {
    let outcome: Outcome | null = null
    answer.then((given) => {
      outcome = given
    })
    // What AI takes passes by the host's clock.
    for (let turn = 0; outcome === null && turn < 2_000; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      if (outcome === null && turn > 20) rig.clock.advance(100)
    }
    return answer
  }
  const seatOf = (page: Page): ContractSeat => ({
    call: (method, params = {}, tap = true) => answered(page.call(method, params, tap)),
    choose: (method, params, _sheet, choice) => {
      page.person.choices.push(choice)
      return answered(page.call(method, params))
    },
    ignores: async (message) => {
      const before = page.posted.length
      await page.session.receive({ json: JSON.stringify(message), gesture: true })
      return page.posted.length === before
    },
    events: async () =>
      page.posted.flatMap((message) =>
        'event' in message ? [{ event: message.event, data: message.data }] : [],
      ),
  })
  return {
    open: async (seat = 1) => seatOf(await rig.open({ seat, app: APP })),
    set: (change, seat) => rig.set(change as SwitchChange, seat ?? null),
    advance: async (milliseconds) => rig.clock.advance(milliseconds),
    gate: async (seat = 1) => {
      const opening = await rig.host.opening(APP, await rig.host.seat(seat), EVERY_SHEET)
      return opening.outcome === 'held' && opening.reason === 'gate' ? opening.gate.words : null
    },
    trouble: async (order) => {
      if ('moment' in order) {
        if (order.moment !== 'zero-size') await rig.host.befall(order.seat ?? 1, order.moment)
        return
      }
      const { seat = null, method = null, times = 'next' } = order
      const trouble =
        'error' in order
          ? ({ what: 'error', code: order.error } as const)
          : 'slow' in order
            ? ({ what: 'slow', ms: order.slow } as const)
            : ({ what: 'cancel' in order ? 'cancel' : 'silence' } as const)
      rig.trouble.add({ seat, method, times, trouble })
    },
  }
}

describe('the contract, in memory', () => {
  it.each(CONTRACT_CASES)('$name', async ({ run }) => run(await inMemory()))
})
