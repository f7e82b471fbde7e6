import { describe, expect, it } from 'vitest'
import { hostRig } from '../../support/rigs/host-rig.js'

/** What the app reads of a call with these parameters. */
const messageFor = async (method: string, params: unknown): Promise<string | undefined> => {
  const rig = await hostRig()
  const page = await rig.open()
  await page.call(method, params)
  const [answer] = page.posted.flatMap((message) => ('error' in message ? [message.error] : []))
  expect(answer?.code).toBe('INVALID')
  return answer?.message
}

describe('the message of a call with bad parameters', () => {
  it.each([
    [
      'mp.join',
      {},
      'Bad parameters for `multiplayer.join`: its parameters must be `{ code }` or `{ match }`, with a string.',
    ],
    [
      'mp.join',
      { code: 1 },
      'Bad parameters for `multiplayer.join`: its parameters must be `{ code }` or `{ match }`, with a string.',
    ],
    ['mp.send', {}, 'Bad parameters for `multiplayer.send`: `data` is missing.'],
    [
      'mp.host',
      { max_players: 2.5, public: 1 },
      'Bad parameters for `multiplayer.host`: `max_players` must be a whole number; `public` must be true or false.',
    ],
    ['pay', 'coins', 'Bad parameters for `pay`: its parameters must be an object.'],
    ['storage.set', { key: 'a' }, 'Bad parameters for `storage.set`: `value` is missing.'],
    [
      'db.set',
      { key: 'a', value: 'x'.repeat(1025) },
      'Bad parameters for `db.set`: `value` must be at most 1,024 bytes.',
    ],
    [
      'share',
      { image: {} },
      'Bad parameters for `share`: `image` must be a canvas, a Blob, or a PNG or JPEG as a data URL.',
    ],
    ['pickImage', { max_size: 5000 }, 'Bad parameters for `pickImage`: `max_size` must be at most 4,096.'],
    [
      'ai.audio.generate',
      { prompt: 'rain', seconds: 7 },
      'Bad parameters for `ai.audio.generate`: `seconds` must be 8, 15 or 30 for music, and 3, 6 or 12 for a sound.',
    ],
  ])('%s %j is in the words of the SDK', async (method, params, message) => {
    expect(await messageFor(method, params)).toBe(message)
  })
})
