import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { diskFlush, flushFolder } from '../../src/durable/flush.js'
import { missing } from '../support/vitest/missing.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

describe('flushing', () => {
  it('only needs a file descriptor, which is all that a handle under Plug’n’Play has', async () => {
    const file = await open(join(await temporaryFolder(), 'file'), 'w')
    try {
      const handle = new Proxy(file, {
        get: (target, key) => {
          if (key !== 'fd') throw new Error('Method not implemented.')
          return target.fd
        },
      })
      await diskFlush.file(handle)
      await diskFlush.data(handle)
    } finally {
      await file.close()
    }
  })

  it('asks the system, which refuses a descriptor that is not open', async () => {
    const file = await open(join(await temporaryFolder(), 'file'), 'w')
    await file.close()
    for (const kind of ['file', 'data'] as const)
      await expect(diskFlush[kind](file)).rejects.toThrow(/EBADF|out of range/)
  })

  it('flushes the folder itself', async ({ skip }) => {
    skip(...missing.foldersToOpen)
    const folder = await temporaryFolder()
    const flushed: boolean[] = []
    await flushFolder(folder, 'linux', async (handle) => {
      flushed.push((await handle.stat()).isDirectory())
    })
    expect(flushed).toEqual([true])
  })

  it('does not open a folder on Windows, which refuses that', async () => {
    await expect(flushFolder(join(await temporaryFolder(), 'none'), 'win32')).resolves.toBeUndefined()
    await expect(flushFolder(join(await temporaryFolder(), 'none'), 'darwin')).rejects.toMatchObject({
      code: 'ENOENT',
    })
  })
})
