import type { rm } from 'node:fs/promises'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { removeFolder } from '../../src/durable/remove-folder.js'
import { temporaryFolder } from '../support/temporary-folder.js'

describe('removing a folder', () => {
  it('takes all that is in it, and is content where there is none', async () => {
    const folder = await temporaryFolder()
    await mkdir(join(folder, 'a/b'), { recursive: true })
    await writeFile(join(folder, 'a/b/c'), '')
    await removeFolder(join(folder, 'a'))
    await removeFolder(join(folder, 'a'))
    expect(await readdir(folder)).toEqual([])
  })

  it('waits about a second in all for what Windows holds', async () => {
    const asked: Parameters<typeof rm>[] = []
    await removeFolder('data', async (...words) => {
      asked.push(words)
    })
    expect(asked).toEqual([['data', { recursive: true, force: true, maxRetries: 5, retryDelay: 65 }]])
    // Node.js waits longer by that much every time.
    expect(65 * (1 + 2 + 3 + 4 + 5)).toBe(975)
  })
})
