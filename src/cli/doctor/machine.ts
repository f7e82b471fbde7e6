import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { installedBrowser, type Machine } from '../../browser/installed-browser.js'
import { Failure } from '../../failure.js'
import { isNodeAtLeast } from '../../version.js'
import type { Examination, Finding } from './finding.js'

/** The Node.js that runs this, against `engines` of package.json. @param version as `process.versions.node` has it */
export const examineNode =
  (version: string, oldest: string): Examination =>
  () =>
    isNodeAtLeast(version, oldest)
      ? finding('node', 'Node.js', 'ok', version)
      : finding(
          'node',
          'Node.js',
          'failure',
          `${version}; ${oldest} or newer is needed`,
          'Install a newer Node.js.',
        )

/** Sharp has a native part: an installation for another system, or without optional packages, lacks it. */
export const examinePictures =
  (load: () => Promise<{ readonly versions: Readonly<Record<string, string | undefined>> }>): Examination =>
  async () => {
    try {
      const { versions } = await load()
      return finding('pictures', 'Pictures', 'ok', `sharp ${versions['sharp'] ?? '(of unknown version)'}`)
    } catch (error) {
      return finding(
        'pictures',
        'Pictures',
        'failure',
        `sharp does not load: ${firstLine(error)}`,
        'Install miniapp again on this system, with its optional packages.',
      )
    }
  }

/** The browser that `test` drives, and `dev` opens. @param versionOf asks a program for its version */
export const examineBrowser =
  (machine: Machine, versionOf: (path: string) => Promise<string>): Examination =>
  async () => {
    let path: string | null
    try {
      path = installedBrowser(machine)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return finding('browser', 'Browser', 'failure', error.message, error.remedy ?? null)
    }
    if (path === null)
      return finding(
        'browser',
        'Browser',
        'warning',
        'no Chrome, Chromium or Edge was found',
        'Install one, or name it with CHROME_PATH: miniapp test needs it.',
      )
    try {
      return finding('browser', 'Browser', 'ok', `${await versionOf(path)} (${path})`)
    } catch (error) {
      return finding(
        'browser',
        'Browser',
        'failure',
        `${path} does not start: ${firstLine(error)}`,
        'Install it again, or name another one with CHROME_PATH.',
      )
    }
  }

/** Asks a browser for its version. On Windows it would open a window instead; there the file's name must do. */
export const browserVersion = async (
  path: string,
  platform: NodeJS.Platform = process.platform,
): Promise<string> => {
  if (platform === 'win32') return 'installed'
  const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: BROWSER_ANSWERS_WITHIN_MS })
  return stdout.trim()
}

/** Whether a phone on the same network could reach `dev --host`. @param addresses this machine's */
export const examineNetwork =
  (addresses: readonly string[]): Examination =>
  () =>
    addresses.length === 0
      ? finding(
          'network',
          'Network',
          'warning',
          'this machine has no address on a network',
          'Join the network of your phone to try the app on it with miniapp dev --host.',
        )
      : finding('network', 'Network', 'ok', `${addresses.join(', ')} (for phones, with dev --host)`)

/** How long a terminal line of a browser may take on a machine that does other things. */
const BROWSER_ANSWERS_WITHIN_MS = 20_000

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).trim().split('\n', 1)[0] ?? ''

export const finding = (
  id: string,
  title: string,
  level: Finding['level'],
  found: string,
  fix: string | null = null,
): Finding => ({ id, title, level, found, fix })
