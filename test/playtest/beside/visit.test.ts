import { afterEach, describe, expect, it, vi } from 'vitest'
import type { LogEntry } from '../../../src/host/log/call-log.js'
import type { Original } from '../../../src/playtest/beside/original.js'
import { loggedIn, visitOriginal } from '../../../src/playtest/beside/visit.js'
import type { Driver, TestWindow, View } from '../../../src/playtest/drivers/driver.js'

const GONE = new Error('Target closed')
const gone = async (): Promise<never> => {
  throw GONE
}

const GAME: Original = {
  name: 'game',
  entry: '/',
  read: async () => ({ bytes: Buffer.from('<!doctype html><title>Game</title>'), type: 'index.html' }),
}

/** What an interrupted test leaves: the browser is closed, and so is each of its windows. */
const closedBrowser = (
  goto: (url: string) => Promise<void>,
  close: () => Promise<void> = gone,
  onOpen: (view: View) => void = () => {},
): Driver => {
  const window: TestWindow = {
    goto,
    askShell: gone,
    askApp: gone,
    appLoaded: gone,
    screenshot: gone,
    click: gone,
    hover: gone,
    press: gone,
    drag: gone,
    key: gone,
    memory: gone,
    crashed: () => false,
    answers: async () => false,
    saveTrace: gone,
    close,
  }
  return {
    engine: 'chromium',
    name: 'Chromium 1.2.3',
    limits: [],
    windows: 2,
    open: async (view) => {
      onOpen(view)
      return window
    },
    close: async () => {},
  }
}

const VIEW = {
  touch: true,
  theme: 'light',
  locale: 'en',
  pixelRatio: 1,
  trace: false,
  frame: 'small phone',
} as const
const PLACE = { x: 0, y: 0, width: 320, height: 480, scale: 1, pixelRatio: 1 }

afterEach(() => {
  vi.useRealTimers()
})

describe('a visit to an original', () => {
  it('closes a page that never loads before it opens it again without the internet', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const urls: string[] = []
    const driver = closedBrowser(
      async (url) => {
        urls.push(url)
        if (urls.length === 1) setImmediate(() => vi.advanceTimersByTime(60_000))
        if (urls.length === 1) await new Promise(() => {})
        await gone()
      },
      async () => void urls.push('closed'),
    )
    const { signal } = new AbortController()
    await expect(visitOriginal(driver, GAME, VIEW, PLACE, { seed: 1, seconds: 60, signal })).rejects.toThrow(
      'Chromium 1.2.3 ended or stopped answering while it ran the original',
    )
    expect(urls).toEqual([urls[0], 'closed', urls[0], 'closed'])
  })

  it('has the pixels of the app’s frame, where a browser gives that others than its page', async () => {
    const views: View[] = []
    const driver = closedBrowser(gone, gone, (view) => views.push(view))
    const { signal } = new AbortController()
    await expect(
      visitOriginal(driver, GAME, VIEW, { ...PLACE, pixelRatio: 2 }, { seed: 1, seconds: 1, signal }),
    ).rejects.toThrow()
    expect(views).toEqual([{ ...VIEW, pixelRatio: 2 }])
  })

  it('leaves no server behind where its window cannot even be closed', async () => {
    const interruption = new AbortController()
    const urls: string[] = []
    const driver = closedBrowser(async (url) => {
      urls.push(url)
      interruption.abort()
      await gone()
    })
    await expect(
      visitOriginal(driver, GAME, VIEW, PLACE, { seed: 1, seconds: 1, signal: interruption.signal }),
    ).rejects.toThrow()
    const [url = ''] = urls
    expect(url).toMatch(/^http:\/\/localhost:\d+\/$/)
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  })
})

describe('what is compared of a log', () => {
  const entry = (kind: 'violation' | 'failed-file', message: string): LogEntry => ({
    kind,
    message,
    seq: 1,
    at: '',
    seat: 1,
    file: null,
    line: null,
    column: null,
  })

  it('is what players miss: no counters and ads', () => {
    const blocked = (url: string): string => `The sandbox blocked ${url} (connect-src).`
    const failed = (url: string): string => `<img> could not load ${url}.`
    expect(
      loggedIn([
        entry('violation', blocked('https://www.google-analytics.com/g/collect')),
        entry('violation', blocked('https://example.com/levels.json')),
        entry('violation', 'The sandbox does not allow frames: <iframe> was removed.'),
        entry(
          'violation',
          'The sandbox does not allow frames: <iframe> of https://ghbtns.com/a was removed.',
        ),
        entry('failed-file', failed('https://mc.yandex.ru/watch/1')),
        entry('failed-file', failed('https://example.com/a.png')),
      ]),
    ).toEqual({
      missing: [failed('https://example.com/a.png')],
      blocked: [
        blocked('https://example.com/levels.json'),
        'The sandbox does not allow frames: <iframe> was removed.',
      ],
      errors: [],
    })
  })
})
