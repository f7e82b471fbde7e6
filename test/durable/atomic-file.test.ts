import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sweepTemporaries, writeFileDurably } from '../../src/durable/atomic-file.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

it('a sweep removes what a killed process left, and no file that is being written', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'a.json.1234567890123'), 'left behind')
  const names = Array.from({ length: 40 }, (_, i) => `${i}.json`)
  // Large, so that a write takes long enough for many sweeps.
  const data = 'x'.repeat(3_000_000)
  let writing = true
  const written = Promise.all(names.map((name) => writeFileDurably(join(folder, name), data))).finally(() => {
    writing = false
  })
  while (writing) await sweepTemporaries(folder, (name) => name.endsWith('.json'))
  await written
  expect((await readdir(folder)).sort()).toEqual([...names].sort())
})
