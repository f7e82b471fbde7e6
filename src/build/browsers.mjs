import { spawnSync } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where browsers are installed: the product's list, which needs no build. */
const PLACES = JSON.parse(readFileSync(new URL('../browser/places.json', import.meta.url), 'utf8'))

/** @typedef {'chromium' | 'firefox' | 'webkit'} Engine */

/** The variables that name the browsers, and the Debian packages that have them. */
const ENGINES = {
  chromium: { variable: 'CHROME_PATH', packages: ['chromium'] },
  firefox: { variable: 'FIREFOX_PATH', packages: ['firefox-esr'] },
  // WebKit shows itself on a display, which a server lacks.
  webkit: { variable: 'WEBKIT_DRIVER_PATH', packages: ['webkit2gtk-driver', 'xvfb'] },
}

/**
 * Chromium without windows: it shows pages as Chromium does, with about half the CPU time. Only for tests of pages: tests of
 * the command `miniapp test` run it in a browser that people have.
 */
const HEADLESS_SHELL = {
  variable: 'HEADLESS_SHELL_PATH',
  names: ['chromium-headless-shell', 'chrome-headless-shell'],
  package: 'chromium-headless-shell',
}

/** @param {readonly string[]} names */
const onPath = (names) =>
  (process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))

/**
 * @param {Engine} engine
 * @returns {string[]} the most likely first
 */
const candidates = (engine) => {
  const { names, darwin, win32 } = PLACES[engine]
  if (process.platform === 'darwin') return darwin
  if (process.platform === 'win32')
    return PLACES.win32Folders.flatMap((/** @type {string} */ variable) =>
      win32.map((/** @type {string} */ path) => join(process.env[variable] ?? '', path)),
    )
  return onPath(names)
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
 * The path of an installed browser, or of WebKit's WebDriver, or null. The engine's variable wins; one that names nothing
 * executable is an error; it does not fall back to another.
 * @param {Engine} [engine]
 * @returns {string | null}
 */
export const findBrowser = (engine = 'chromium') => {
  const { variable } = ENGINES[engine]
  const named = process.env[variable]
  if (named !== undefined && named !== '') {
    if (!isExecutable(named)) throw new Error(`${variable} names no program: ${named}`)
    return named
  }
  return candidates(engine).find(isExecutable) ?? null
}

/**
 * Installs Debian packages, where that is possible: as root on Debian.
 * @param {readonly string[]} packages
 */
const install = (packages) => {
  if (packages.length === 0) return
  const mayInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
  if (!mayInstall) return
  console.error(`Installing browsers for the tests, from the Debian packages ${packages.join(', ')}.`)
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const words of [['update'], ['install', '-y', '--no-install-recommends', ...packages]])
    spawnSync('apt-get', words, { stdio: ['ignore', process.stderr, process.stderr], env: environment })
}

/**
 * An installed Chrome, Chromium or Edge. If there is none, and Debian packages can be installed, installs `chromium`.
 * @returns {string}
 */
export const findOrInstallChrome = () => {
  if (findBrowser() === null) install(ENGINES.chromium.packages)
  const installed = findBrowser()
  if (installed === null)
    throw new Error(
      'The browser tests need Chrome, Chromium or Edge: install one, or name it with CHROME_PATH.',
    )
  return installed
}

/** Whether somebody chose the Chrome, Chromium or Edge to test in. */
const isChosen = () => (process.env[ENGINES.chromium.variable] ?? '') !== ''

/** @returns {string | null} */
const findHeadlessShell = () => {
  const named = process.env[HEADLESS_SHELL.variable]
  if (named !== undefined && named !== '') return named
  return isChosen() ? null : (onPath(HEADLESS_SHELL.names).find(isExecutable) ?? null)
}

/** The browser for tests of pages: Chromium's headless shell where it is installed, else Chrome, Chromium or Edge. */
export const findPageBrowser = () => findHeadlessShell() ?? findOrInstallChrome()

export const ALL_ENGINES = /** @type {Engine[]} */ (Object.keys(ENGINES))

/**
 * The variables that name this machine's browsers to the tests. Installs what is missing where that is possible;
 * elsewhere the tests in Firefox and WebKit are left out, and that is said.
 * @param {readonly Engine[]} [engines] those that the tests are run in
 * @returns {Record<string, string>}
 */
export const browserVariables = (engines = ALL_ENGINES) => {
  install(
    engines.filter((engine) => findBrowser(engine) === null).flatMap((engine) => ENGINES[engine].packages),
  )
  // Separately, since apt-get installs nothing where it does not know one of the packages.
  if (findHeadlessShell() === null && !isChosen()) install([HEADLESS_SHELL.package])
  /** @type {Record<string, string>} */
  const variables = { [ENGINES.chromium.variable]: findOrInstallChrome() }
  const shell = findHeadlessShell()
  if (shell !== null) variables[HEADLESS_SHELL.variable] = shell
  for (const engine of engines) {
    const path = findBrowser(engine)
    if (path === null) console.error(`The tests in ${engine} are left out: it is not installed.`)
    else variables[ENGINES[engine].variable] = path
  }
  return variables
}
