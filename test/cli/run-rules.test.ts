import { describe, expect, it } from 'vitest'
import { nearestRule } from '../../src/check/allow.js'
import { RULES } from '../../src/check/rules/index.js'

describe('a mistyped rule', () => {
  it.each([
    ['html/remote-urls', 'html/remote-url'],
    ['remote-elsewhere', 'html/remote-elsewhere'],
    ['nothing/like/it', null],
  ])('%s', (typed, meant) => {
    expect(
      nearestRule(
        typed,
        RULES.map(({ id }) => id),
      ),
    ).toBe(meant)
  })
})
