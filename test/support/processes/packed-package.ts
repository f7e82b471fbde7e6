import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lock } from 'proper-lockfile'
import { inject } from 'vitest'
import { npm, ROOT } from './npm.js'

interface PackedPackage {
  readonly path: string
  /** The paths within, as npm lists them. */
  readonly files: readonly { readonly path: string; readonly size: number; readonly mode: number }[]
  readonly unpackedSize: number
}

/**
 * The package as npm publishes it, from what is built: the script that npm would run first builds it again. It is packed once
 * for all files of tests of a run, since nothing changes it.
 */
export const packPackage = async (): Promise<PackedPackage> => {
  const folder = inject('packedFolder')
  const report = join(folder, 'report.json')
  const release = await lock(folder, { retries: { retries: 600, minTimeout: 200, maxTimeout: 200 } })
  try {
    const written = await readFile(report, 'utf8').catch(() => null)
    if (written !== null) return JSON.parse(written) as PackedPackage
    const packed = await pack(folder)
    await writeFile(report, JSON.stringify(packed))
    return packed
  } finally {
    await release()
  }
}

const pack = async (folder: string): Promise<PackedPackage> => {
  const report = await npm(['pack', '--ignore-scripts', '--json', '--pack-destination', folder], ROOT)
  const [tarball] = JSON.parse(report) as (Omit<PackedPackage, 'path'> & { filename: string })[]
  if (tarball === undefined) throw new Error('npm has packed nothing.')
  return { path: join(folder, tarball.filename), files: tarball.files, unpackedSize: tarball.unpackedSize }
}
