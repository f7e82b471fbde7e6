import { describe, expect, it } from 'vitest'
import { page, pagerOf } from '../../../src/cli/publish/pager.js'
import { missing } from '../../support/vitest/missing.js'

type Context = Parameters<typeof page>[1]

const printedBy = async (environment: Readonly<Record<string, string>>, outIsTerminal: boolean) => {
  const printed: string[] = []
  const context = { environment, outIsTerminal, out: (text: string) => printed.push(text) }
  await page('long\n', context as unknown as Context)
  return printed
}

describe('the pager', () => {
  it.each([
    ['linux', {}, 'less'],
    ['darwin', {}, 'less'],
    ['win32', {}, ''],
    ['win32', { PAGER: 'less -R' }, 'less -R'],
    ['linux', { PAGER: 'most' }, 'most'],
    ['linux', { PAGER: 'most', MINIAPP_PAGER: '' }, ''],
  ] as const)('on %s with %j is %j', (platform, environment, pager) => {
    expect(pagerOf(environment, platform)).toBe(pager)
  })

  it('prints without a terminal, without a pager, and if the pager does not start', async ({ skip }) => {
    skip(...missing.shell)
    expect(await printedBy({ PAGER: 'exit 3' }, false)).toEqual(['long\n'])
    expect(await printedBy({ PAGER: '' }, true)).toEqual(['long\n'])
    expect(await printedBy({ PAGER: 'exit 127' }, true)).toEqual(['long\n'])
    expect(await printedBy({ PAGER: 'cat > /dev/null' }, true)).toEqual([])
  })
})
