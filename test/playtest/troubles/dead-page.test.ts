import { describe, expect, it } from 'vitest'
import { deadPage } from '../../../src/playtest/troubles/dead-page.js'

const dead = async (isReady: boolean, isBlank: boolean, answers: () => Promise<never>) =>
  (
    await deadPage(
      { window: { askApp: answers }, entry: 'index.html', isBlank: async () => isBlank },
      isReady,
      'while storage is full',
    )
  ).map(({ rule, message }) => `${rule}: ${message}`)

const answers = async (): Promise<never> => true as never

describe('an app that is opened in trouble', () => {
  it('is alive if it is ready and shows something', async () => {
    expect(await dead(true, false, answers)).toEqual([])
  })

  it('is dead if it is not ready, is blank or hangs', async () => {
    expect(await dead(false, true, answers)).toEqual([
      'run/dead-page: The app never called Service.ready() while storage is full.',
    ])
    expect(await dead(true, true, answers)).toEqual([
      'run/dead-page: The app shows a single plain colour while storage is full.',
    ])
    expect(await dead(true, false, () => Promise.reject(new Error('It hangs.')))).toEqual([
      'run/dead-page: The page hangs while storage is full.',
    ])
  })
})
