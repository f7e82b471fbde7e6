import { readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MB } from '../../src/platform/units.js'
import { exportFolder } from '../support/cases/export-fixture.js'
import { runMiniapp } from '../support/processes/command-line.js'
import { runHere } from '../support/rigs/command-here.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const THREADS =
  'index.html needs threads (SharedArrayBuffer), which a sandboxed frame does not get: turn "Thread Support" off in the Web export preset (Godot 4.3 or later), and export again.'

const words = (from: string, ...more: readonly string[]): readonly string[] => [
  'init',
  'app',
  '--from',
  from,
  '--age-rating',
  '4+',
  '--summary',
  'A game of an engine.',
  ...more,
]

describe('miniapp init --from with an export of an engine', () => {
  it('names the engine in the report', async () => {
    const cwd = await temporaryFolder()
    const run = await runMiniapp(words(exportFolder('godot-4')), { cwd })
    expect(run).toMatchObject({ code: 0 })
    expect(run.stdout).toContain('\nRecognized: Godot 4 export, the page index.html, ')
    expect(run.stdout).toContain('Nothing found that stops the app from running.')
  })

  it('says in one sentence why a game cannot be a mini app, and writes nothing', async () => {
    const cwd = await temporaryFolder()
    const from = exportFolder('godot-4-threads')
    expect(await runHere(words(from), { cwd })).toEqual({
      code: 1,
      stdout: `✗ ${from} (Godot 4 export) cannot be a mini app as it is. Nothing was written. Add --force to write it anyway.\n\n✗ It does not work: ${THREADS}\n`,
      stderr: '',
    })
    expect(await readdir(cwd)).toEqual([])
  })

  it('says it as JSON too', async () => {
    const cwd = await temporaryFolder()
    const from = exportFolder('godot-4-threads')
    const run = await runHere(words(from, '--format', 'json'), { cwd })
    expect(run).toMatchObject({ code: 1, stderr: '' })
    expect(JSON.parse(run.stdout)).toEqual({
      schema: 1,
      written: false,
      from,
      engine: 'Godot 4 export',
      obstacles: [
        {
          kind: 'threads',
          file: 'index.html',
          line: null,
          advice: 'turn "Thread Support" off in the Web export preset (Godot 4.3 or later), and export again',
          message: THREADS,
        },
      ],
      plays: { plays: 'no', sentence: `It does not work: ${THREADS}` },
    })
    expect(await readdir(cwd)).toEqual([])
  })

  it('writes it with --force, and reports what will break', async () => {
    const cwd = await temporaryFolder()
    const run = await runHere(words(exportFolder('godot-4-threads'), '--force'), { cwd })
    expect(run).toMatchObject({ code: 0 })
    expect(run.stdout).toContain('✗ breaks  index.html needs threads (SharedArrayBuffer)')
    expect(run.stdout).toContain('It will not run as it is.')
    expect(await readdir(join(cwd, 'app'))).toContain('index.pck.bin')
  })

  it('takes a file that is too large along with --force only', async () => {
    const cwd = await temporaryFolder()
    const game = join(cwd, 'game.html')
    await writeFile(game, '<!doctype html><title>Big</title><script>fetch("world.bin")</script>')
    await writeFile(join(cwd, 'world.bin'), '')
    await truncate(join(cwd, 'world.bin'), 21 * MB)
    const target = await temporaryFolder()
    const refused = await runHere(words(cwd), { cwd: target })
    expect(refused).toMatchObject({ code: 1, stderr: '' })
    expect(refused.stdout.trimEnd().split('\n').at(-1)).toBe(
      '✗ It does not work: world.bin has 21 MB, and a file can have at most 20 MB.',
    )
    const forced = await runHere(words(cwd, '--force', '--format', 'json'), { cwd: target })
    expect(forced).toMatchObject({ code: 0 })
    expect(JSON.parse(forced.stdout)).toMatchObject({
      obstacles: [{ kind: 'file-too-large', file: 'world.bin' }],
      check: { review: 'refused' },
    })
    expect((await readFile(join(target, 'app', 'world.bin'))).length).toBe(21 * MB)
  })
})
