import { describe, expect, it } from 'vitest'
import { unbuiltNotes } from '../../../src/adopt/project/unbuilt.js'

const notes = (contents: Readonly<Record<string, string>>) =>
  unbuiltNotes(
    new Map(Object.entries(contents).map(([path, text]) => [path, Buffer.from(text)])),
    'index.html',
    'game',
  )

describe('the source of a game', () => {
  it('is told by scripts that no browser runs, with the folder that the build wrote', () => {
    const page = '<!doctype html>\n<script type="module" src="/src/main.ts"></script>'
    expect(notes({ 'index.html': page, 'dist/index.html': '' })).toEqual([
      {
        file: 'index.html',
        line: 2,
        message: '/src/main.ts is not a script that a browser runs. It needs a build.',
        effect: 'breaks',
      },
      {
        file: 'dist/index.html',
        line: null,
        message: 'This is the source of the game. Use what its build wrote: --from game/dist',
        effect: 'breaks',
      },
    ])
  })

  it('is told by require() without a bundler', () => {
    const page = '<script src="js/a.js"></script>'
    expect(notes({ 'index.html': page, 'js/a.js': "'use strict'\nvar a = require('a')" })).toMatchObject([
      { file: 'js/a.js', line: 2 },
      { message: 'This is the source of the game. Build it, then use the folder that the build writes.' },
    ])
  })

  it.each([
    "typeof require === 'function' && require('a')",
    "define(['a'], function () { require('a') })",
    "var require = load\nrequire('a')",
    "a.require('a')",
    'require()',
  ])('is not told by %j', (script) => {
    expect(
      notes({ 'index.html': '<script src="a.js"></script>', 'a.js': script, 'dist/index.html': '' }),
    ).toEqual([])
  })
})
