import { describe, expect, it, onTestFinished } from 'vitest'
import type { AiMade, AiRequest } from '../../src/host/ai/ai-maker.js'
import { makeByStandIn } from '../../src/simulator/server/workers/ai-maker.js'
import { Thread } from '../../src/simulator/server/workers/thread.js'

const MUSIC: AiRequest = {
  capability: 'ai.audio',
  prompt: 'A calm evening by the sea',
  kind: 'music',
  seconds: 30,
  seed: 7,
}
const PICTURE: AiRequest = {
  capability: 'ai.image',
  prompt: 'A fox in the snow',
  avoid: '',
  quality: 'best',
  seed: 7,
}

/** How often everything else had its turn until something was there. */
const turnsUntil = async (there: Promise<unknown>): Promise<number> => {
  let turns = 0
  let waiting = true
  const done = there.finally(() => {
    waiting = false
  })
  while (waiting) {
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    turns += 1
  }
  await done
  return turns
}

describe('the thread in which AI’s stand-ins work', () => {
  it('makes what they make, and every seat has its turns meanwhile', async () => {
    const thread = new Thread<AiRequest, AiMade>('ai-worker')
    onTestFinished(() => thread.close())
    for (const request of [MUSIC, PICTURE]) {
      const made = thread.ask(request)
      expect(await turnsUntil(made)).toBeGreaterThan(20)
      const alone = await makeByStandIn(request)
      expect({ ...(await made), bytes: null }).toEqual({ ...alone, bytes: null })
      expect('bytes' in alone && Buffer.from(alone.bytes).equals(bytesOf(await made))).toBe(true)
    }
  })

  it('reports a defect in it, and goes on', async () => {
    const thread = new Thread<AiRequest, AiMade>('ai-worker')
    onTestFinished(() => thread.close())
    await expect(thread.ask({ ...MUSIC, seconds: -1 })).rejects.toThrow(RangeError)
    expect(await thread.ask({ ...MUSIC, seconds: 8 })).toMatchObject({ kind: 'sound', seconds: 8 })
  })
})

const bytesOf = (made: AiMade): Uint8Array => ('bytes' in made ? made.bytes : new Uint8Array())
