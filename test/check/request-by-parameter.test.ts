import { describe, expect, it } from 'vitest'
import { check } from '../../src/check/run.js'
import { memoryBundle } from '../support/fakes/memory-bundle.js'
import { sampleFiles } from '../support/fakes/sample-bundle.js'

const requests = async (script: string): Promise<readonly string[]> => {
  const { problems } = await check(memoryBundle({ ...sampleFiles(), 'game.js': script }))
  return problems.filter(({ rule }) => rule === 'script/remote-request').map(({ message }) => message)
}

const FOUND = 'fetch of "https://a.test/a" fails: a mini app has no network access.'

describe('2.10: a request of what a function is called with', () => {
  it.each([
    "const get = (address) => fetch(address)\nget('https://a.test/a')",
    "get('https://a.test/a')\nasync function get(address) {\n  return (await fetch(address)).json()\n}",
    "const get = (address) => send(address)\nconst send = (to) => fetch(to)\nget('level.json')\nsend('https://a.test/a')",
  ])('is found: %s', async (script) => {
    expect(await requests(script)).toEqual([FOUND])
  })

  it.each([
    [
      "const get = function (count, address) {\n  return fetch(address + count)\n}\nget(1, 'https://a.test/a')",
      '/a1',
    ],
    ["const get = (address) => fetch(address + '/b')\nget('level.json')\nget('https://a.test/a')", '/a/b'],
    [
      "const A = 'https://a.test/a'\nconst get = (address, kind) => fetch(address + kind)\nget(A, 'b')",
      '/ab',
    ],
  ])('is shown with what follows: %s', async (script, path) => {
    expect(await requests(script)).toEqual([FOUND.replace('/a"', `${path}"`)])
  })

  it.each([
    "const get = (address) => fetch(address)\nget('level.json')\nlook('https://a.test/a')",
    "const get = (address) => {\n  address = 'level.json'\n  return fetch(address)\n}\nget('https://a.test/a')",
    "const get = (name, address) => fetch(address)\nget('https://a.test/a', 'level.json')",
    "const get = (address) => ((address) => fetch(address))('level.json')\nget('https://a.test/a')",
    "const get = (address) => get(address)\nget('https://a.test/a')",
  ])('is not made up: %s', async (script) => {
    expect(await requests(script)).toEqual([])
  })

  it('is not what rewrites the address that is there, but in an element', async () => {
    const above = (object: string): string =>
      `const abs = (path) => path.startsWith('/') ? '/' + path.slice(1) : path\n${object}.src = abs(${object}.src)`
    expect(await requests(`self.build = (asset) => {\n${above('asset')}\nreturn asset }`)).toEqual([])
    expect(await requests(`const image = new Image()\n${above('image')}`)).toEqual([
      'image.src of "/" fails: the path starts with a slash.',
    ])
  })

  it('is found in the CSS of a style element', async () => {
    const script = `const addStyle = (text) => {
      const style = document.createElement('style')
      style.appendChild(document.createTextNode(text))
    }
    addStyle('p { background: url(https://a.test/a) }')`
    expect(await requests(script)).toEqual([
      'style.appendChild of "https://a.test/a" fails: a mini app has no network access.',
    ])
  })
})
