import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { examineProject } from '../../../src/cli/doctor/folders.js'
import { Failure } from '../../../src/failure.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'miniapp-doctor-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('doctor, in the current folder', () => {
  it('reports that it is not a mini app', async () => {
    expect(await examineProject(folder)).toEqual({
      id: 'project',
      title: 'This folder',
      level: 'skipped',
      found: 'not a mini app',
      fix: null,
    })
  })

  it('reports why an app cannot be checked', async () => {
    await writeFile(join(folder, 'manifest.json'), '{}')
    const cannot = async (): Promise<never> => {
      throw new Failure('usage', 'icon.png cannot be judged.', 'Install miniapp again.')
    }
    expect(await examineProject(folder, cannot)).toEqual({
      id: 'project',
      title: 'This folder',
      level: 'warning',
      found: 'check failed: icon.png cannot be judged.',
      fix: 'Install miniapp again.',
    })
  })

  it('does not report a bug of the tool as a problem of the app', async () => {
    await writeFile(join(folder, 'manifest.json'), '{}')
    const defective = async (): Promise<never> => {
      throw new TypeError('a defect')
    }
    await expect(examineProject(folder, defective)).rejects.toThrow('a defect')
  })
})
