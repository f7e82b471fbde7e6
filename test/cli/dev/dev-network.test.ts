import { hostname } from 'node:os'
import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { devNetwork, hostOption } from '../../../src/cli/dev/dev-network.js'

const parse = (...flags: string[]): unknown =>
  new Command()
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .argument('[path]')
    .addOption(hostOption())
    .parse(flags, { from: 'user' })
    .opts()['host']

describe('--host', () => {
  it('defaults to this machine; without a value it means every address, else the given one', () => {
    expect([
      parse('hello'),
      parse('hello', '--host'),
      parse('--host', '10.0.0.7'),
      parse('--host', '::'),
    ]).toEqual(['127.0.0.1', '0.0.0.0', '10.0.0.7', '::'])
    expect(parse('--host', hostname())).toBe(hostname())
  })

  it('rejects a folder as the address, and shows the right order', () => {
    expect(() => parse('--host', 'hello')).toThrow(/use: miniapp dev hello --host/)
  })
})

describe('how the simulator is reached', () => {
  const addresses = ['192.168.1.5', '172.17.0.1']

  it('only from this machine', () => {
    for (const host of ['127.0.0.1', 'localhost', '::1'])
      expect(devNetwork(host, addresses)).toEqual({
        open: false,
        urlHost: 'localhost',
        hostNames: [],
        phoneAddresses: [],
      })
  })

  it('by each of its addresses and names', () => {
    const own = hostname().toLowerCase()
    for (const host of ['0.0.0.0', '::'])
      expect(devNetwork(host, addresses)).toEqual({
        open: true,
        urlHost: 'localhost',
        hostNames: [...addresses, own, `${own}.local`],
        phoneAddresses: addresses,
      })
  })

  it('by the one given address', () => {
    expect(devNetwork('10.0.0.7', addresses)).toMatchObject({
      urlHost: '10.0.0.7',
      hostNames: ['10.0.0.7'],
      phoneAddresses: ['10.0.0.7'],
    })
    expect(devNetwork('FE80::1', addresses)).toMatchObject({ urlHost: '[fe80::1]', hostNames: ['[fe80::1]'] })
  })
})
