import { spawn } from 'node:child_process'
import { cp, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { BINARY, NODE, runMiniapp } from '../support/processes/command-line.js'
import { ROOT } from '../support/processes/npm.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

/** Random bytes that do not compress, the same in every run. */
const noise = (length: number): Buffer => {
  const bytes = Buffer.alloc(length)
  for (let at = 0, state = 1; at < length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    bytes[at] = state >> 16
  }
  return bytes
}

it('a run that is killed at any moment leaves nothing that a later one takes for a file of the bundle', async () => {
  const cwd = await temporaryFolder()
  await cp(join(ROOT, 'fixtures/rules/base'), cwd, { recursive: true })
  await writeFile(join(cwd, 'level.bin'), noise(15_000_000))
  const files = await readdir(cwd)
  const zip = 'ma_abcdefghij-1.0.0.zip'
  let kills = 0
  let left = 0
  for (let run = 0; run < 12; run++) {
    const child = spawn(NODE, [BINARY, 'pack', '--overwrite'], {
      cwd,
      env: { PATH: process.env['PATH'] ?? '', HOME: cwd, USERPROFILE: cwd, CI: 'true' },
      stdio: 'ignore',
    })
    const ended = new Promise<boolean>((resolve) =>
      child.once('exit', (_, signal) => resolve(signal === 'SIGKILL')),
    )
    // As soon as it writes, or a moment later.
    while (child.exitCode === null && !(await readdir(cwd)).some((name) => name.endsWith('.miniapp-tmp')));
    for (let turn = 0; turn < run * 40; turn++) await readdir(cwd)
    child.kill('SIGKILL')
    if (await ended) kills++
    const unfinished = (await readdir(cwd)).filter((name) => name.endsWith('.miniapp-tmp'))
    left += unfinished.length
    // Never more than one: each run has removed what the one before it left.
    expect(unfinished.length).toBeLessThan(2)
    expect(await runMiniapp(['check'], { cwd })).toMatchObject({ code: 0, stderr: '' })
  }
  expect(kills).toBeGreaterThan(0)
  expect(left).toBeGreaterThan(0)
  expect(await runMiniapp(['pack', '--overwrite'], { cwd })).toMatchObject({ code: 0, stderr: '' })
  expect((await readdir(cwd)).filter((name) => name !== '.miniapp').sort()).toEqual([...files, zip].sort())
  const packed = await runMiniapp(['check', zip, '--format', 'json'], { cwd })
  expect(JSON.parse(packed.stdout)).toMatchObject({ ok: true, totals: { files: files.length } })
})
