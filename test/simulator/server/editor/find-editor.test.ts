import { describe, expect, it } from 'vitest'
import { findEditor } from '../../../../src/simulator/server/editor/find-editor.js'

/** Finds this one, and splits a command at its spaces. */
const guesses =
  (found: unknown) =>
  (specified?: string): readonly unknown[] =>
    specified === undefined ? [found] : specified.split(' ')

describe('the editor', () => {
  it('is the chosen one, with its arguments', () => {
    expect(findEditor('code --wait', guesses('vim'))).toEqual({ program: 'code', args: ['--wait'] })
    expect(findEditor('code -n "my folder"')).toEqual({ program: 'code', args: ['-n', 'my folder'] })
  })

  it('is one that was found, if none was chosen', () => {
    expect(findEditor(null, guesses('subl --wait'))).toEqual({ program: 'subl', args: ['--wait'] })
  })

  it('may be a path with spaces', () => {
    expect(findEditor(`${import.meta.dirname}/find-editor.test.ts`, guesses(null))).toEqual({
      program: `${import.meta.dirname}/find-editor.test.ts`,
      args: [],
    })
  })

  it.each([
    [null, null, 'No editor was found.'],
    [null, '', 'No editor was found.'],
    [' ', null, 'No editor was found.'],
    [null, '/usr/bin/vim', 'Your editor vim runs in a terminal, so it cannot open from here.'],
    [null, 'nano', 'Your editor nano runs in a terminal, so it cannot open from here.'],
  ])('is missing where %j was chosen and %j found', (chosen, found, message) => {
    expect(() => findEditor(chosen, guesses(found))).toThrow(message)
  })

  it('is never a line for a shell', () => {
    expect(() => findEditor('code; rm -rf .')).toThrow('code; rm -rf . is not the command of an editor.')
  })
})
