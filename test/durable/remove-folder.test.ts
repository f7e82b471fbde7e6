import type { rm } from 'node:fs/promises'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { removeFolder } from '../../src/durable/remove-folder.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

describe('removing a folder', () => {
  it('removes all its content, and accepts a missing folder', async () => {
    const folder = await temporaryFolder()
    await mkdir(join(folder, 'a/b'), { recursive: true })
    await writeFile(join(folder, 'a/b/c'), '')
    await removeFolder(join(folder, 'a'))
    await removeFolder(join(folder, 'a'))
    expect(await readdir(folder)).toEqual([])
  })

  it('retries for about a second in total on Windows', async () => {
    const calls: Parameters<typeof rm>[] = []
    await removeFolder('data', async (...words) => {
      calls.push(words)
    })
    expect(calls).toEqual([['data', { recursive: true, force: true, maxRetries: 5, retryDelay: 65 }]])
    // Node.js waits longer by that much every time.
    expect(65 * (1 + 2 + 3 + 4 + 5)).toBe(975)
  })
})
