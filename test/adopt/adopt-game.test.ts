import { describe, expect, it } from 'vitest'
import { adoptGame } from '../../src/adopt/adopt-game.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const GAME = {
  'index.html':
    '<img src="https://example.com/logo.png"><form action="https://example.com/"></form><script src="extra.js"></script><script src="game.js"></script>',
  'game.js': 'Service.ready()',
  'extra.js': '',
  'docs/a.html': '',
  'docs/game.js.map': '{}',
  'maps/one.tmx': '<map/>',
  '.env': 'x',
}

const adopted = async (keep: readonly string[], drop: readonly string[] = []) => {
  const folder = await temporaryFolder()
  const files = new Map(Object.entries(GAME).map(([path, text]) => [path, Buffer.from(text)]))
  const game = { folder, files, leftBehind: [], tooLarge: new Map<string, number>() }
  const { files: written, leftBehind } = await adoptGame(game, 'index.html', 'game', false, { keep, drop })
  const page = written.find(({ path }) => path === 'index.html')?.bytes ?? Buffer.of()
  return {
    paths: written.map(({ path }) => path),
    left: leftBehind.map(({ path, why }) => `${path}: ${why}`),
    page: Buffer.from(page).toString(),
  }
}

describe('what a person overrules', () => {
  it('keeps files, folders and elements that would go', async () => {
    const { paths, page } = await adopted(['./docs/', 'maps/one.tmx', 'https://example.com/logo.png'])
    expect(paths).toEqual([
      'docs/a.html',
      'docs/game.js.map',
      'extra.js',
      'game.js',
      'index.html',
      'maps/one.tmx.txt',
    ])
    expect(page).toContain('<img src="https://example.com/logo.png"><script')
  })

  it('drops files with the elements that load them, and says so', async () => {
    const { paths, left, page } = await adopted([], ['extra.js', 'maps'])
    expect(paths).toEqual(['game.js', 'index.html'])
    expect(left).toContain('extra.js: dropped with --drop')
    expect(page).not.toContain('extra.js')
  })

  it('never keeps what the platform refuses', async () => {
    expect((await adopted(['.env'])).left).toContain('.env: hidden files are refused')
  })

  it('names what is there', async () => {
    await expect(adopted(['sounds'])).rejects.toMatchObject({
      kind: 'usage',
      message: 'sounds is not in the game.',
    })
  })
})
