import * as z from 'zod'
import { AGE_RATINGS } from '../../platform/ages.js'
import { CAPABILITIES, type Capability, REQUIRABLE_FEATURES } from '../../platform/features.js'
import { productSchema } from '../../platform/manifest.js'
import { readAppData } from '../control/app-data-codec.js'
import type { ActiveFault } from '../control/faults/fault.js'
import { FaultInjector } from '../control/faults/fault-injector.js'
import { SwitchBoard } from '../control/switch-board.js'
import { switchChangeSchema } from '../control/switch-change.js'
import { MAX_SEATS } from '../control/switches.js'
import { documentsOf } from '../domains.js'
import { Host } from '../host.js'
import type { DeclaredCapability, HostedApp } from '../hosted-app.js'
import type { Action } from '../log/action.js'
import type { CallLog } from '../log/call-log.js'
import { MatchTimeline } from '../matches/match-timeline.js'
import { seededRandomness } from '../randomness.js'
import { SHARED_STORE_CODEC, SHARED_STORE_DOCUMENT } from '../records/document.js'
import { SharedStore } from '../records/shared-store.js'
import type { Seat } from '../session/seat.js'
import { LoggedWork } from './logged-work.js'
import type { ReplayClock } from './replay-clock.js'
import { UnreplayableError } from './replay-world.js'

export type StartAction = Extract<Action, { do: 'start' }>

/** A host as it was at a start in a log, with what a replay does to it. */
export interface LoggedHost {
  readonly host: Host
  readonly people: readonly Seat[]
  readonly switches: SwitchBoard
  readonly log: CallLog
  readonly faults: FaultInjector
  readonly work: LoggedWork
  readonly clock: ReplayClock
}

/** The logged start of a host. */
const startSchema = z.object({
  seed: z.int(),
  data: z.custom<object>((value) => typeof value === 'object' && value !== null).nullable(),
  switches: z.array(z.object({ seat: z.int(), change: switchChangeSchema })),
  sequences: z.object({ records: z.array(z.int()), latest: z.int() }),
  faults: z.object({
    faults: z.array(z.custom<ActiveFault>((value) => typeof value === 'object' && value !== null)),
    lastId: z.int(),
    randomSeed: z.int().nullable(),
  }),
})

const appSchema = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  access: z.discriminatedUnion('type', [
    z.object({ type: z.literal('free') }),
    z.object({ type: z.enum(['one_time', 'pass_30d']), price: z.string(), statement: z.string() }),
  ]),
  products: z.array(productSchema),
  ageRating: z.enum(AGE_RATINGS),
  requires: z.array(z.enum(REQUIRABLE_FEATURES)),
  capabilities: z.partialRecord(
    z.enum(CAPABILITIES),
    z.object({ version: z.int(), purpose: z.string(), tools: z.array(z.string()) }),
  ),
})

/** Reads the app from the log, which has it from its manifest. */
export const readHostedApp = (logged: object): HostedApp => {
  const app = appSchema.parse(logged)
  const capabilities: Partial<Record<Capability, DeclaredCapability>> = {}
  for (const name of CAPABILITIES) {
    const declared = app.capabilities[name]
    if (declared !== undefined) capabilities[name] = declared
  }
  return { ...app, capabilities }
}

/**
 * Opens a host as it was at a start in a log, with what was saved then.
 * @param log of this run and of those before
 * @throws {UnreplayableError}
 */
export const openLoggedHost = async (
  start: StartAction,
  { log, clock }: Pick<LoggedHost, 'log' | 'clock'>,
): Promise<LoggedHost> => {
  if (start.hasTurns !== true)
    throw new UnreplayableError(
      'earlier-version',
      'The log is from version 0.1, which did not record the order of events: record it again.',
    )
  const { data, seed, switches: wanted, faults: wantedFaults, sequences } = startSchema.parse(start)
  if (data === null)
    throw new UnreplayableError(
      'too-much-data',
      'The log starts with more saved data than a log can contain: record one that starts after a reset.',
    )
  const work = new LoggedWork()
  const app = String(Reflect.get(data, 'app'))
  const read = readAppData(data, { app, ownerId: 'u_nobody', now: clock.clock.now() })
  if ('problems' in read)
    throw new UnreplayableError(
      'invalid-data',
      `The saved data at the start of the log are invalid: ${read.problems.join('; ')}.`,
    )
  for (const [name, value] of documentsOf(read.contents)) await work.documents.save(name, () => value)
  const records = read.contents.records.map((record, index) => ({
    ...record,
    sequence: sequences.records[index] ?? record.sequence,
  }))
  const shared = new SharedStore(records, sequences.latest)
  await work.documents.save(SHARED_STORE_DOCUMENT, () => SHARED_STORE_CODEC.serialize(shared))
  log.hostClock.begin()
  const switches = await SwitchBoard.open(log.outside.store(work.store))
  for (const { seat, change } of wanted) await switches.set(seat, change)
  const faults = new FaultInjector()
  faults.restart(wantedFaults)
  const host = await Host.open({
    clock: log.hostClock,
    log,
    timeline: new MatchTimeline(),
    store: work.store,
    switches,
    randomness: seededRandomness(seed),
    pictures: work,
    aiMaker: work,
    faults,
    // It is answered as in the log, which is compared.
    onDefect: () => {},
  })
  const people = await Promise.all(Array.from({ length: MAX_SEATS }, (_, index) => host.seat(index + 1)))
  work.start()
  log.recordTurns(async () => {})
  return { host, people, switches, log, faults, work, clock }
}
