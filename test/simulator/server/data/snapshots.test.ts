import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Snapshots } from '../../../../src/simulator/server/data/snapshots.js'
import { temporaryFolder } from '../../../support/vitest/temporary-folder.js'

it('taking a snapshot leaves nothing that a killed process was writing', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'before.json.1234567890123'), '{"half')
  await new Snapshots(folder).take('now', { schema: 1 })
  expect(await readdir(folder)).toEqual(['now.json'])
})
