import { addressOf, askBy } from '../../../control/contract.js'
import type { HostClockState } from '../../../control/simulator-answers.js'
import type { SimulatorRoutes } from '../../../control/simulator-routes.js'
import type { ClockSpeed } from '../../../host/clock-course.js'
import type { AppData } from '../../../host/control/app-data.js'
import type { DataEdit } from '../../../host/control/data-edit-request.js'
import type { FaultRequest } from '../../../host/control/faults/fault.js'
import type { SwitchChanges } from '../../../host/control/switches.js'
import type { MatchStepRequest } from '../../../host/matches/match-step-request.js'
import type { RobotRequest } from '../../../host/matches/robot-control.js'
import type { FilePlace } from '../controls/place-link.js'

/** The simulator's control API, as far as the shell uses it. A request that is refused rejects with the reason. */
export type Control = ReturnType<typeof createControl>

/** The host's complete export. */
export type SavedData = Required<AppData>

/** @param send `fetch`, or a test's own function */
export const createControl = (token: string, send: typeof fetch) => {
  const ask = askBy<SimulatorRoutes>(async (key, sent) => {
    const { method, path } = addressOf(key, sent)
    const response = await send(`/control/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(sent?.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
    })
    const answer: unknown = await response.json()
    if (response.ok) return answer
    const message = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'error') : undefined
    throw new Error(typeof message === 'string' ? message : `The simulator answered ${response.status}.`)
  })
  const clock = async (answer: Promise<{ readonly clock: HostClockState }>) => (await answer).clock
  return {
    clock: () => clock(ask('GET clock')),
    /**
     * Moves the host's clock forward.
     * @param by a number and `ms`, `s`, `m`, `h` or `d`
     */
    advanceClock: (by: string) => clock(ask('POST clock', { body: { advance: by } })),
    /** Stops or resumes the host's clock. */
    pauseClock: (pause: boolean) => clock(ask('POST clock', { body: { pause } })),
    setClockSpeed: (speed: ClockSpeed) => clock(ask('POST clock', { body: { speed } })),
    /** Moves it through everything that comes due, until nothing does for an hour. */
    advanceClockUntilQuiet: () => clock(ask('POST clock', { body: { until: 'quiet' } })),
    /** The open seats, in any window or none. */
    seats: async () => (await ask('GET seats')).seats,
    /** Opens a free seat with a robot. */
    addRobot: (plan: RobotRequest) => ask('POST robots', { body: plan }),
    closeSeat: (seat: number) => ask('DELETE seats/:seat', { path: { seat } }),
    /** Gives every seat a nickname, and seats each in a match. @param match its id */
    seatEveryone: (match?: string) =>
      ask('POST seat-everyone', { body: match === undefined ? {} : { match } }),
    /** Lets the network of a seat, or of all, deliver nothing for so long, and then everything. */
    freezeNetwork: (duration: string, seat?: number) =>
      ask('POST freeze', { body: { for: duration, ...(seat === undefined ? {} : { seat }) } }),
    /** Does something to a match. @param match its id */
    steerMatch: (match: string, step: MatchStepRequest) =>
      ask('POST matches/:match', { path: { match }, body: step }),
    /** Changes switches of one seat. */
    setSwitches: (changes: SwitchChanges, seat: number) =>
      ask('PATCH switches', { query: { seat }, body: changes }),
    /** Lets phones on the network connect. */
    openToPhones: () => ask('POST phones'),
    /** What happened in matches. @param after the revision that is known; 0 for everything */
    timeline: (after: number) => ask('GET matches/timeline', { query: { after } }),
    /** A message of the timeline, with what changed since the one before. @param seq its number */
    messageDetails: (seq: number) => ask('GET matches/timeline/:seq', { path: { seq } }),
    /** The three figures on the app's page (3.3); null while the manifest cannot be read. */
    figures: async () => (await ask('GET state')).figures,
    /** All saved data of the app. */
    data: () => ask('GET data'),
    /** Changes one item of the saved data. */
    editData: (edit: DataEdit) => ask('PATCH data', { body: edit }),
    /** Replaces all saved data with a document, which the host validates. */
    importData: (document: unknown) => ask('PUT data', { body: document }),
    snapshots: async () => (await ask('GET snapshots')).snapshots,
    takeSnapshot: async (name: string) => (await ask('PUT snapshots/:name', { path: { name } })).snapshots,
    returnToSnapshot: (name: string) => ask('POST snapshots/:name/restore', { path: { name } }),
    removeSnapshot: async (name: string) =>
      (await ask('DELETE snapshots/:name', { path: { name } })).snapshots,
    /** The script of AI answers. */
    aiScript: () => ask('GET ai'),
    /** Writes the AI answers so far to the script. */
    recordAi: () => ask('POST ai/record'),
    faults: () => ask('GET faults'),
    addFault: (fault: FaultRequest) => ask('POST faults', { body: fault }),
    /** @param id of one fault; by default all are removed */
    removeFault: (id?: number) => ask('DELETE faults', id === undefined ? {} : { query: { id } }),
    /** Starts or restarts random faults; null stops them. */
    setRandomFaults: (randomSeed: number | null) => ask('PATCH faults', { body: { randomSeed } }),
    /** Opens a file of the app in the developer's editor. */
    openInEditor: ({ file, line, column }: FilePlace) =>
      ask('POST editor', {
        body: {
          file,
          ...(line === null ? {} : { line }),
          ...(line === null || column === null ? {} : { column }),
        },
      }),
    /** Deletes all saved data and restarts, in real time. */
    reset: () => ask('POST reset'),
  }
}
