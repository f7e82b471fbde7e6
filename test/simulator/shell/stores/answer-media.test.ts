import { describe, expect, it } from 'vitest'
import { createAnswerMedia } from '../../../../src/simulator/shell/stores/answer-media.js'

const picture = (bytes: number) => new Blob([new Uint8Array(bytes)], { type: 'image/png' })
const answer = (id: string, result: unknown) => ({ service: 1, id, result }) as const

describe('the media in answers to apps', () => {
  it('are kept by seat and call', () => {
    const media = createAnswerMedia()
    const [mine, other] = [picture(1), picture(2)]
    media.keep(1, answer('a', { status: 'made', image: mine }))
    media.keep(2, answer('a', { image: other }))
    media.keep(1, answer('b', { status: 'cancelled' }))
    media.keep(1, answer('c', null))
    expect(media.of(1, 'a')).toEqual([mine])
    expect(media.of(2, 'a')).toEqual([other])
    expect(media.of(1, 'b')).toEqual([])
    expect(media.of(3, 'a')).toEqual([])
  })

  it('are dropped, the oldest first, when there are too many', () => {
    const media = createAnswerMedia()
    for (let i = 0; i < 60; i++) media.keep(1, answer(`${i}`, { image: picture(1) }))
    expect([media.of(1, '9'), media.of(1, '10')].map(({ length }) => length)).toEqual([0, 1])
    media.keep(1, answer('large', { video: picture(64 * 1_048_576) }))
    expect([media.of(1, '59'), media.of(1, 'large')].map(({ length }) => length)).toEqual([0, 1])
    media.keep(1, answer('larger', { video: picture(65 * 1_048_576) }))
    expect(media.of(1, 'larger')).toEqual([])
  })
})
