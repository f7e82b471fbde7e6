import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { isHeic } from '../../../../src/simulator/shell/picking/heic.js'
import { readAnswer } from '../../../../src/simulator/shell/picking/upload.js'

describe('the message about a picked file', () => {
  it.each([
    [204, '', null],
    [404, '{"error":"No sheet"}', null],
    [422, '{"fault":"This file is too large."}', 'This file is too large.'],
    [507, '{"error":"The disk is full."}', 'The disk is full.'],
    [500, 'The simulator failed', 'The simulator answered 500. Choose the file again.'],
    [422, '{"fault":7}', 'The simulator answered 422. Choose the file again.'],
  ])('%i %j: %j', (status, text, told) => {
    expect(readAnswer(status, text)).toBe(told)
  })
})

it('detects HEIC by the first bytes, not the name', async () => {
  const head = (brand: string) => Buffer.concat([Buffer.alloc(4), Buffer.from(`ftyp${brand}`)])
  expect(['heic', 'mif1', 'isom', 'avif'].map((brand) => isHeic(head(brand)))).toEqual([
    true,
    true,
    false,
    false,
  ])
  const photo = await readFile(new URL('../../../../fixtures/media/gps.jpg', import.meta.url))
  expect([isHeic(photo.subarray(0, 12)), isHeic(new Uint8Array())]).toEqual([false, false])
})
