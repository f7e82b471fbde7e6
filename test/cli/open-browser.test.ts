import { describe, expect, it } from 'vitest'
import { hasScreen } from '../../src/cli/open-browser.js'

describe('whether a browser can be opened', () => {
  it.each([
    ['darwin', {}, true],
    ['win32', {}, true],
    ['linux', {}, false],
    ['linux', { DISPLAY: ':0' }, true],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
    ['linux', { WSL_DISTRO_NAME: 'Debian' }, true],
    ['linux', { DISPLAY: '' }, false],
    ['darwin', { CI: 'true' }, false],
    ['win32', { BROWSER: 'none' }, false],
    ['linux', { DISPLAY: ':0', CI: '1' }, false],
    ['linux', { DISPLAY: ':0', BROWSER: 'firefox' }, true],
  ] as const)('on %s with %j: %j', (platform, environment, expected) => {
    expect(hasScreen(environment, platform)).toBe(expected)
  })
})
