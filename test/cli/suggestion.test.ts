import { describe, expect, it } from 'vitest'
import { suggestionFor } from '../../src/cli/suggestion.js'

describe('a suggestion for a mistyped word', () => {
  it.each([
    ['arcdae', 'arcade'],
    ['Arcade', 'arcade'],
    ['blnk', 'blank'],
    ['blanc', 'blank'],
  ])('suggests for %s: %s', (word, meant) => {
    expect(suggestionFor(word, ['arcade', 'blank'])).toBe(meant)
  })

  it.each(['react', '', 'game'])('suggests nothing for %j', (word) => {
    expect(suggestionFor(word, ['arcade', 'blank'])).toBeUndefined()
  })
})
