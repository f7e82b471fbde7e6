import { hostname } from 'node:os'
import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { devNetwork, hostOption } from '../../src/cli/dev-network.js'

const parse = (...flags: string[]): unknown =>
  new Command()
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .argument('[path]')
    .addOption(hostOption())
    .parse(flags, { from: 'user' })
    .opts()['host']

describe('--host', () => {
  it('listens on this machine alone without it, on every address with it, on one where one is named', () => {
    expect([
      parse('hello'),
      parse('hello', '--host'),
      parse('--host', '10.0.0.7'),
      parse('--host', '::'),
    ]).toEqual(['127.0.0.1', '0.0.0.0', '10.0.0.7', '::'])
    expect(parse('--host', hostname())).toBe(hostname())
  })

  it('takes no folder for an address, and says how to put it', () => {
    expect(() => parse('--host', 'hello')).toThrow(/use: miniapp dev hello --host/)
  })
})

describe('how the simulator is reached', () => {
  const addresses = ['192.168.1.5', '172.17.0.1']

  it('from this machine alone', () => {
    for (const host of ['127.0.0.1', 'localhost', '::1'])
      expect(devNetwork(host, addresses)).toEqual({
        open: false,
        urlHost: 'localhost',
        hostNames: [],
        phoneAddresses: [],
      })
  })

  it('by every address and name that it has', () => {
    const own = hostname().toLowerCase()
    for (const host of ['0.0.0.0', '::'])
      expect(devNetwork(host, addresses)).toEqual({
        open: true,
        urlHost: 'localhost',
        hostNames: [...addresses, own, `${own}.local`],
        phoneAddresses: addresses,
      })
  })

  it('by the one address that was named', () => {
    expect(devNetwork('10.0.0.7', addresses)).toMatchObject({
      urlHost: '10.0.0.7',
      hostNames: ['10.0.0.7'],
      phoneAddresses: ['10.0.0.7'],
    })
    expect(devNetwork('FE80::1', addresses)).toMatchObject({ urlHost: '[fe80::1]', hostNames: ['[fe80::1]'] })
  })
})
