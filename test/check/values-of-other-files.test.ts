import { describe, expect, it } from 'vitest'
import { incrementalCheck } from '../../src/check/incremental-check.js'
import { check } from '../../src/check/run.js'
import { memoryBundle } from '../support/fakes/memory-bundle.js'
import { sampleFiles } from '../support/fakes/sample-bundle.js'

const page = (body: string): string => `<!doctype html><html lang="en"><title>A</title>${body}</html>`
const MODULE = { 'index.html': page('<script type="module" src="game.js"></script>') }
const CLASSIC = { 'index.html': page('<script src="config.js"></script><script src="game.js"></script>') }

const requests = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  const { problems } = await check(memoryBundle({ ...sampleFiles(), ...files }))
  return problems
    .filter(({ rule }) => rule === 'script/remote-request')
    .map(({ file, message }) => `${file} ${/"([^"]*)"/.exec(message)?.[1]}`)
}

const FOUND = ['game.js https://a.test/a']

describe('2.10: a request of what another file of the bundle says', () => {
  it.each<[string, Record<string, string>]>([
    [
      'an exported constant',
      {
        'config.js': "export const API = 'https://a.test/a'",
        'game.js': "import { API } from './config.js'\nfetch(API)",
      },
    ],
    [
      'an exported constant by another name',
      {
        'config.js': "const A = 'https://a.test/a'\nexport { A as API }",
        'game.js': "import { API as url } from './config.js'\nfetch(url)",
      },
    ],
    [
      'a default export',
      {
        'config.js': "export default { api: 'https://a.test/a' }",
        'game.js': "import c from './config.js'\nfetch(c.api)",
      },
    ],
    [
      'a URL',
      {
        'config.js': "export const API = new URL('https://a.test/a')",
        'game.js': "import { API } from './config.js'\nfetch(API)",
      },
    ],
    [
      'the text of a URL',
      {
        'config.js': "export default new URL('https://a.test/a').href",
        'game.js': "import api from './config.js'\nfetch(api)",
      },
    ],
    [
      'all that a module exports',
      {
        'config.js': "export const API = 'https://a.test/a'",
        'game.js': "import * as config from './config.js'\nfetch(config.API)",
      },
    ],
    [
      'what a module hands on',
      {
        'more.js': "export const API = 'https://a.test/a'",
        'config.js': "export { API } from './more.js'",
        'game.js': "import { API } from './config.js'\nfetch(API)",
      },
    ],
    [
      'a JSON module',
      {
        'config.json': '{ "api": "https://a.test/a" }',
        'game.js': "import c from './config.json' with { type: 'json' }\nfetch(c.api)",
      },
    ],
  ])('is found: %s', async (_, files) => {
    expect(await requests({ ...MODULE, ...files })).toEqual(FOUND)
  })

  it.each<[string, string]>([
    ['a constant', "const API = 'https://a.test/a'"],
    ['a variable', "var API = 'https://a.test/a'"],
    ['a field of the window', "window.API = 'https://a.test/a'"],
  ])('is found in a page that shares %s', async (_, config) => {
    expect(await requests({ ...CLASSIC, 'config.js': config, 'game.js': 'fetch(API)' })).toEqual(FOUND)
  })

  it('is not made up', async () => {
    const config = { 'config.js': "export const API = 'https://a.test/a', OTHER = 'level.json'" }
    expect(
      await requests({
        ...MODULE,
        ...config,
        'game.js': "import { OTHER } from './config.js'\nfetch(OTHER)",
      }),
    ).toEqual([])
    expect(
      await requests({ ...MODULE, ...config, 'game.js': "import { NONE } from './config.js'\nfetch(NONE)" }),
    ).toEqual([])
    expect(await requests({ ...MODULE, ...config, 'game.js': 'fetch(API)' })).toEqual([])
  })

  it('changes with the other file', async () => {
    const again = incrementalCheck(() => 1_000_000_000)
    const game = "import { API } from './config.js'\nfetch(API)"
    const found = async (config: string) => {
      const files = { ...sampleFiles(), ...MODULE, 'game.js': game, 'config.js': config }
      const bundle = memoryBundle(files)
      const stamped = bundle.files.map((file) => ({ ...file, changed: { ms: config.length, inode: 1 } }))
      return (await again({ ...bundle, files: stamped })).problems.filter(
        ({ rule }) => rule === 'script/remote-request',
      ).length
    }
    expect(await found("export const API = 'https://a.test/a'")).toBe(1)
    expect(await found("export const API = 'level.json'")).toBe(0)
    expect(await found("export const API = 'https://a.test/other'")).toBe(1)
  })
})
