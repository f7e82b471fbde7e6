import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type RenamingSystem, renamePatiently } from '../../src/durable/rename.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const refusal = (code: string): Error => Object.assign(new Error(`${code}: rename`), { code })

/** A system that fails the first tries with these codes, and records the calls. */
const systemThat = (
  platform: NodeJS.Platform,
  refusals: readonly string[],
): { readonly system: RenamingSystem; readonly done: string[] } => {
  const left = [...refusals]
  const done: string[] = []
  return {
    done,
    system: {
      platform,
      rename: async (from, to) => {
        const code = left.shift()
        done.push(`rename ${from} ${to}: ${code ?? 'done'}`)
        if (code !== undefined) throw refusal(code)
      },
      wait: async (ms) => {
        done.push(`wait ${ms}`)
      },
    },
  }
}

describe('renaming', () => {
  it.each(['EPERM', 'EACCES', 'EBUSY'])(
    'on Windows, waits until the file is no longer open (%s)',
    async (code) => {
      const { system, done } = systemThat('win32', [code, code])
      await renamePatiently('a', 'b', system)
      expect(done).toEqual([
        `rename a b: ${code}`,
        'wait 10',
        `rename a b: ${code}`,
        'wait 20',
        'rename a b: done',
      ])
    },
  )

  it('on Windows, fails after about two seconds if the file stays in use', async () => {
    const { system, done } = systemThat(
      'win32',
      Array.from({ length: 20 }, () => 'EBUSY'),
    )
    await expect(renamePatiently('a', 'b', system)).rejects.toMatchObject({ code: 'EBUSY' })
    const waits = done.filter((line) => line.startsWith('wait ')).map((line) => Number(line.slice(5)))
    expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640, 1_000])
    expect(done.filter((line) => line.startsWith('rename '))).toHaveLength(9)
  })

  it.each([
    ['darwin', 'EPERM'],
    ['linux', 'EACCES'],
    ['linux', 'EBUSY'],
    ['win32', 'ENOSPC'],
    ['win32', 'ENOENT'],
  ] as const)('on %s, %s is thrown immediately', async (platform, code) => {
    const { system, done } = systemThat(platform, [code])
    await expect(renamePatiently('a', 'b', system)).rejects.toMatchObject({ code })
    expect(done).toEqual([`rename a b: ${code}`])
  })

  it('on this system, replaces a file and moves a folder', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'new'), 'new')
    await writeFile(join(folder, 'old'), 'old')
    await renamePatiently(join(folder, 'new'), join(folder, 'old'))
    await mkdir(join(folder, 'within'))
    await renamePatiently(join(folder, 'within'), join(folder, 'moved'))
    await renamePatiently(join(folder, 'old'), join(folder, 'moved', 'file'))
    expect(await readFile(join(folder, 'moved', 'file'), 'utf8')).toBe('new')
  })
})
