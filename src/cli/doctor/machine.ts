import { execFile } from 'node:child_process'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { ENGINE_TEXTS, type Engine } from '../../browser/engines.js'
import { installedBrowser, type Machine } from '../../browser/installed-browser.js'
import { Failure } from '../../failure.js'
import { wordsOfError } from '../../platform/text.js'
import { isNodeAtLeast } from '../../version.js'

/**
 * The running Node.js version, against `engines` of package.json.
 * @param version `process.versions.node`
 */
export const examineNode = (version: string, oldest: string): Finding => {
  const about = findingOf('node', 'Node.js')
  return isNodeAtLeast(version, oldest)
    ? about('ok', version)
    : about('failure', `${version}; needs ${oldest} or newer`, 'Install a newer Node.js.')
}

/**
 * Sharp has a native part, which is missing after an installation for another system or without optional
 * packages.
 */
export const examinePictures = async (
  load: () => Promise<{ readonly versions: Readonly<Record<string, string | undefined>> }>,
): Promise<Finding> => {
  const about = findingOf('pictures', 'Pictures')
  try {
    const { versions } = await load()
    return about('ok', `sharp ${versions['sharp'] ?? '(unknown version)'}`)
  } catch (error) {
    return about(
      'failure',
      `sharp failed to load: ${firstLine(error)}`,
      'Reinstall miniapp on this system, with optional packages.',
    )
  }
}

/**
 * A browser that `test` drives. Chromium is the one that it runs without being asked; the others are optional.
 * @param versionOf asks an executable for its version
 */
export const examineBrowser = async (
  machine: Machine,
  versionOf: (path: string) => Promise<string>,
  engine: Engine = 'chromium',
): Promise<Finding> => {
  const about = findingOf(engine === 'chromium' ? 'browser' : engine, TITLES[engine])
  const { programs, variable, install } = ENGINE_TEXTS[engine]
  let path: string | null
  try {
    path = installedBrowser(machine, engine)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return about('failure', error.message, error.remedy)
  }
  const needed = install(machine.platform)
  if (path === null)
    return engine === 'chromium'
      ? about('warning', `no ${programs} found`, `${needed} miniapp test needs it.`)
      : about('skipped', `not found; only miniapp test --browser ${engine} needs it`, needed)
  try {
    return about('ok', `${await versionOf(path)} (${path})`)
  } catch (error) {
    return about(
      'failure',
      `${path} failed to start: ${firstLine(error)}`,
      `Reinstall it, or set ${variable} to another one.`,
    )
  }
}

const TITLES = { chromium: 'Browser', firefox: 'Firefox', webkit: 'WebKit' } as const satisfies Record<
  Engine,
  string
>

/** Asks a browser for its version. On Windows that would open a window, so it is only reported as installed. */
export const browserVersion = async (
  path: string,
  platform: NodeJS.Platform = process.platform,
): Promise<string> => {
  if (platform === 'win32') return 'installed'
  if (basename(path) === WEBKIT_DRIVER) {
    await promisify(execFile)(path, ['--help'], { timeout: BROWSER_ANSWERS_WITHIN_MS })
    return WEBKIT_DRIVER
  }
  const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: BROWSER_ANSWERS_WITHIN_MS })
  return stdout.trim()
}

/** WebKitGTK's driver, which does not tell its version. */
const WEBKIT_DRIVER = 'WebKitWebDriver'

/** Whether a phone on the same network could reach `dev --host`. @param addresses this machine's */
export const examineNetwork = (addresses: readonly string[]): Finding => {
  const about = findingOf('network', 'Network')
  return addresses.length === 0
    ? about(
        'warning',
        'this machine has no network address',
        "Join your phone's network to run the app on it with miniapp dev --host.",
      )
    : about('ok', `${addresses.join(', ')} (for phones, with dev --host)`)
}

/** How long `--version` may take on a busy machine. */
const BROWSER_ANSWERS_WITHIN_MS = 20_000

const firstLine = (error: unknown): string => wordsOfError(error).trim().split('\n', 1)[0] ?? ''

export const findingOf =
  (id: string, title: string) =>
  (level: Finding['level'], found: string, fix: string | null = null): Finding => ({
    id,
    title,
    level,
    found,
    fix,
  })

/** The result of one check of the machine. A check throws only for bugs: a problem of the machine is a finding. */
export interface Finding {
  /** A stable name, for scripts. */
  readonly id: string
  /** What was checked, in a word or two. */
  readonly title: string
  /** `failure`: a command cannot work; `warning`: part of one cannot; `skipped`: there was nothing to check. */
  readonly level: 'ok' | 'warning' | 'failure' | 'skipped'
  /** What was found: one line. */
  readonly found: string
  /** The fix: one imperative sentence; null if nothing needs fixing. */
  readonly fix: string | null
}
