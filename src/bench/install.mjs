import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../build/paths.mjs'

/**
 * What `npm install miniapp` writes to the disk.
 * @param {import('./bench.mjs').BenchContext} context
 * @returns {Promise<import('./measure.mjs').Row[]>}
 */
export default async ({ folder }) => {
  const home = join(folder, 'install')
  const npm = (/** @type {readonly string[]} */ words, /** @type {string} */ cwd) =>
    execFileSync('npm', [...words], {
      cwd,
      encoding: 'utf8',
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  const [tarball] = JSON.parse(
    npm(['pack', '--ignore-scripts', '--json', '--pack-destination', folder], ROOT),
  )
  mkdirSync(home)
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n')
  npm(['install', join(folder, tarball.filename), '--ignore-scripts', '--no-audit', '--no-fund'], home)
  const packages = npm(['ls', '--all', '--parseable'], home).trim().split('\n').length - 1
  const bytes = sizeOf(join(home, 'node_modules'))
  return [
    { name: 'installed size', value: bytes / 1_048_576, unit: 'MB', goal: 60 },
    { name: 'installed packages', value: packages, unit: '', goal: 100 },
    { name: 'tarball', value: tarball.size / 1_048_576, unit: 'MB', goal: null },
  ]
}

/**
 * @param {string} path
 * @returns {number} in bytes
 */
const sizeOf = (path) =>
  readdirSync(path, { withFileTypes: true }).reduce(
    (sum, entry) =>
      sum +
      (entry.isDirectory()
        ? sizeOf(join(path, entry.name))
        : entry.isFile()
          ? statSync(join(path, entry.name)).size
          : 0),
    0,
  )
