import { spawnSync } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where Chrome, Chromium and Edge are installed: the product's list, which needs no build. */
const PLACES = JSON.parse(readFileSync(new URL('../browser/places.json', import.meta.url), 'utf8'))

/** @returns {string[]} the most likely first */
const candidates = () => {
  if (process.platform === 'darwin') return PLACES.chromium.darwin
  if (process.platform === 'win32')
    return PLACES.win32Folders.flatMap((/** @type {string} */ variable) =>
      PLACES.chromium.win32.map((/** @type {string} */ path) => join(process.env[variable] ?? '', path)),
    )
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => PLACES.chromium.names.map((/** @type {string} */ name) => join(folder, name)))
}

/** Arguments for tests: no sandbox (for root), no background connections, little memory. */
export const CHROME_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]

/** @param {string} path */
const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * The path of an installed Chrome, Chromium or Edge, or null. `CHROME_PATH` wins; one that names nothing
 * executable is an error; it does not fall back to another.
 * @returns {string | null}
 */
export const findChrome = () => {
  const named = process.env['CHROME_PATH']
  if (named !== undefined && named !== '') {
    if (!isExecutable(named)) throw new Error(`CHROME_PATH names no program: ${named}`)
    return named
  }
  return candidates().find(isExecutable) ?? null
}

/**
 * An installed browser. If there is none, and Debian packages can be installed, installs `chromium`.
 * @returns {string}
 */
export const findOrInstallChrome = () => {
  const found = findChrome()
  if (found !== null) return found
  const mayInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
  if (mayInstall) {
    console.error('No Chrome, Chromium or Edge is installed: installing the Debian package chromium.')
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    for (const words of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']])
      spawnSync('apt-get', words, { stdio: ['ignore', process.stderr, process.stderr], env: environment })
  }
  const installed = findChrome()
  if (installed === null)
    throw new Error(
      'The browser tests need Chrome, Chromium or Edge: install one, or name it with CHROME_PATH.',
    )
  return installed
}
