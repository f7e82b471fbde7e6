import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { PERMISSIONS_POLICY } from '../../../../src/platform/csp.js'
import { SOCKET_PATH } from '../../../../src/simulator/messages.js'
import { KnownFeatures } from '../../../../src/simulator/server/bundle-origin/known-features.js'
import { send, simulatorRig } from '../../../support/rigs/simulator-rig.js'

describe('the features that a browser knows', () => {
  it('2.10: are all that its policy names, of those that are denied', () => {
    const features = new KnownFeatures()
    features.add('One', ['camera', 'ch-ua', 'usb'])
    expect(features.policyFor('One')).toBe('camera=(), usb=()')
  })

  it('2.10: are unknown of other browsers: every feature is denied', () => {
    const features = new KnownFeatures()
    features.add('One', ['camera'])
    expect([features.policyFor('Two'), features.policyFor(undefined)]).toEqual([
      PERMISSIONS_POLICY,
      PERMISSIONS_POLICY,
    ])
  })

  it('2.10: are those of both browsers that have one name', () => {
    const features = new KnownFeatures()
    features.add('One', ['camera'])
    features.add('One', ['usb'])
    expect(features.policyFor('One')).toBe('camera=(), usb=()')
  })

  it('stay few, however many browsers come', () => {
    const features = new KnownFeatures()
    for (let i = 0; i < 1_000; i++) features.add(`Browser ${i}`, ['camera'])
    expect(features.policyFor('Browser 0')).toBe(PERMISSIONS_POLICY)
    expect(features.policyFor('Browser 999')).toBe('camera=()')
  })
})

describe('the header', () => {
  it('2.10: names only what the browser knows, once its window said hello with the token', async () => {
    const rig = await simulatorRig()
    const policy = async (): Promise<unknown> =>
      (await send(`${rig.base}index.html`, { 'user-agent': 'One' })).headers['permissions-policy']
    const hello = async (token: string): Promise<unknown> => {
      const socket = new WebSocket(`${rig.shellOrigin.replace('http', 'ws')}${SOCKET_PATH}`, {
        origin: rig.shellOrigin,
        headers: { 'user-agent': 'One' },
      })
      onTestFinished(() => socket.terminate())
      await once(socket, 'open')
      socket.send(JSON.stringify({ type: 'hello', seat: 1, token, features: ['camera'] }))
      const [data] = await once(socket, 'message')
      return JSON.parse(String(data)).type
    }
    expect([await hello('wrong'), await policy()]).toEqual(['refused', PERMISSIONS_POLICY])
    expect([await hello(rig.served.token), await policy()]).toEqual(['welcome', 'camera=()'])
  })
})
