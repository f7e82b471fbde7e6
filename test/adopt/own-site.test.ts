import { describe, expect, it } from 'vitest'
import { withoutOwnSite } from '../../src/adopt/own-site.js'

const adopted = (text: string): string => {
  const files = new Map(
    Object.entries({ 'game.js': text, 'img/a b.png': 'a', 'src/x.js': 'b', 'docs/index.html': 'c' }).map(
      ([path, content]) => [path, Buffer.from(content)],
    ),
  )
  const { files: changed, changes } = withoutOwnSite(files)
  expect(changes.every(({ kind, file }) => kind === 'address' && file === 'game.js')).toBe(true)
  return Buffer.from(changed.get('game.js') ?? text).toString()
}

describe('addresses of the game on its own site', () => {
  it.each([
    ['https://raw.githubusercontent.com/me/game/main/img/a%20b.png', '/img/a%20b.png'],
    ['https://raw.githubusercontent.com/me/game/refs/heads/main/img/', '/img/'],
    ['https://github.com/me/game/blob/master/img/a%20b.png?raw=true', '/img/a%20b.png'],
    ['https://github.com/me/game/raw/master/src/x.js?v=2', '/src/x.js?v=2'],
    ['https://cdn.jsdelivr.net/gh/me/game@1.0/src/x.js', '/src/x.js'],
    ['https://cdn.rawgit.com/me/game/3f2a/src/x.js', '/src/x.js'],
    ['https://me.github.io/game/img/a%20b.png', '/img/a%20b.png'],
    ['http://me.github.io/src/x.js', '/src/x.js'],
  ])('%s begins at the root', (address, path) => {
    expect(adopted(`load("é", '${address}')`)).toBe(`load("é", '${path}')`)
  })

  it.each([
    'https://raw.githubusercontent.com/other/assets/main/img/b.png',
    'https://me.github.io/other-game/',
    'https://me.github.io/game/',
    'https://github.com/me/game',
    'https://example.com/game/x.js',
  ])('%s stays, since the game has no such file', (address) => {
    expect(adopted(`load('${address}')`)).toBe(`load('${address}')`)
  })
})
