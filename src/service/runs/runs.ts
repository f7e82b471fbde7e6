import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { NicknameView } from '../../control/service-answers.js'
import { removeUsable } from '../../durable/json-document.js'
import { nullIfMissing } from '../../failure.js'
import { MovableClock } from '../../host/clock.js'
import { EditRefusedError } from '../../host/control/edit.js'
import { FaultInjector } from '../../host/control/faults/fault-injector.js'
import { Host } from '../../host/host.js'
import type { HostedApp } from '../../host/hosted-app.js'
import { CallLog } from '../../host/log/call-log.js'
import { MatchTimeline } from '../../host/matches/match-timeline.js'
import { suggestNicknames } from '../../host/nickname/nickname-rules.js'
import type { Randomness } from '../../host/randomness.js'
import type { RateWindow } from '../../host/rate-window.js'
import type { AppRunner, TestRunAddress } from '../../host/real-runs/app-runner.js'
import type { RunnableApp } from '../../host/real-runs/runnable-app.js'
import { OpenedOnce } from '../../opened-once.js'
import { CAPABILITIES } from '../../platform/features.js'
import { grantedTools } from '../miniapps/capabilities.js'
import { liveVersionOf, memberOf, openAppOf, RefusedError, versionOf } from '../miniapps/context.js'
import { hasAccess, whyClosed } from '../miniapps/market.js'
import type { MiniApp, MiniAppVersion } from '../miniapps/records.js'
import { listingPath } from '../pages/paths.js'
import { faultOfZip } from '../records/check-files.js'
import type { World } from '../world.js'
import { People, type Person, SIGNED_OUT } from './people.js'
import { PersonSwitches } from './person-switches.js'
import { runClock } from './run-clock.js'
import { RunMoney } from './run-money.js'
import { runSharing } from './run-sharing.js'
import { RunStore } from './run-store.js'
import type { RunRequest, ServiceRuns } from './service-runs.js'

export interface RunsWorld
  extends Pick<World, 'store' | 'media' | 'miniApps' | 'versionFiles' | 'clock' | 'now' | 'random' | 'log'> {
  /** Makes what opens apps in a browser. */
  readonly createRunner: () => Promise<AppRunner>
  /** The folder of test data, with a folder for each app. */
  readonly testsFolder: string
  /** A defect of the service itself. */
  readonly onDefect: (error: unknown) => void
}

/** An app that somebody opened since the start, with its host. */
interface OpenApp {
  readonly host: Host
  readonly people: People
  readonly money: RunMoney
  readonly switches: PersonSwitches
  readonly store: RunStore
  readonly clock: MovableClock
  readonly runnable: RunnableApp
  /** The service's origin, as the latest visitor knows it. */
  origin: string
}

/** Opens hosts of real runs when somebody first opens an app, and keeps them in step with the service's records. */
export class Runs implements ServiceRuns {
  readonly #world: RunsWorld
  readonly #base: ReturnType<typeof runClock>
  readonly #apps = new OpenedOnce<OpenApp>()
  /** How much each member shared, by member. */
  readonly #shareRates = new Map<string, RateWindow>()
  #runner: Promise<AppRunner> | null = null

  constructor(world: RunsWorld) {
    this.#world = world
    this.#base = runClock(world.clock)
    const look = (): void => this.#changed()
    world.miniApps.onChange(look)
    world.miniApps.beforeReplacing(() => this.#end())
    world.clock.onChange(look)
  }

  async openRun({ appId, member, device, origin }: RunRequest): Promise<string> {
    const { miniApps, log } = this.#world
    await miniApps.settled()
    const { app, version } = this.#openable(appId, member)
    await this.#requireZip(version)
    const runner = await this.#runnerOf()
    const open = await this.#app(appId, origin)
    open.origin = origin
    const person = await open.people.ensure(member)
    open.money.changed()
    open.switches.use(person.seat, { platform: device })
    const url = await runner.openRun(open.runnable, {
      seat: person.seat,
      person: this.#nameOf(member),
      home: `${origin}${listingPath(app.slug)}${member === SIGNED_OUT ? '' : `?as=${encodeURIComponent(member)}`}`,
    })
    log({ event: 'opened', app: app.name, version: version.version, member, test: false })
    return url
  }

  async openTest(appId: string, number: string): Promise<TestRunAddress> {
    const { miniApps, versionFiles, testsFolder, log } = this.#world
    const version = versionOf({ draft: miniApps.records }, appId, number)
    const app = miniApps.records.get('miniApp', appId)
    if (app === null || app.standing === 'deleted')
      throw new RefusedError('conflict', 'The files of this version were removed (3.1).')
    await this.#requireZip(version)
    const runner = await this.#runnerOf()
    const address = await runner.openTest({
      appId,
      version: number,
      zip: versionFiles.zipPath(version),
      data: join(testsFolder, appId),
      clock: this.#base,
    })
    log({ event: 'opened', app: app.name, version: number, member: app.owner, test: true })
    return address
  }

  /** @throws {RefusedError} where the zip is lost or damaged */
  async #requireZip(version: MiniAppVersion): Promise<void> {
    const fault = await faultOfZip(this.#world, version)
    if (fault === null) return
    const what = fault.why === 'missing' ? 'missing' : 'damaged'
    throw new RefusedError(
      'conflict',
      `The zip of version ${version.version} is ${what}. Upload a new version.`,
    )
  }

  async nicknames(appId: string): Promise<readonly NicknameView[]> {
    const { people, host } = await this.#app(appId, '')
    return [...people.all].flatMap(({ memberId, userId }) => {
      const nickname = host.nicknames.all.get(userId)
      return nickname === undefined ? [] : [{ member: memberId, player: userId, nickname }]
    })
  }

  async replaceNickname(appId: string, member: string, wanted: string | null): Promise<NicknameView> {
    const { people, host } = await this.#app(appId, '')
    const person = people.of(member)
    const before = person === null ? undefined : host.nicknames.all.get(person.userId)
    if (person === null || before === undefined)
      throw new RefusedError('not-found', `${member} has no nickname in this app.`)
    const nickname = wanted ?? this.#suggestion(new Set(host.nicknames.all.values()))
    try {
      await host.nicknames.replace(person.seat, nickname)
    } catch (error) {
      if (error instanceof EditRefusedError) throw new RefusedError('invalid', `nickname: ${error.message}`)
      throw error
    }
    return { member, player: person.userId, nickname: nickname.trim() }
  }

  async removeFiles(appId: string): Promise<void> {
    await (await this.#runner)?.removeFiles(appId)
    await this.#world.versionFiles.removeApp(appId)
    await removeUsable(join(this.#world.testsFolder, appId))
  }

  async stop(): Promise<void> {
    await (await this.#runner)?.stop()
    await this.#endHosts()
  }

  #openable(appId: string, member: string): { readonly app: MiniApp; readonly version: MiniAppVersion } {
    const { miniApps, now } = this.#world
    const context = { draft: miniApps.records, now: now() }
    const app = openAppOf(context, appId)
    const version = liveVersionOf(context, appId)
    if (version === null) throw new RefusedError('conflict', `${app.name} has no live version to open (3.1).`)
    const account = member === SIGNED_OUT ? null : memberOf(context, member)
    const closed = whyClosed(context, app, version.manifest, account)
    if (closed !== null) throw new RefusedError('conflict', closed)
    if (account !== null && !hasAccess(context, app, version.manifest, member))
      throw new RefusedError(
        'conflict',
        `${account.name} has no access to ${app.name}: buy access first (5).`,
      )
    return { app, version }
  }

  #nameOf(member: string): string {
    return this.#world.miniApps.records.get('member', member)?.name ?? 'Not signed in'
  }

  #suggestion(taken: ReadonlySet<string>): string {
    const names = suggestNicknames(() => this.#randomness.integer(2 ** 32) / 2 ** 32, taken.size + 1)
    return names.find((name) => !taken.has(name)) ?? names[0] ?? ''
  }

  readonly #randomness: Randomness = {
    integer: (bound) => {
      const bytes = Buffer.from(this.#world.random(6))
      return bytes.readUIntBE(0, 6) % bound
    },
  }

  #runnerOf(): Promise<AppRunner> {
    this.#runner ??= this.#world.createRunner()
    this.#runner.catch(() => {
      this.#runner = null
    })
    return this.#runner
  }

  #app(appId: string, origin: string): Promise<OpenApp> {
    return this.#apps.of(appId, () => this.#start(appId, origin))
  }

  async #start(appId: string, origin: string): Promise<OpenApp> {
    const { miniApps, now, onDefect } = this.#world
    const records = miniApps.records
    const app = records.get('miniApp', appId)
    if (app === null) throw new RefusedError('not-found', `No mini app has the ID ${appId}.`)
    const people = new People(this.#world, appId)
    const clock = new MovableClock(this.#base, onDefect)
    const log = new CallLog(clock)
    const switches = new PersonSwitches({
      appId,
      people,
      records: () => miniApps.records,
      faults: () => miniApps.faults,
      now,
    })
    const money = new RunMoney({ miniApps, appId, people, now })
    const store = new RunStore({ ...this.#world, appId })
    const host = await Host.open({
      clock,
      log,
      timeline: new MatchTimeline(),
      switches,
      store,
      randomness: this.#randomness,
      faults: new FaultInjector(),
      pictures: {
        redrawForShare: async (base64) => (await this.#runnerOf()).pictures.redrawForShare(base64),
      },
      aiMaker: {
        scripted: async () => null,
        make: async (request) => (await this.#runnerOf()).aiMaker.make(request),
        blocked: () => {},
      },
      real: {
        appUserId: (seat) => userIn(people, seat),
        money,
        sharing: runSharing({
          ...this.#world,
          appId,
          people,
          shareRates: this.#shareRates,
          appAddress: () => `${this.#apps.opened.get(appId)?.origin ?? origin}${listingPath(app.slug)}`,
        }),
        developer: `@${app.owner}`,
      },
      onDefect,
    })
    const runnable = this.#runnable(app, { host, clock, log, switches })
    return { host, people, money, switches, store, clock, runnable, origin }
  }

  #runnable(
    { id }: MiniApp,
    parts: Pick<RunnableApp, 'host' | 'clock' | 'log'> & Pick<OpenApp, 'switches'>,
  ): RunnableApp {
    const { miniApps, versionFiles } = this.#world
    return {
      id,
      ...parts,
      onSwitches: (listener) => parts.switches.onChange((seat) => listener(seat)),
      surroundings: (seat, surroundings) => parts.switches.use(seat, surroundings),
      live: () => {
        const context = { draft: miniApps.records }
        const version = liveVersionOf(context, id)
        const app = miniApps.records.get('miniApp', id)
        if (version === null || app === null || app.standing === 'deleted') return null
        return {
          version: version.version,
          zip: versionFiles.zipPath(version),
          hosted: (hosted) => withGrantedTools(hosted, app),
        }
      },
    }
  }

  /** Records, faults or the time changed. */
  #changed(): void {
    for (const [appId, { money, switches }] of this.#apps.opened) {
      money.changed()
      switches.changed()
      this.#runner?.then((runner) => runner.update(appId)).catch(this.#world.onDefect)
    }
  }

  /** All records are going to be replaced: nothing that runs may save to them. */
  async #end(): Promise<void> {
    const runner = await this.#runner
    await runner?.endRuns()
    await runner?.endTests()
    await this.#endHosts()
    const { testsFolder } = this.#world
    for (const appId of (await readdir(testsFolder).catch(nullIfMissing)) ?? [])
      await removeUsable(join(testsFolder, appId))
  }

  async #endHosts(): Promise<void> {
    const apps = this.#apps.takeAll()
    this.#shareRates.clear()
    for (const { host, clock, store } of await apps) {
      host.close()
      clock.stop()
      store.end()
    }
  }
}

const userIn = (people: People, seat: number): string => {
  const person: Person | null = people.inSeat(seat)
  if (person === null) throw new Error(`Nobody is in seat ${seat}.`)
  return person.userId
}

/** An app may use the tools that an admin granted (3.1). */
const withGrantedTools = (hosted: HostedApp, app: MiniApp): HostedApp => {
  const capabilities = { ...hosted.capabilities }
  for (const name of CAPABILITIES) {
    const declared = capabilities[name]
    if (declared === undefined) continue
    capabilities[name] = { ...declared, grantedTools: grantedTools(app, name) }
  }
  return { ...hosted, capabilities }
}
