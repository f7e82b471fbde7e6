import type { AppData } from '../../host/control/app-data.js'
import type { DataEdit } from '../../host/control/data-edit-request.js'
import type { FaultRequest, FaultState } from '../../host/control/faults/injected-fault.js'
import type { Upcoming } from '../../host/control/upcoming.js'

/** The simulator's control API, as far as the shell uses it (a stable interface). */
export interface Control {
  clock(): Promise<ClockState>
  /**
   * Moves the host's clock forward.
   * @param by a number and `ms`, `s`, `m`, `h` or `d`
   */
  advanceClock(by: string): Promise<ClockState>
  /** Stands the host's clock still, or lets it go on. */
  pauseClock(paused: boolean): Promise<ClockState>
  /** The three figures on the app's page, in credits (3.3); null while the manifest cannot be read. */
  figures(): Promise<Figures | null>
  /** All that is saved of the app. */
  data(): Promise<SavedData>
  /** Changes one thing of what is saved. */
  editData(edit: DataEdit): Promise<void>
  /** Puts a document in place of all that is saved; the host judges it. */
  importData(document: unknown): Promise<void>
  snapshots(): Promise<readonly Snapshot[]>
  takeSnapshot(name: string): Promise<readonly Snapshot[]>
  returnToSnapshot(name: string): Promise<void>
  removeSnapshot(name: string): Promise<readonly Snapshot[]>
  /** The script of AI's answers. */
  aiScript(): Promise<AiScriptState>
  /** Writes what AI answered so far into the script. */
  recordAi(): Promise<void>
  trouble(): Promise<FaultState>
  orderTrouble(order: FaultRequest): Promise<FaultState>
  /** @param id of one order; left out, all are called off */
  callOffTrouble(id?: number): Promise<FaultState>
  /** Starts the torture anew; null ends it. */
  torture(seed: number | null): Promise<FaultState>
  /** Forgets all saved data and starts anew, in real time. */
  reset(): Promise<void>
}

/** What the host exports: nothing is left out. */
export type SavedData = Required<AppData>

export interface ClockState {
  /** The host's time, ISO 8601. */
  readonly now: string
  /** How far it is ahead of real time, in milliseconds. */
  readonly ahead: number
  readonly paused: boolean
  /** What will happen by itself, soonest first. */
  readonly upcoming: readonly (Omit<Upcoming, 'at'> & { readonly at: string })[]
}

interface AiScriptState {
  /** Where it is, or would be. */
  readonly file: string
  /** How many answers it holds. */
  readonly answers: number
  /** What is wrong with it; while something is, it is not used. */
  readonly problems: readonly string[]
  /** How many answers could be recorded into it. */
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

/** @param send `fetch`, or a test's own */
export const createControl = (token: string, send: typeof fetch): Control => {
  const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await send(`/control/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    // The shapes are this version's own: shell and server are one package.
    if (response.ok) return answer as T
    const said = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'error') : undefined
    throw new Error(typeof said === 'string' ? said : `The simulator answered ${response.status}.`)
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
    trouble: () => ask<FaultState>('GET', 'trouble'),
    orderTrouble: (order) => ask<FaultState>('POST', 'trouble', order),
    callOffTrouble: (id) => ask<FaultState>('DELETE', id === undefined ? 'trouble' : `trouble?id=${id}`),
    torture: (seed) => ask<FaultState>('PUT', 'torture', { seed }),
    reset: async () => {
      await ask('POST', 'reset')
    },
  }
}
