import { describe, expect, it } from 'vitest'
import { nearestRule } from '../../src/check/allow.js'
import { RULES } from '../../src/check/rules/index.js'
import { commandRig } from '../support/rigs/command-rig.js'

describe('rules --format json', () => {
  it('has the remedy of each rule under the name that it has elsewhere', async () => {
    const { run } = await commandRig()
    const { stdout } = await run(['rules', 'html/remote-url', '--format', 'json'])
    expect(Object.keys(JSON.parse(stdout))).toEqual([
      'id',
      'level',
      'impact',
      'section',
      'breach',
      'why',
      'remedy',
    ])
  })
})

describe('a mistyped rule', () => {
  it.each([
    ['html/remote-urls', 'html/remote-url'],
    ['remote-elsewhere', 'html/remote-elsewhere'],
    ['nothing/like/it', null],
    ['nope', null],
  ])('%s', (typed, meant) => {
    expect(
      nearestRule(
        typed,
        RULES.map(({ id }) => id),
      ),
    ).toBe(meant)
  })
})
