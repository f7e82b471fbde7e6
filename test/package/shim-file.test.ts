import { runInNewContext } from 'node:vm'
import { parse } from 'acorn'
import { describe, expect, it } from 'vitest'
import { partFor, partsIn, SHIM_PART_NAMES, SHIM_PARTS } from '../../src/shim/part-names.js'
import { composeShim, readShim } from '../../src/shim/shim-file.js'

describe('the composed shim', () => {
  it('has the parts that it is asked for, what they need, and nothing else', async () => {
    const gamepads = await composeShim({ parts: ['gamepads'], renamed: {} })
    expect(gamepads).toContain('shimGamepads();')
    expect(gamepads).not.toMatch(/localStorage|cookie|Service|start\(\)|XMLHttpRequest/)
    expect(gamepads.length).toBeLessThan(2_500)
    const storage = await composeShim({ parts: ['local-storage', 'cookies'], renamed: {} })
    expect(storage).toMatch(
      /shimLocalStorage\(\);\nshimCookies\(\);\nstart\(\);\n\}\)\(Map, Set, WeakMap, Error, TypeError, window\.Event, window\.EventTarget, window\.Element, window\.Blob\);\n$/,
    )
    expect(storage).not.toMatch(/getGamepads|XMLHttpRequest/)
  })

  it.each(SHIM_PART_NAMES)('is a script by itself with the part %s', async (part) => {
    const renamed = part === 'names' ? { 'a b.png': 'a-b.png' } : {}
    const text = await composeShim({ parts: [part], renamed })
    expect(() => parse(text, { ecmaVersion: 2018, sourceType: 'script' })).not.toThrow()
    expect(partsIn(text)).toEqual([part])
    // A page without any of the browser's own: what a part asks for first must be in the file.
    expect(() => runInNewContext(text.replace(/^shim\w+\(.*\);$|^start\(\);$/gm, ''), PAGE())).not.toThrow()
  })

  it('2.8: has no text that the service flags', async () => {
    const text = await composeShim({ parts: SHIM_PART_NAMES, renamed: { a: 'b' } })
    expect(text).not.toMatch(/RTCPeerConnection|new\s+WebSocket|EventSource\(|sendBeacon\(/)
  })

  it('tells what it was composed of', async () => {
    const contents = {
      parts: ['gamepads', 'names'] as const,
      renamed: { 'b (1).png': 'b-1.png', 'ä.ogg': 'a.ogg' },
    }
    const text = await composeShim(contents)
    expect(readShim(text)).toEqual(contents)
    expect(await composeShim(contents)).toBe(text)
    expect(readShim('localStorage.a = 1')).toBeNull()
  })

  it('names each part in its head', async () => {
    const [head = ''] = (await composeShim({ parts: SHIM_PART_NAMES, renamed: { a: 'b' } })).split('*/')
    for (const part of SHIM_PART_NAMES) expect(head).toContain(SHIM_PARTS[part].title)
  })
})

describe('the part for a use', () => {
  it.each([
    [['localStorage'], true, 'local-storage'],
    [['localStorage', 'getItem'], true, 'local-storage'],
    [['localStorageOfMine'], true, null],
    [['game', 'localStorage'], false, null],
    [['document', 'cookie'], true, 'cookies'],
    [['document', 'title'], true, null],
    [['navigator', 'getGamepads'], true, 'gamepads'],
    [['canvas', 'requestFullscreen'], false, 'fullscreen'],
    [['requestFullscreen'], true, null],
    [['open'], true, 'new-window'],
    [['screen', 'orientation', 'lock'], true, 'orientation'],
  ] as const)('%j (global: %s) is %s', (names, global, part) => {
    expect(partFor(names, global)).toBe(part)
  })
})

/** What a page has at least. */
const PAGE = () => {
  const page: Record<string, unknown> = {
    Symbol,
    URL,
    document: { currentScript: null, baseURI: 'https://app.test/a/' },
    HTMLScriptElement: class {},
    performance,
    DOMException,
    MessageChannel: class {
      readonly port1 = {}
      readonly port2 = {}
    },
  }
  page['window'] = page
  return page
}
