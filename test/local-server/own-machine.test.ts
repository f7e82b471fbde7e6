import { describe, expect, it } from 'vitest'
import { isOnOwnMachine, lanAddresses, plainAddress } from '../../src/local-server/own-machine.js'

describe('whether a connection comes from this machine', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1', true],
    ['::1', '::1', true],
    ['::ffff:127.0.0.1', '::ffff:127.0.0.1', true],
    // A browser on this machine that opened the network address.
    ['192.168.1.5', '192.168.1.5', true],
    ['::ffff:192.168.1.5', '192.168.1.5', true],
    ['192.168.1.6', '192.168.1.5', false],
    ['::ffff:10.0.0.2', '::ffff:10.0.0.1', false],
    ['fe80::1', 'fe80::2', false],
    // A name that only starts like a loopback address.
    ['1270.0.0.1', '10.0.0.1', false],
    [undefined, undefined, false],
  ])('from %s to %s: %s', (remoteAddress, localAddress, own) => {
    expect(isOnOwnMachine({ remoteAddress, localAddress })).toBe(own)
  })

  it('normalises an address', () => {
    expect(['::FFFF:10.0.0.1', 'FE80::1', '::ffff:abcd', undefined].map(plainAddress)).toEqual([
      '10.0.0.1',
      'fe80::1',
      '::ffff:abcd',
      null,
    ])
  })
})

describe('the addresses for phones', () => {
  const address = (text: string, changes = {}) => ({
    address: text,
    netmask: '255.255.255.0',
    family: 'IPv4' as const,
    mac: '00:00:00:00:00:00',
    internal: false,
    cidr: null,
    ...changes,
  })

  it('are those of real networks first, without this machine’s own and IPv6', () => {
    expect(
      lanAddresses({
        lo: [address('127.0.0.1', { internal: true })],
        docker0: [address('172.17.0.1')],
        'br-1234': [address('172.18.0.1')],
        en0: [address('169.254.3.4')],
        wlan0: [{ ...address('fe80::1'), family: 'IPv6', scopeid: 1 }, address('192.168.1.5')],
        eth0: [address('10.0.0.7')],
      }),
    ).toEqual(['192.168.1.5', '10.0.0.7', '169.254.3.4', '172.17.0.1', '172.18.0.1'])
  })
})
