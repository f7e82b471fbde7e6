import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { installedIn, isOnPath, programOf } from '../../../src/cli/init/installation.js'
import { missing } from '../../support/vitest/missing.js'
import { temporaryFolder } from '../../support/vitest/temporary-folder.js'

const program = async (folder: string): Promise<string> => {
  const path = programOf(folder)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, '')
  return path
}

describe('whether the shell finds this copy of the tool', () => {
  it('follows the link that npm makes of a package or of a clone', async ({ skip }) => {
    skip(...missing.links)
    const top = await temporaryFolder()
    const [own, other] = [await program(join(top, 'clone')), await program(join(top, 'other'))]
    for (const [bin, linked] of [
      ['bin', own],
      ['other-bin', other],
    ] as const) {
      await mkdir(join(top, bin))
      await symlink(linked, join(top, bin, 'miniapp'))
    }
    const path = (...folders: string[]) => ({
      PATH: folders.map((folder) => (folder === '' ? '' : join(top, folder))).join(delimiter),
    })
    expect(await isOnPath(own, path('', 'nowhere', 'bin', 'other-bin'))).toBe(true)
    // Another copy comes first.
    expect(await isOnPath(own, path('other-bin', 'bin'))).toBe(false)
    expect(await isOnPath(own, path('nowhere'))).toBe(false)
    expect(await isOnPath(own, {})).toBe(false)
  })

  it('knows the script that npm writes on Windows', async () => {
    const top = await temporaryFolder()
    const own = await program(join(top, 'node_modules', 'miniapp'))
    await writeFile(join(top, 'miniapp'), '#!/bin/sh\n')
    await writeFile(join(top, 'miniapp.cmd'), '')
    expect(await isOnPath(own, { PATH: top })).toBe(true)
    expect(await isOnPath(await program(join(top, 'clone')), { PATH: top })).toBe(false)
  })

  it('does not trust the search path that a package manager sets', async ({ skip }) => {
    skip(...missing.links)
    const top = await temporaryFolder()
    const own = await program(top)
    await symlink(own, join(top, 'miniapp'))
    expect(await isOnPath(own, { PATH: top })).toBe(true)
    expect(await isOnPath(own, { PATH: top, npm_config_user_agent: 'npm/10.9.2' })).toBe(false)
  })
})

describe('whether npx in a new project starts this copy of the tool', () => {
  it('is so below the folder that has it installed, also where the project has a package.json', async () => {
    const top = await temporaryFolder()
    const own = join(top, 'games', 'node_modules', 'miniapp')
    await program(own)
    const [hello, packaged] = [join(top, 'games/hello'), join(top, 'games/packaged')]
    await mkdir(hello)
    await mkdir(packaged)
    await writeFile(join(packaged, 'package.json'), '{}')
    expect(await installedIn(own, hello)).toBe('above')
    expect(await installedIn(own, packaged)).toBe('above')
    expect(await installedIn(own, join(top, 'games'))).toBe('project')
    expect(await installedIn(own, join(top, 'elsewhere'))).toBeNull()
    expect(await installedIn(join(top, 'games'), hello)).toBeNull()
  })
})
