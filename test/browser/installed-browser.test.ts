import { describe, expect, it } from 'vitest'
import { installedBrowser, type Machine } from '../../src/browser/installed-browser.js'
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
})
