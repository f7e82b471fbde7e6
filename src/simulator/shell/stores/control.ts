import type { ClockSpeed } from '../../../host/clock-course.js'
import type { AppData } from '../../../host/control/app-data.js'
import type { DataEdit } from '../../../host/control/data-edit-request.js'
import type { FaultRequest, FaultState } from '../../../host/control/faults/injected-fault.js'
import type { Upcoming } from '../../../host/control/upcoming.js'
import type { EveryoneSeated } from '../../../host/matches/everyone-seated.js'
import type { MatchStepRequest } from '../../../host/matches/match-step-request.js'
import type { RobotRequest } from '../../../host/matches/robot-request.js'
import type { RobotView } from '../../../host/matches/robot-view.js'
import type { MessageDetails, Timeline } from '../../../host/matches/timeline-entry.js'
import type { FilePlace } from '../controls/place-link.js'

/** The simulator's control API, as far as the shell uses it (a stable interface). */
export interface Control {
  clock(): Promise<ClockState>
  /**
   * Moves the host's clock forward.
   * @param by a number and `ms`, `s`, `m`, `h` or `d`
   */
  advanceClock(by: string): Promise<ClockState>
  /** Stops or resumes the host's clock. */
  pauseClock(paused: boolean): Promise<ClockState>
  setClockSpeed(speed: ClockSpeed): Promise<ClockState>
  /** Moves it through everything that comes due, until nothing does for an hour. */
  advanceClockUntilQuiet(): Promise<ClockState>
  /** The open seats, in any window or none. */
  seats(): Promise<readonly OpenSeat[]>
  /** Opens a free seat with a robot. */
  addRobot(plan: RobotRequest): Promise<void>
  closeSeat(seat: number): Promise<void>
  /** Gives every seat a nickname, and seats each in a match. @param match its id */
  seatEveryone(match?: string): Promise<EveryoneSeated>
  /** Lets the network of a seat, or of all, deliver nothing for so long, and then everything. */
  freezeNetwork(duration: string, seat?: number): Promise<void>
  /** Does something to a match. @param match its id */
  steerMatch(match: string, step: MatchStepRequest): Promise<void>
  /** What happened in matches. @param after the revision that is known; 0 for everything */
  timeline(after: number): Promise<Timeline>
  /** A message of the timeline, with what changed since the one before. @param seq its number */
  messageDetails(seq: number): Promise<MessageDetails>
  /** The three figures on the app's page, in credits (3.3); null while the manifest cannot be read. */
  figures(): Promise<Figures | null>
  /** All saved data of the app. */
  data(): Promise<SavedData>
  /** Changes one item of the saved data. */
  editData(edit: DataEdit): Promise<void>
  /** Replaces all saved data with a document, which the host validates. */
  importData(document: unknown): Promise<void>
  snapshots(): Promise<readonly Snapshot[]>
  takeSnapshot(name: string): Promise<readonly Snapshot[]>
  returnToSnapshot(name: string): Promise<void>
  removeSnapshot(name: string): Promise<readonly Snapshot[]>
  /** The script of AI answers. */
  aiScript(): Promise<AiScriptState>
  /** Writes the AI answers so far to the script. */
  recordAi(): Promise<void>
  faults(): Promise<FaultState>
  addFault(order: FaultRequest): Promise<FaultState>
  /** @param id of one fault; by default all are removed */
  removeFault(id?: number): Promise<FaultState>
  /** Starts or restarts the torture; null stops it. */
  torture(seed: number | null): Promise<FaultState>
  /** Opens a file of the app in the developer's editor; rejects with the reason where that is not possible. */
  openInEditor(place: FilePlace): Promise<void>
  /** Deletes all saved data and restarts, in real time. */
  reset(): Promise<void>
}

/** A seat that is open. */
export interface OpenSeat {
  readonly seat: number
  readonly nickname: string | null
  /** Whether it has a session of the app. */
  readonly running: boolean
  /** Whether a window shows it. */
  readonly window: boolean
  /** What a robot does in it; null if none plays there. */
  readonly robot: RobotView | null
  /** The id of the person's match, or null. */
  readonly match: string | null
}

/** The host's complete export. */
export type SavedData = Required<AppData>

export interface ClockState {
  /** The host's time, ISO 8601. */
  readonly now: string
  /** How far it is ahead of real time, in milliseconds. */
  readonly ahead: number
  readonly paused: boolean
  readonly speed: ClockSpeed
  /** Upcoming automatic events, the soonest first. */
  readonly upcoming: readonly (Omit<Upcoming, 'at'> & { readonly at: string })[]
}

interface AiScriptState {
  /** Its path, whether or not it exists. */
  readonly file: string
  /** How many answers it contains. */
  readonly answers: number
  /** Its error; an invalid script is not used. */
  readonly problems: readonly string[]
  /** How many answers could be recorded to it. */
  readonly recordable: number
}

export interface Figures {
  readonly purchases: string
  readonly held: string
  readonly paid: string
}

export interface Snapshot {
  readonly name: string
  /** ISO 8601. */
  readonly takenAt: string
  readonly bytes: number
}

/** @param send `fetch`, or a test's own function */
export const createControl = (token: string, send: typeof fetch): Control => {
  const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await send(`/control/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    // Answers need no validation: shell and server are from one package.
    if (response.ok) return answer as T
    const message = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'error') : undefined
    throw new Error(typeof message === 'string' ? message : `The simulator answered ${response.status}.`)
  }
  const clock = async (method: string, body?: unknown): Promise<ClockState> =>
    (await ask<{ clock: ClockState }>(method, 'clock', body)).clock
  const snapshots = async (method: string, name = ''): Promise<readonly Snapshot[]> => {
    const path = name === '' ? 'snapshots' : `snapshots/${encodeURIComponent(name)}`
    return (await ask<{ snapshots: readonly Snapshot[] }>(method, path)).snapshots
  }
  return {
    clock: () => clock('GET'),
    advanceClock: (by) => clock('POST', { advance: by }),
    pauseClock: (pause) => clock('POST', { pause }),
    setClockSpeed: (speed) => clock('POST', { speed }),
    advanceClockUntilQuiet: () => clock('POST', { until: 'quiet' }),
    seats: async () => (await ask<{ seats: readonly OpenSeat[] }>('GET', 'seats')).seats,
    addRobot: async (plan) => {
      await ask('POST', 'robots', plan)
    },
    closeSeat: async (seat) => {
      await ask('DELETE', `seats/${seat}`)
    },
    seatEveryone: (match) => ask('POST', 'seat-everyone', match === undefined ? {} : { match }),
    freezeNetwork: async (duration, seat) => {
      await ask('POST', 'freeze', { for: duration, ...(seat === undefined ? {} : { seat }) })
    },
    steerMatch: async (match, step) => {
      await ask('POST', `matches/${encodeURIComponent(match)}`, step)
    },
    timeline: (after) => ask('GET', `matches/timeline?after=${after}`),
    messageDetails: (seq) => ask('GET', `matches/timeline/${seq}`),
    figures: async () => (await ask<{ figures: Figures | null }>('GET', 'state')).figures,
    data: () => ask<SavedData>('GET', 'data'),
    editData: async (edit) => {
      await ask('PATCH', 'data', edit)
    },
    importData: async (document) => {
      await ask('PUT', 'data', document)
    },
    snapshots: () => snapshots('GET'),
    takeSnapshot: (name) => snapshots('PUT', name),
    returnToSnapshot: async (name) => {
      await ask('POST', `snapshots/${encodeURIComponent(name)}/restore`)
    },
    removeSnapshot: (name) => snapshots('DELETE', name),
    aiScript: () => ask<AiScriptState>('GET', 'ai'),
    recordAi: async () => {
      await ask('POST', 'ai/record')
    },
    faults: () => ask<FaultState>('GET', 'trouble'),
    addFault: (order) => ask<FaultState>('POST', 'trouble', order),
    removeFault: (id) => ask<FaultState>('DELETE', id === undefined ? 'trouble' : `trouble?id=${id}`),
    torture: (seed) => ask<FaultState>('PUT', 'torture', { seed }),
    openInEditor: async ({ file, line, column }) => {
      await ask('POST', 'editor', {
        file,
        ...(line === null ? {} : { line }),
        ...(line === null || column === null ? {} : { column }),
      })
    },
    reset: async () => {
      await ask('POST', 'reset')
    },
  }
}
