import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { openZip } from '../../src/bundle/zip-reader.js'
import { check } from '../../src/check/run.js'

/**
 * The sample bundle with an empty file and one that compresses, in a folder, as people's tools zip it: each file is
 * named after its tool. Nothing that such a tool does may be refused.
 */
const ZIPS = fileURLToPath(new URL('../../fixtures/zips/', import.meta.url))
const names = readdirSync(ZIPS).filter((name) => name.endsWith('.zip'))

describe('2.9: the zip of an ordinary tool is accepted', () => {
  it('of many tools', () => expect(names.length).toBeGreaterThan(20))

  it.each(names)('%s', async (name) => {
    const bundle = await openZip(join(ZIPS, name))
    try {
      expect(bundle.faults).toEqual([])
      expect(bundle.files.map(({ path }) => path)).toEqual([
        ...['data/empty.txt', 'data/lines.txt', 'icon.png', 'index.html', 'manifest.json'],
      ])
      expect((await check(bundle)).problems).toEqual([])
    } finally {
      await bundle.close()
    }
  })
})
