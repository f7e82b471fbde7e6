import { describe, expect, it } from 'vitest'
import { installedBrowser, type Machine, requiredBrowser } from '../../src/browser/installed-browser.js'
import { Failure } from '../../src/failure.js'

const machine = (
  platform: NodeJS.Platform,
  environment: Machine['environment'],
  ...programs: string[]
): Machine => ({ platform, environment, isProgram: (path) => programs.includes(path) })

describe('an installed browser', () => {
  it('is found on the PATH on Linux, in order, without relative folders', () => {
    const found = installedBrowser(
      machine(
        'linux',
        { PATH: '.::/opt/bin:/usr/bin' },
        'chromium',
        '/usr/bin/chromium',
        '/opt/bin/google-chrome',
      ),
    )
    expect(found).toBe('/opt/bin/google-chrome')
    expect(installedBrowser(machine('linux', { PATH: '/usr/bin' }))).toBeNull()
    expect(installedBrowser(machine('linux', {}))).toBeNull()
  })

  it('is found in the applications of the machine or the user on macOS', () => {
    const path = '/Applications/Chromium.app/Contents/MacOS/Chromium'
    expect(installedBrowser(machine('darwin', { HOME: '/Users/ada' }, path))).toBe(path)
    expect(installedBrowser(machine('darwin', { HOME: '/Users/ada' }, `/Users/ada${path}`))).toBe(
      `/Users/ada${path}`,
    )
  })

  it('is found in the program folders on Windows', () => {
    const path = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe'
    const environment = { PROGRAMFILES: 'C:\\Program Files', 'PROGRAMFILES(X86)': 'C:\\Program Files (x86)' }
    expect(installedBrowser(machine('win32', environment, path))).toBe(path)
    expect(installedBrowser(machine('win32', {}, 'Google\\Chrome\\Application\\chrome.exe'))).toBeNull()
  })

  it('is the one that CHROME_PATH names, or an error, never another one', () => {
    const environment = { CHROME_PATH: '/my/chrome', PATH: '/usr/bin' }
    expect(installedBrowser(machine('linux', environment, '/my/chrome', '/usr/bin/chromium'))).toBe(
      '/my/chrome',
    )
    expect(() => installedBrowser(machine('linux', environment, '/usr/bin/chromium'))).toThrow(
      new Failure(
        'usage',
        'CHROME_PATH is not an executable: /my/chrome',
        'Set it to the executable of Chrome, Chromium or Edge, or unset it.',
      ),
    )
  })

  it('is found for each engine, by its own names and variable', () => {
    const environment = { PATH: '/usr/bin', CHROME_PATH: '/my/chrome' }
    const found = machine('linux', environment, '/usr/bin/firefox-esr', '/usr/bin/WebKitWebDriver')
    expect(installedBrowser(found, 'firefox')).toBe('/usr/bin/firefox-esr')
    expect(installedBrowser(found, 'webkit')).toBe('/usr/bin/WebKitWebDriver')
    expect(installedBrowser(machine('darwin', {}, '/usr/bin/safaridriver'), 'webkit')).toBe(
      '/usr/bin/safaridriver',
    )
    const named = machine('linux', { PATH: '/usr/bin', FIREFOX_PATH: '/my/firefox' }, '/usr/bin/firefox')
    expect(() => installedBrowser(named, 'firefox')).toThrow(
      new Failure(
        'usage',
        'FIREFOX_PATH is not an executable: /my/firefox',
        'Set it to the executable of Firefox, or unset it.',
      ),
    )
  })

  it('that is missing is named with its package', () => {
    const bare = (platform: NodeJS.Platform) => machine(platform, { PATH: '/usr/bin' })
    expect(() => requiredBrowser(bare('linux'), 'chromium')).toThrow(
      new Failure(
        'usage',
        'No Chrome, Chromium or Edge is installed.',
        'Install one, or set CHROME_PATH to its executable.',
      ),
    )
    expect(() => requiredBrowser(bare('linux'), 'firefox')).toThrow(
      new Failure(
        'usage',
        'Firefox is not installed.',
        'Install it (on Debian the package firefox-esr, elsewhere firefox), or set FIREFOX_PATH to its executable.',
      ),
    )
    expect(() => requiredBrowser(bare('linux'), 'webkit')).toThrow(
      new Failure(
        'usage',
        "WebKit's WebDriver is not installed.",
        'Install it (on Debian the package webkit2gtk-driver), or set WEBKIT_DRIVER_PATH to WebKitWebDriver.',
      ),
    )
    expect(() => requiredBrowser(bare('win32'), 'webkit')).toThrow(
      new Failure(
        'usage',
        "WebKit's WebDriver is not installed.",
        'Test in WebKit on macOS or Linux: there is none for Windows.',
      ),
    )
  })
})
