import { describe, expect, it } from 'vitest'
import { loudness } from '../../../src/playtest/page/clockwork.js'
import { labelledControls } from '../../../src/playtest/page/labelled-controls.js'
import { writtenWords } from '../../../src/playtest/page/seen.js'
import { settings } from '../../../src/playtest/page/settings.js'
import { mutes } from '../../../src/playtest/troubles/mute.js'
import type { Stage } from '../../../src/playtest/troubles/trouble.js'

/** What is said of an app with one button for sound. @param heard whether music is heard, by what the button says */
const found = async ({
  label = 'Mute',
  states = ['on', 'off'],
  heard = (_state: string, _returns: number, _opened: number): boolean => true,
  keeps = true,
  words = ['mute'],
  opens = false,
} = {}) => {
  let [taps, returns, opened] = [0, 0, 0]
  const state = (): string => states[taps % states.length] ?? ''
  const answers = new Map<unknown, () => unknown>([
    [settings, () => [{ key: '#mute', label, state: state(), isNamed: true, at: { x: 10, y: 10 } }]],
    [loudness, () => (heard(state(), returns, opened) ? 0.2 : 0)],
    [writtenWords, () => words],
    [labelledControls, () => (opens && taps % 2 === 1 ? [{}, {}] : [{}])],
  ])
  const stage = {
    entry: 'index.html',
    signal: new AbortController().signal,
    close: async () => {},
    open: async () => {
      opened += 1
      if (!keeps) taps = 0
      return null
    },
    client: {
      setSwitches: async ({ visible }: { readonly visible: boolean }) => {
        if (visible) returns += 1
      },
    },
    window: {
      askApp: async (question: unknown) => answers.get(question)?.(),
      askShell: async () => ({ x: 0, y: 0, width: 300, height: 500 }),
      press: async ({ x }: { readonly x: number }) => {
        if (x === 10) taps += 1
      },
    },
  } as unknown as Stage
  return (await mutes(stage, async () => {})).map(({ rule, message }) => `${rule}: ${message}`)
}

describe('a button that mutes', () => {
  it('does nothing where the music goes on in both of its states', async () => {
    expect(await found()).toEqual([
      'run/mute-does-nothing: The button "Mute" shows another state with each tap, but the sound goes on in both.',
    ])
    expect(await found({ label: '🔊' })).toHaveLength(1)
    expect(await found({ label: 'Sound on' })).toHaveLength(1)
  })

  it('is silent in one of them', async () => {
    expect(await found({ heard: (state) => state === 'on' })).toEqual([])
    expect(await found({ heard: () => false })).toEqual([])
  })

  it('mutes until it is tapped again', async () => {
    expect(await found({ heard: (state, returns) => state === 'on' || returns > 0 })).toEqual([
      'run/mute-does-nothing: The button "Mute" mutes the app, but its sound is back once the app was hidden and shown again.',
    ])
  })

  it('mutes once the app is opened again, where it keeps that', async () => {
    const heard = (state: string, _returns: number, opened: number) => state === 'on' || opened > 0
    expect(await found({ heard })).toEqual([
      'run/mute-does-nothing: The button "Mute" is still set once the app was closed and opened again, but does not mute it.',
    ])
    expect(await found({ heard, keeps: false })).toEqual([])
  })

  it('may be for something else, or open something', async () => {
    expect(await found({ label: 'Sound effects' })).toEqual([])
    expect(await found({ words: ['sound', 'music'] })).toEqual([])
    expect(await found({ opens: true })).toEqual([])
    expect(await found({ states: ['on'] })).toEqual([])
  })
})
