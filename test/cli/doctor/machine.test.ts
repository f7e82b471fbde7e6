import { describe, expect, it } from 'vitest'
import {
  examineBrowser,
  examineNetwork,
  examineNode,
  examinePictures,
} from '../../../src/cli/doctor/machine.js'

const BROWSER = '/usr/bin/chromium'
const machine = (...programs: string[]) => ({
  platform: 'linux' as const,
  environment: { PATH: '/usr/bin' },
  isProgram: (path: string) => programs.includes(path),
})

describe('doctor', () => {
  it.each([
    ['20.19.0', 'ok'],
    ['20.20.1', 'ok'],
    ['22.0.0', 'ok'],
    ['20.18.9', 'failure'],
    ['18.20.0', 'failure'],
  ])('Node.js %s is %s where 20.19 is the oldest', async (version, level) => {
    expect(await examineNode(version, '20.19')).toMatchObject({ id: 'node', level })
  })

  it('reports why the image library does not load, in one line', async () => {
    const broken = async () => {
      throw new Error('Could not load the "sharp" module\nusing the linux-x64 runtime')
    }
    expect(await examinePictures(broken)).toEqual({
      id: 'pictures',
      title: 'Pictures',
      level: 'failure',
      found: 'sharp failed to load: Could not load the "sharp" module',
      fix: 'Reinstall miniapp on this system, with optional packages.',
    })
    expect(await examinePictures(async () => ({ versions: { sharp: '1.2.3' } }))).toMatchObject({
      level: 'ok',
      found: 'sharp 1.2.3',
    })
  })

  it('distinguishes a missing browser from one that does not start', async () => {
    const version = async () => 'Chromium 1.2'
    const broken = async () => {
      throw new Error('spawn EACCES')
    }
    expect(await examineBrowser(machine(BROWSER), version)).toMatchObject({
      level: 'ok',
      found: `Chromium 1.2 (${BROWSER})`,
    })
    expect(await examineBrowser(machine(), version)).toMatchObject({ level: 'warning' })
    expect(await examineBrowser(machine(BROWSER), broken)).toMatchObject({
      level: 'failure',
      found: `${BROWSER} failed to start: spawn EACCES`,
    })
    expect(
      await examineBrowser({ ...machine(BROWSER), environment: { CHROME_PATH: '/none' } }, version),
    ).toMatchObject({ level: 'failure', found: 'CHROME_PATH is not an executable: /none' })
  })

  it.each([
    ['firefox', '/usr/bin/firefox-esr', 'Firefox'],
    ['webkit', '/usr/bin/WebKitWebDriver', 'WebKit'],
  ] as const)('lists %s, which nothing needs unless it is asked for', async (engine, path, title) => {
    const version = async () => `${title} 1.2`
    expect(await examineBrowser(machine(path), version, engine)).toEqual({
      id: engine,
      title,
      level: 'ok',
      found: `${title} 1.2 (${path})`,
      fix: null,
    })
    expect(await examineBrowser(machine(), version, engine)).toEqual({
      id: engine,
      title,
      level: 'skipped',
      found: `not found; only miniapp test --browser ${engine} needs it`,
      fix: expect.stringContaining('on Debian the package'),
    })
  })

  it('knows whether a phone could reach this machine', async () => {
    expect(await examineNetwork([])).toMatchObject({ level: 'warning' })
    expect(await examineNetwork(['192.0.2.7'])).toMatchObject({
      level: 'ok',
      found: '192.0.2.7 (for phones, with dev --host)',
    })
  })
})
