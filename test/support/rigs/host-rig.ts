import type { AiMaker, AiRequest, Scripted } from '../../../src/host/ai/ai-maker.js'
import type { AiStrip } from '../../../src/host/ai/ai-strip.js'
import { type BaseClock, MovableClock } from '../../../src/host/clock.js'
import { FaultInjector } from '../../../src/host/control/faults/fault-injector.js'
import { SwitchBoard } from '../../../src/host/control/switch-board.js'
import type { SwitchChange } from '../../../src/host/control/switch-change.js'
import { Host } from '../../../src/host/host.js'
import type { HostedApp } from '../../../src/host/hosted-app.js'
import { CallLog } from '../../../src/host/log/call-log.js'
import { MatchTimeline } from '../../../src/host/matches/match-timeline.js'
import { MemoryStore, type Store } from '../../../src/host/saving/store.js'
import type { Session } from '../../../src/host/session/session.js'
import type { Judge, SheetDrawer, SheetKind, SheetKinds } from '../../../src/host/session/sheets.js'
import type { Pictures } from '../../../src/host/sharing/pictures.js'
import type { HostMessage } from '../../../src/platform/envelope.js'
import type { ErrorCode } from '../../../src/platform/error-codes.js'

/** A machine whose time stands still: the host's moves only where a test advances it. */
export const STILL_CLOCK: BaseClock = {
  now: () => Date.UTC(2026, 0, 1),
  monotonic: () => 0,
  wake: () => () => {},
}

export const APP: HostedApp = {
  id: 'ma_abcdefghij',
  name: 'Hello',
  version: '1.2.3',
  access: { type: 'free' },
  products: [],
  ageRating: '4+',
  requires: [],
  capabilities: {},
}

/** The result of a call, or the code that it rejected with. */
export type Outcome = { readonly result: unknown } | { readonly code: ErrorCode }

export interface Page {
  readonly session: Session
  /** All that the app was posted, oldest first. */
  readonly posted: HostMessage[]
  /** What happened to the page: `ready`, `close`. */
  readonly happened: string[]
  /** Makes a call as the SDK does; from a tap, unless said otherwise. */
  call(method: string, params?: unknown, gesture?: boolean): Promise<Outcome>
  /** The events that the app was sent. */
  events(): readonly unknown[]
  readonly person: FakePerson
  /** What the AI strip showed, oldest first; null where it was taken away. */
  readonly strips: (AiStrip | null)[]
  /** What the person was told with no sheet, oldest first. */
  readonly notices: string[]
}

/** The person in front of the page: what they saw on sheets, and what they will choose. */
interface FakePerson {
  /** The sheets that were opened, oldest first, as they are shown now. */
  readonly sheets: { readonly kind: SheetKind; offer: unknown }[]
  /** Why choices were not taken. */
  readonly faults: string[]
  /** What they choose, in this order, one after the other; with none left they wait. */
  readonly choices: unknown[]
  /** Chooses on the sheet that is open now. */
  choose(choice: unknown): void
  /** Whether a sheet is open. */
  looking(): boolean
}

export interface HostRig {
  readonly clock: MovableClock
  readonly log: CallLog
  readonly timeline: MatchTimeline
  readonly switches: SwitchBoard
  readonly faults: FaultInjector
  readonly host: Host
  readonly store: Store
  readonly ai: FakeAi
  set(change: SwitchChange, seat?: number | null): Promise<void>
  /** A person opens the app, or loads it again. */
  open(options?: {
    readonly seat?: number
    readonly app?: HostedApp
    readonly pageVisible?: boolean
    /** Whether the seat stays in the match in which the developer seated it. */
    readonly keepsPlace?: boolean
  }): Promise<Page>
}

/** AI that makes next to nothing, and remembers what it was asked for. */
interface FakeAi {
  readonly made: AiRequest[]
  /** What the developer's script says to the next request. */
  script: Scripted | null
}

const FAKE_PICTURES: Pictures = {
  redrawForShare: async (base64) =>
    base64.startsWith('BAD') ? null : { type: 'image/png', width: 64, height: 64, base64 },
}

/**
 * A host in memory at a time that only the test moves.
 * @param later by how many milliseconds it starts later than others
 * @param maker makes what AI makes; default: next to nothing
 * @param pictures redraws what is shared; by default any text is a picture, unless it is bad
 */
export const hostRig = async (
  store: Store = new MemoryStore(),
  later = 0,
  maker: AiMaker | null = null,
  pictures: Pictures = FAKE_PICTURES,
): Promise<HostRig> => {
  const clock = new MovableClock(STILL_CLOCK, (error) => {
    throw error
  })
  clock.advance(later)
  const log = new CallLog(clock)
  const timeline = new MatchTimeline()
  const switches = await SwitchBoard.open(store)
  const faults = new FaultInjector()
  let drawn = 0
  const ai: FakeAi = { made: [], script: null }
  const host = await Host.open({
    clock,
    log,
    timeline,
    switches,
    faults,
    store,
    randomness: {
      integer: (bound) => {
        drawn = (Math.imul(drawn, 1_664_525) + 1_013_904_223) >>> 0
        return Math.floor((drawn / 2 ** 32) * bound)
      },
    },
    pictures,
    aiMaker: maker ?? fakeMaker(ai),
    onDefect: (error) => {
      throw error
    },
  })
  let ids = 0
  return {
    clock,
    log,
    timeline,
    switches,
    faults,
    host,
    store,
    ai,
    set: (change, seat = null) => switches.set(seat, change),
    open: async ({ seat = 1, app = APP, pageVisible = true, keepsPlace = false } = {}) => {
      const posted: HostMessage[] = []
      const happened: string[] = []
      const person = fakePerson()
      const strips: (AiStrip | null)[] = []
      const notices: string[] = []
      const session = host.openSession(
        app,
        await host.seat(seat),
        {
          send: (message) => posted.push(message),
          ready: () => happened.push('ready'),
          pageVisibility: (visible) => happened.push(visible ? 'shown' : 'hidden'),
          close: () => happened.push('close'),
          aiStrip: (strip) => strips.push(strip),
          notice: (words) => notices.push(words),
          sheets: person.drawer,
        },
        pageVisible,
        keepsPlace,
      )
      return {
        session,
        posted,
        happened,
        person,
        strips,
        notices,
        call: async (method, params, gesture = true) => {
          ids += 1
          const id = `call-${ids}`
          await session.receive({ json: JSON.stringify({ service: 1, id, method, params }), gesture })
          const answers = posted.filter((message) => 'id' in message && message.id === id)
          const [answer] = answers
          if (answers.length !== 1 || answer === undefined)
            throw new Error(`${method} was answered ${answers.length} times.`)
          if ('error' in answer) return { code: answer.error.code }
          if ('result' in answer) return { result: answer.result }
          throw new Error('The answer is neither a result nor an error.')
        },
        events: () => posted.filter((message) => 'event' in message),
      }
    },
  }
}

const fakeMaker = (ai: FakeAi): AiMaker => ({
  blocked: () => {},
  scripted: async () => ai.script,
  make: async (request) => {
    ai.made.push(request)
    if (request.capability === 'ai.image')
      return { kind: 'picture', bytes: new Uint8Array(3), width: 384, height: 384 }
    if (request.capability === 'ai.audio')
      return { kind: 'sound', bytes: new Uint8Array(5), seconds: request.seconds }
    return { kind: 'answer', text: 'Yes.', json: request.json ? { answer: 'Yes.' } : null }
  },
})

const fakePerson = (): FakePerson & { readonly drawer: SheetDrawer } => {
  let answer: ((choice: unknown) => void) | null = null
  const person: FakePerson = {
    sheets: [],
    faults: [],
    choices: [],
    choose: (choice) => answer?.(choice),
    looking: () => answer !== null,
  }
  const drawer: SheetDrawer = {
    kinds: ['payment', 'nickname', 'share', 'pick-image', 'pick-video', 'ai'],
    open: <Kind extends SheetKind>(kind: Kind, offer: SheetKinds[Kind]['offer'], judge: Judge<Kind>) => {
      const shown: (typeof person.sheets)[number] = { kind, offer }
      person.sheets.push(shown)
      const choice = new Promise<SheetKinds[Kind]['choice']>((resolve) => {
        const mine = (given: unknown): void => {
          const settle = (fault: string | null): void => {
            // Another choice may have been taken while this one was judged.
            if (answer !== mine) return
            if (fault === null) {
              answer = null
              resolve(given as SheetKinds[Kind]['choice'])
            } else person.faults.push(fault)
          }
          const verdict = judge(given as SheetKinds[Kind]['choice'])
          if (verdict instanceof Promise) void verdict.then(settle)
          else settle(verdict)
        }
        answer = mine
      })
      while (answer !== null && person.choices.length > 0) person.choose(person.choices.shift())
      return {
        choice,
        change: (changed) => {
          shown.offer = changed
        },
        close: () => {
          answer = null
        },
      }
    },
  }
  return { ...person, drawer }
}
