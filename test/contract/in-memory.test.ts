import { runInThisContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { DECLINED } from '../../src/host/control/faults/fault.js'
import type { SwitchChange } from '../../src/host/control/switch-change.js'
import type { HostedApp } from '../../src/host/hosted-app.js'
import type { SheetKind } from '../../src/host/session/sheets.js'
import { EVERY_CALL_REJECTS, rejectionsOf } from '../../src/platform/calls/rejections.js'
import { isMethod, type Method } from '../../src/platform/calls/table.js'
import { makeByStandIn } from '../../src/simulator/server/workers/ai-maker.js'
import { readFrameMessage } from '../../src/simulator/shell/bridge/frame-message.js'
import { hostRig, type Page } from '../support/rigs/host-rig.js'
import { CONTRACT_CASES } from './cases/index.js'
import {
  CONTRACT_MANIFEST,
  type ContractHost,
  type ContractOutcome,
  type ContractSeat,
  named,
} from './contract.js'
import { host, matchOf } from './people.js'

type Manifest = Omit<typeof CONTRACT_MANIFEST, 'access' | 'capabilities'> & {
  readonly access: HostedApp['access']
  readonly requires?: HostedApp['requires']
  readonly capabilities: Readonly<
    Record<string, { readonly version: number; readonly purpose: string; readonly tools?: readonly string[] }>
  >
}

const hosted = (manifest: Manifest): HostedApp => ({
  id: manifest.app_id,
  name: manifest.name,
  version: manifest.version,
  access: manifest.access,
  products: manifest.products,
  ageRating: manifest.age_rating,
  requires: manifest.requires ?? [],
  capabilities: Object.fromEntries(
    Object.entries(manifest.capabilities).map(([name, declared]) => [name, { tools: [], ...declared }]),
  ),
})

/** Requests that the SDK never sends, such as one whose parameters are not an object. */
const MALFORMED = ['INVALID'] as const

const EVERY_SHEET = Object.keys(DECLINED) as SheetKind[]

/** Lets everything happen that waits for nothing but its turn. */
const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

/** Only the host, in memory, at a time that only the case moves. */
const inMemory = async (): Promise<ContractHost> => {
  const rig = await hostRig(undefined, 0, {
    scripted: async () => null,
    blocked: () => {},
    make: makeByStandIn,
  })
  let app = hosted(CONTRACT_MANIFEST)
  let paused = false
  let ids = 0
  const methods = new Map<string, Method | null>()
  /** Injected faults reject with any code. */
  let injects = false
  const answerOf = (page: Page, id: string): ContractOutcome | null => {
    const answers = page.posted.filter((message) => 'id' in message && message.id === id)
    expect(answers.length).toBeLessThanOrEqual(1)
    const [answer] = answers
    if (answer === undefined) return null
    if ('error' in answer) {
      const { code } = answer.error
      const method = methods.get(id) ?? null
      if (method !== null && !injects)
        expect([...EVERY_CALL_REJECTS, ...MALFORMED, ...rejectionsOf(method)]).toContain(code)
      return { code }
    }
    return { result: 'result' in answer ? answer.result : undefined }
  }
  const post = (page: Page, method: string, params: unknown, gesture: boolean): string => {
    ids += 1
    const id = `call-${ids}`
    methods.set(id, isMethod(method) ? method : null)
    const message = readFrameMessage(structuredClone({ service: 1, id, method, params }), 1, gesture)
    if (message.type !== 'request') throw new Error('The message is not a request.')
    const { json, notJson, bytes, image } = message
    void page.session.receive({
      json,
      gesture,
      ...(notJson === undefined ? {} : { notJson }),
      ...(bytes === undefined ? {} : { bytes }),
      ...(image === undefined
        ? {}
        : { image: `data:${image.type};base64,${Buffer.from(image.bytes).toString('base64')}` }),
    })
    return id
  }
  const answered = async (page: Page, id: string): Promise<ContractOutcome> => {
    for (let turns = 0; ; turns += 1) {
      await turn()
      const answer = answerOf(page, id)
      if (answer !== null) return answer
      // What AI takes passes by the host's clock, what a stand-in takes to draw does not.
      if (!paused && turns > 20 && turns < 200) rig.clock.advance(100)
    }
  }
  const seatOf = (page: Page): ContractSeat => {
    const start: ContractSeat['start'] = async (method, params = {}) => {
      const id = post(page, method, params, true)
      await turn()
      return {
        id,
        answer: async () => {
          await turn()
          // What AI takes passes by the host's clock.
          if (!paused && !page.person.looking()) rig.clock.advance(100)
          return answerOf(page, id)
        },
      }
    }
    return {
      call: (method, params = {}, tap = true) => answered(page, post(page, method, params, tap)),
      tap: start,
      start,
      burst: async (calls, tap = false) => {
        const posted = calls.map(([method, params]) => post(page, method, params, tap))
        return Promise.all(posted.map((id) => answered(page, id)))
      },
      burstWritten: (calls, tap = false) => {
        const posted = calls.map(([method, written]) =>
          post(page, method, runInThisContext(`(${written})`), tap),
        )
        return Promise.all(posted.map((id) => answered(page, id)))
      },
      choose: (method, params, _sheet, choice) => {
        page.person.choices.push(choice)
        return answered(page, post(page, method, params, true))
      },
      offer: async (sheet) => {
        const shown = page.person.sheets.at(-1)
        expect([shown?.kind, page.person.looking()]).toEqual([sheet, true])
        return shown?.offer
      },
      decide: async (sheet, choice) => {
        expect([page.person.sheets.at(-1)?.kind, page.person.looking()]).toEqual([sheet, true])
        const { length } = page.person.faults
        page.person.choose(choice)
        await turn()
        return page.person.faults[length] ?? null
      },
      ignores: async (message) => {
        const before = page.posted.length
        await page.session.receive({ json: JSON.stringify(message), gesture: true })
        return page.posted.length === before
      },
      events: async () => {
        await turn()
        return page.posted.flatMap((message) =>
          'event' in message ? [{ event: message.event, data: message.data }] : [],
        )
      },
      strip: async () => {
        await turn()
        return page.strips.at(-1)?.words ?? null
      },
      cancelAi: async () => page.session.cancelAi(),
      changeNickname: (nickname) => {
        page.person.choices.push({ nickname })
        return page.session.changeNickname()
      },
      leave: async () => page.session.end('connection_lost'),
    }
  }
  return {
    open: async (seat = 1) => seatOf(await rig.open({ seat, app })),
    set: (change, seat) => rig.set(change as SwitchChange, seat ?? null),
    pause: async () => {
      paused = true
    },
    advance: async (milliseconds) => {
      await turn()
      rig.clock.advance(milliseconds)
      await turn()
    },
    gate: async (seat = 1) => {
      const opening = await rig.host.openings.decide(app, await rig.host.seat(seat), EVERY_SHEET)
      if (opening.outcome === 'open') return null
      return opening.reason === 'gate' ? opening.gate.words : opening.access.statement
    },
    addFault: async (request) => {
      injects = true
      if ('moment' in request) {
        if (request.moment !== 'zero-size') await rig.host.triggerMoment(request.seat ?? 1, request.moment)
        return
      }
      const { seat = null, method = null, times = 'next' } = request
      const fault =
        'error' in request
          ? ({ what: 'error', code: request.error } as const)
          : 'slow' in request
            ? ({ what: 'slow', ms: request.slow } as const)
            : ({ what: 'cancel' in request ? 'cancel' : 'silence' } as const)
      rig.faults.add({ seat, method, times, fault })
    },
    removeFaults: async () => rig.faults.clear(),
    setRandomFaults: async (seed) => {
      injects = true
      rig.faults.setRandomSeed(seed)
    },
    manifest: async (change) => {
      app = hosted({ ...CONTRACT_MANIFEST, ...change } as Manifest)
    },
  }
}

/** What takes more people than there are windows. */
const CROWDED = [
  named('8.3, 7: 500 live matches for the app, of which a list shows 50', async ({ open }) => {
    const crowd: ContractSeat[] = []
    for (let seat = 1; seat <= 500; seat += 1) {
      const person = await open(seat)
      await host(person, 'Amber Badger', { public: true })
      crowd.push(person)
    }
    const late = await open(501)
    expect(await late.call('mp.host', { max_players: 2 })).toEqual({ code: 'RATE_LIMITED' })
    const { result } = (await late.call('mp.list', {}, false)) as { result: { matches: unknown[] } }
    expect(result.matches).toHaveLength(50)
    await crowd[0]?.call('mp.leave', {}, false)
    matchOf(await late.choose('mp.host', { max_players: 2 }, 'nickname', { nickname: 'Late' }))
  }),
]

describe('the contract, in memory', () => {
  it.each([...CONTRACT_CASES, ...CROWDED])('$name', async ({ run }) => run(await inMemory()))
})
