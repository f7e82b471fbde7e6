import { describe, expect, it } from 'vitest'
import { RULES } from '../../src/check/rules/index.js'
import { suggestion } from '../../src/cli/run-rules.js'

describe('a mistyped rule', () => {
  it.each([
    ['html/remote-urls', 'html/remote-url'],
    ['remote-elsewhere', 'html/remote-elsewhere'],
    ['nothing/like/it', null],
  ])('%s', (typed, meant) => {
    expect(
      suggestion(
        typed,
        RULES.map(({ id }) => id),
      ),
    ).toBe(meant)
  })
})
