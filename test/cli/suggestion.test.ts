import { describe, expect, it } from 'vitest'
import { suggestionFor } from '../../src/cli/suggestion.js'

describe('a suggestion for a mistyped word', () => {
  it.each([
    ['arcdae', 'arcade'],
    ['Arcade', 'arcade'],
    ['blnk', 'blank'],
    ['blanc', 'blank'],
  ])('takes %s for %s', (word, meant) => {
    expect(suggestionFor(word, ['arcade', 'blank'])).toBe(meant)
  })

  it.each(['react', '', 'game'])('takes %j for nothing', (word) => {
    expect(suggestionFor(word, ['arcade', 'blank'])).toBeUndefined()
  })
})
