import { DEVICE_SLOW_DOWN_MS, type Scope } from '../../platform/publishing.js'
import type { App, DeviceGrant } from '../records/records.js'
import { put, removal } from '../records/store.js'
import { hashOf, newSecret } from '../secrets.js'
import type { World } from '../world.js'
import { connect, findApp } from './consent.js'
import { issueTokens, type TokenResponse } from './tokens.js'

/** The server side of RFC 8628. */
const LIFETIME_MS = 600_000
const INTERVAL_MS = 2_000
/** Network delay can make a device that waits exactly long enough seem early. */
const JITTER_MS = 200
/**
 * RFC 8628, 6.1: letters without vowels, to avoid words, that cannot be confused with each other or with
 * digits.
 */
const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const USER_CODE_LENGTH = 8

export type DevicePollError =
  | 'authorization_pending'
  | 'slow_down'
  | 'access_denied'
  | 'expired_token'
  | 'invalid_grant'

/** A sign-in that waits for somebody's decision, and the app that asked for it. */
export interface WaitingDevice {
  readonly grant: DeviceGrant
  readonly app: App
}

export class DeviceGrants {
  readonly #world: World
  /** When each code was last polled; not saved. */
  readonly #polledAt = new Map<string, number>()

  constructor(world: World) {
    this.#world = world
  }

  /** 3.2: what the device authorization endpoint answers, but for its addresses. */
  async begin(app: App, scopes: readonly Scope[]) {
    const world = this.#world
    const deviceCode = newSecret(world)
    const hash = hashOf(deviceCode)
    const userCode = this.#newUserCode()
    await world.store.commit([
      ...this.#expired(),
      put('deviceGrant', hash, {
        hash,
        userCode,
        clientId: app.clientId,
        scopes: [...scopes],
        intervalMs: INTERVAL_MS,
        expiresAt: world.now() + LIFETIME_MS,
        state: 'pending',
        connectionId: null,
        approved: [],
      }),
    ])
    world.log({ event: 'code-requested', app: app.name, scopes })
    return {
      deviceCode,
      userCode,
      expiresInSeconds: LIFETIME_MS / 1_000,
      intervalSeconds: INTERVAL_MS / 1_000,
    }
  }

  /** The pending grant of a user code, in any notation, with its app; null if the app is gone. */
  findWaiting(typed: string): WaitingDevice | null {
    const grant = this.#findPending(typed)
    const app = grant === undefined ? null : findApp(this.#world, grant.clientId)
    return grant === undefined || app === null ? null : { grant, app }
  }

  #findPending(typed: string): DeviceGrant | undefined {
    const letters = typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
    return this.pending.find(({ userCode }) => userCode.replace('-', '') === letters)
  }

  /** Those that wait for somebody's decision, oldest first. */
  get pending(): readonly DeviceGrant[] {
    const now = this.#world.now()
    return [...this.#world.store.all('deviceGrant')].filter(
      ({ state, expiresAt }) => state === 'pending' && expiresAt > now,
    )
  }

  async approve({ grant, app }: WaitingDevice, memberId: string, approved: readonly Scope[]): Promise<void> {
    const { connection, change } = connect(this.#world, grant.clientId, memberId, approved)
    await this.#world.store.commit([
      change,
      put('deviceGrant', grant.hash, {
        ...grant,
        state: 'approved',
        approved: [...approved],
        connectionId: connection.id,
      }),
    ])
    this.#world.log({ event: 'connected', app: app.name, scopes: approved })
  }

  async deny({ grant, app }: WaitingDevice): Promise<void> {
    await this.#world.store.commit([put('deviceGrant', grant.hash, { ...grant, state: 'denied' })])
    this.#world.log({ event: 'denied', app: app.name })
  }

  /** 3.4 and 3.5: one poll of a device. */
  async poll(deviceCode: string, clientId: string): Promise<TokenResponse | DevicePollError> {
    const { store, now, clock } = this.#world
    const grant = store.get('deviceGrant', hashOf(deviceCode))
    if (grant === null || grant.clientId !== clientId || grant.state === 'consumed') return 'invalid_grant'
    if (grant.state === 'denied') return 'access_denied'
    if (grant.expiresAt <= now()) return 'expired_token'
    const polledAt = this.#polledAt.get(grant.hash)
    // A program waits by the machine's time, also while the service's clock is paused.
    const machineNow = clock.machineNow()
    this.#polledAt.set(grant.hash, machineNow)
    if (polledAt !== undefined && machineNow - polledAt < grant.intervalMs - JITTER_MS) {
      const slower = { ...grant, intervalMs: grant.intervalMs + DEVICE_SLOW_DOWN_MS }
      await store.commit([put('deviceGrant', grant.hash, slower)])
      return 'slow_down'
    }
    if (grant.state === 'pending' || grant.connectionId === null) return 'authorization_pending'
    // 3: the app was disconnected before the device asked again.
    if (store.get('connection', grant.connectionId)?.disconnectedAt !== null) return 'invalid_grant'
    const { response, changes } = issueTokens(this.#world, grant.connectionId, grant.approved)
    await store.commit([put('deviceGrant', grant.hash, { ...grant, state: 'consumed' }), ...changes])
    return response
  }

  #newUserCode(): string {
    for (;;) {
      // Bytes of 240 and above would make the first letters more likely.
      const letters = [...this.#world.random(64)]
        .filter((byte) => byte < 240)
        .slice(0, USER_CODE_LENGTH)
        .map((byte) => USER_CODE_LETTERS[byte % USER_CODE_LETTERS.length])
        .join('')
      if (letters.length < USER_CODE_LENGTH) continue
      const code = `${letters.slice(0, 4)}-${letters.slice(4)}`
      if (this.#findPending(code) === undefined) return code
    }
  }

  #expired() {
    const now = this.#world.now()
    return [...this.#world.store.all('deviceGrant')]
      .filter((grant) => grant.expiresAt + LIFETIME_MS <= now)
      .map(({ hash }) => {
        this.#polledAt.delete(hash)
        return removal('deviceGrant', hash)
      })
  }
}
