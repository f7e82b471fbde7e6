import { spawn } from 'node:child_process'
import { copyFile, cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { BINARY, INTERRUPTED, NODE, runMiniapp } from '../support/processes/command-line.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const SAMPLE = fileURLToPath(new URL('../../fixtures/rules/base/', import.meta.url))

it('check --watch prints a line of JSON after each save, and ends with 130 on Ctrl-C', async () => {
  const cwd = await temporaryFolder()
  await cp(SAMPLE, join(cwd, 'hello'), { recursive: true })
  const child = spawn(NODE, [BINARY, 'check', 'hello', '--watch', '--format', 'json'], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd, USERPROFILE: cwd, CI: 'true' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<unknown> => JSON.parse((await lines.next()).value ?? '')
  expect(await next()).toMatchObject({ path: 'hello', ok: true })
  await rm(join(cwd, 'hello', 'icon.png'))
  expect(await next()).toMatchObject({ ok: false, problems: [{ rule: 'manifest/icon-not-found' }] })
  await rm(join(cwd, 'hello', 'manifest.json'))
  expect(await next()).toMatchObject({
    ok: false,
    problems: [{ rule: 'manifest/missing', message: expect.stringContaining('There is no manifest.json') }],
  })
  for (const name of ['icon.png', 'manifest.json'])
    await copyFile(join(SAMPLE, name), join(cwd, 'hello', name))
  // The files come back one after the other, and may be checked in between.
  while (!JSON.stringify(await next()).includes('"ok":true'));
  child.kill('SIGINT')
  expect(await ended).toBe(INTERRUPTED)
})

it('check --watch refuses what it cannot do', async () => {
  const { code, stderr } = await runMiniapp(['check', '--watch', '--format', 'sarif'], {
    cwd: await temporaryFolder(),
  })
  expect(code).toBe(2)
  expect(stderr).toContain('--watch does not support --format sarif.')
})
