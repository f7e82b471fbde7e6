import { describe, expect, it } from 'vitest'
import { type Network, withNetworkChange } from '../../../src/host/control/network.js'
import { NETWORK_NAMES, NETWORK_PRESETS, networkNameOf } from '../../../src/host/control/network-presets.js'
import { switchChangeSchema, withChange } from '../../../src/host/control/switch-change.js'
import { DEFAULT_SWITCHES } from '../../../src/host/control/switches.js'
import { describeIssues, plainIssue } from '../../../src/platform/issues.js'
import { describeSeat } from '../../../src/simulator/shell/panels/switch-words.js'

const PERFECT = DEFAULT_SWITCHES.network

describe('a change of the network', () => {
  it('sets what it names, and keeps the rest', () => {
    const changed = withNetworkChange(PERFECT, { latency: 50, loss: undefined })
    expect(changed).toEqual({ ...PERFECT, latency: 50 })
  })

  it('sets a part of the way up; its other parts are as on the way down until they are set', () => {
    const network: Network = { ...PERFECT, latency: 50, loss: 0.1 }
    const changed = withNetworkChange(network, { up: { latency: 90 } })
    expect(changed.up).toEqual({ latency: 90, jitter: 0, loss: 0.1 })
    expect(withNetworkChange(changed, { up: { loss: 0.2 } }).up).toEqual({
      latency: 90,
      jitter: 0,
      loss: 0.2,
    })
    expect(withNetworkChange(changed, { up: null })).toEqual(network)
  })

  it.each(NETWORK_NAMES)('can be the name %s, which is known again', (name) => {
    const { network } = withChange(DEFAULT_SWITCHES, switchChangeSchema.parse({ network: name }))
    expect(networkNameOf(network)).toBe(name)
    expect(network).toMatchObject({ offline: false, seed: 1 })
    expect(switchChangeSchema.parse({ network }).network).toEqual(network)
    expect(networkNameOf(withNetworkChange(network, { latency: 1_234 }))).toBeNull()
    expect(withNetworkChange(network, NETWORK_PRESETS.perfect)).toEqual(PERFECT)
  })

  it('has the same name with an equal way up', () => {
    expect(networkNameOf({ ...PERFECT, up: { latency: 0, jitter: 0, loss: 0 } })).toBe('perfect')
  })

  it.each([
    ['moon', 'network: must be an object, or one of perfect, wifi, 4g, train, airport'],
    [5, 'network: must be an object'],
    [{ latency: -1 }, 'network.latency: must be at least 0'],
    [{ up: { loss: 2 } }, 'network.up.loss: must be at most 1'],
    [{ up: 'train' }, 'network.up: must be an object'],
    [{ burst: 0 }, 'network.burst: must be at least 1'],
    [{ stalls: { every: 1_000, for: 1_000 } }, 'network.stalls.for: must be shorter than `every`'],
    [{ stalls: { every: 1_000 } }, 'network.stalls.for: is missing'],
    [{ speed: 1 }, 'network: has unknown fields: `speed`'],
  ])('cannot be %j', (network, message) => {
    const { error } = switchChangeSchema.safeParse({ network }, { error: plainIssue })
    expect(error === undefined ? null : describeIssues(error)).toBe(message)
  })
})

describe('the words for a seat’s network', () => {
  it.each([
    [{}, ''],
    [{ latency: 80 }, '80 ms'],
    [{ latency: 90, loss: 0.03, up: { latency: 120, jitter: 0, loss: 0.04 } }, '90/120 ms · 3/4% lost'],
    [{ loss: 0.002 }, '0.2% lost'],
    [{ offline: true, up: { latency: 5, jitter: 0, loss: 0 } }, 'offline · 0/5 ms'],
  ])('%j: %s', (network, words) => {
    expect(describeSeat({ ...DEFAULT_SWITCHES, network: { ...PERFECT, ...network } })).toBe(words)
  })
})
