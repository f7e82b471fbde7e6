import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { needsNoHost, plainBundle } from '../../../src/playtest/beside/original.js'
import type { LogEntry } from '../../../src/testing/index.js'
import { temporaryFolder } from '../../support/vitest/temporary-folder.js'

const call = (method: 'ready' | 'storage.get'): LogEntry => ({
  kind: 'call',
  seq: 1,
  at: '2026-01-01T00:00:00.000Z',
  seat: 1,
  id: '1',
  method,
  wire: method,
  params: {},
  ms: 1,
  bytes: 1,
  gesture: false,
})

describe('the files of an app on a plain server', () => {
  it('are those of its bundle, by their paths', async () => {
    const cwd = await temporaryFolder()
    await mkdir(join(cwd, 'app', 'a b'), { recursive: true })
    await writeFile(join(cwd, 'app', 'index.html'), '<h1>Home</h1>')
    await writeFile(join(cwd, 'app', 'a b', 'x.js'), 'x')
    const { entry, read, close } = plainBundle('app', cwd, 'index.html')
    expect(entry).toBe('/')
    const page = await read('/index.html?x')
    expect(page !== null && 'bytes' in page && Buffer.from(page.bytes).toString()).toBe('<h1>Home</h1>')
    expect(await read('/a%20b/x.js')).toMatchObject({ type: 'x.js' })
    expect(await read('/b.js')).toBe(null)
    expect(await read('/%')).toBe(null)
    await close?.()
  })

  it('are played only if the app has only said that it is ready', () => {
    expect(needsNoHost([call('ready')])).toBe(true)
    expect(needsNoHost([])).toBe(true)
    expect(needsNoHost([call('ready'), call('storage.get')])).toBe(false)
  })
})
