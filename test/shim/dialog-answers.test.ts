import { describe, expect, it } from 'vitest'
import { dialogAnswers } from '../../src/shim/parts/dialogs.js'

describe('2.10: the answers to dialogs that nobody sees', () => {
  it('are those of OK, and others where a script asks again immediately', () => {
    const { confirm, prompt, restart } = dialogAnswers()
    expect([confirm(), confirm(), confirm()]).toEqual([true, false, true])
    expect([prompt('Ada'), prompt('Ada'), prompt('Ada')]).toEqual(['Ada', 'Player', '1'])
    restart()
    expect([confirm(), prompt('')]).toEqual([true, ''])
  })

  it('end where a script would ask for ever', () => {
    const { prompt, restart } = dialogAnswers()
    const answers = Array.from({ length: 101 }, () => prompt(''))
    expect(answers.indexOf(null)).toBe(100)
    restart()
    expect(prompt('')).toBe('')
  })
})
