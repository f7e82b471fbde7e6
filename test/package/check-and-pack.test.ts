import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { runMiniapp } from '../support/processes/command-line.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const SAMPLE = fileURLToPath(new URL('../../fixtures/rules/base/', import.meta.url))

const sampleIn = async (name: string): Promise<string> => {
  const cwd = await temporaryFolder()
  await cp(SAMPLE, join(cwd, name), { recursive: true })
  return cwd
}

describe('miniapp check', () => {
  it('answers yes with 0, and says what becomes of the version', async () => {
    const cwd = await sampleIn('hello')
    const { code, stdout, stderr } = await runMiniapp(['check', 'hello'], { cwd })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('Sample 1.0.0: no problems')
    expect(stdout).toContain('goes live automatically one hour after upload')
  })

  it('answers no with 1, by file, with the line of code, a caret and a fix', async () => {
    const cwd = await sampleIn('hello')
    await writeFile(join(cwd, 'hello', 'manifest.json'), '{\n  "service_miniapp": 1,\n}\n')
    const { code, stdout } = await runMiniapp(['check', 'hello'], { cwd })
    expect(code).toBe(1)
    expect(stdout.split('\n').slice(0, 5)).toEqual([
      'manifest.json',
      '  2:23 error manifest.json is not JSON: JSON has no trailing comma. manifest/not-json (2.2)',
      '    2 │ "service_miniapp": 1,',
      '      │                     ^',
      '    → Correct line 2, column 23.',
    ])
  })

  it('does not count what a flag, a variable or package.json allows', async () => {
    const cwd = await sampleIn('hello')
    await writeFile(join(cwd, 'hello', 'a.js'), 'const words = "new WebSocket"\n')
    const strict = async (environment: Readonly<Record<string, string>>, ...words: readonly string[]) =>
      (await runMiniapp(['check', 'hello', '--strict', ...words], { cwd, environment })).code
    expect(await strict({ MINIAPP_ALLOW: '' })).toBe(1)
    expect(await strict({}, '--allow', 'script/websocket')).toBe(0)
    expect(await strict({ MINIAPP_ALLOW: 'manifest/ai-capability,script/websocket' })).toBe(0)
    await writeFile(join(cwd, 'hello', '.miniappignore'), 'package.json\n')
    await writeFile(
      join(cwd, 'hello', 'package.json'),
      JSON.stringify({ miniapp: { allow: ['script/websocket'] } }),
    )
    expect(await strict({})).toBe(0)
  })

  it('gives one document for one path and an array for several, and the worst exit code', async () => {
    const cwd = await sampleIn('good')
    await cp(SAMPLE, join(cwd, 'bad'), { recursive: true })
    await rm(join(cwd, 'bad', 'icon.png'))
    const one = await runMiniapp(['check', 'good', '--format', 'json'], { cwd })
    expect({ ...one, stdout: JSON.parse(one.stdout) }).toEqual({
      code: 0,
      stderr: '',
      stdout: {
        schema: 1,
        path: 'good',
        kind: 'folder',
        ok: true,
        review: 'automatic',
        runs: true,
        app: { id: 'ma_abcdefghij', name: 'Sample', version: '1.0.0' },
        problems: [],
        totals: { files: 3, bytes: expect.any(Number), zipBytes: null },
      },
    })
    const two = await runMiniapp(['check', 'bad', 'good', '--format', 'json'], { cwd })
    expect(two.code).toBe(1)
    expect(JSON.parse(two.stdout)).toMatchObject([
      {
        path: 'bad',
        ok: false,
        review: 'refused',
        problems: [
          {
            rule: 'manifest/icon-not-found',
            level: 'error',
            file: 'manifest.json',
            line: 8,
            column: 11,
            pointer: '/icon',
            spec: '2.2',
          },
        ],
      },
      { path: 'good', ok: true },
    ])
  })

  it('reports each path that names no bundle, checks the others, and ends with the worst exit code', async () => {
    const cwd = await sampleIn('good')
    await cp(SAMPLE, join(cwd, 'bad'), { recursive: true })
    await rm(join(cwd, 'bad', 'icon.png'))
    const paths = ['gone', 'bad', 'lost.zip', 'good']
    const text = await runMiniapp(['check', ...paths], { cwd })
    expect(text.code).toBe(2)
    expect(text.stderr).toBe(
      'error Cannot open gone: no such file or folder.\nCheck the path.\n' +
        'error Cannot open lost.zip: no such file or folder.\nCheck the path.\n',
    )
    expect(text.stdout.split('\n').filter((line) => line === 'bad' || line === 'good')).toEqual([
      'bad',
      'good',
    ])
    const json = await runMiniapp(['check', ...paths, '--format', 'json'], { cwd })
    expect(json.code).toBe(2)
    const unopened = (path: string) => ({
      schema: 1,
      path,
      ok: false,
      failure: { message: `Cannot open ${path}: no such file or folder.`, remedy: 'Check the path.' },
    })
    expect(JSON.parse(json.stdout)).toEqual([
      unopened('gone'),
      expect.objectContaining({ path: 'bad', ok: false }),
      unopened('lost.zip'),
      expect.objectContaining({ path: 'good', ok: true }),
    ])
  })

  it('says of several paths which report is of which, with a blank line between', async () => {
    const cwd = await sampleIn('one')
    await cp(SAMPLE, join(cwd, 'two'), { recursive: true })
    const { stdout } = await runMiniapp(['check', 'one', 'two'], { cwd })
    expect(stdout.split('\n').map((line) => line.split(' ', 1)[0])).toEqual([
      ...['one', 'Sample', '✓', ''],
      ...['two', 'Sample', '✓', ''],
    ])
  })

  it.each([
    [['check', 'nowhere'], 'error Cannot open nowhere: no such file or folder.\nCheck the path.\n'],
    [
      ['check', '--after', '1.2'],
      'error Invalid value "1.2" for --after.\nUse MAJOR.MINOR.PATCH, such as 1.2.3.\n',
    ],
  ])('says wrong usage in one sentence, with 2: %j', async (words, stderr) => {
    expect(await runMiniapp(words, { cwd: await temporaryFolder() })).toEqual({ code: 2, stdout: '', stderr })
  })

  it.each(['json', 'sarif', 'github', 'text'])(
    'reports a folder without a manifest like any other, with 1: %s',
    async (format) => {
      const cwd = await temporaryFolder()
      const { code, stdout, stderr } = await runMiniapp(['check', '--format', format], { cwd })
      expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
      const message = 'There is no manifest.json in this folder, nor a package.json that names'
      expect(stdout).toContain(message)
      expect(stdout).toContain('manifest/missing')
      if (format === 'json')
        expect(JSON.parse(stdout)).toMatchObject({
          ...{ path: '.', kind: 'folder', ok: false, review: 'refused', app: null },
          problems: [{ rule: 'manifest/missing', level: 'error', file: 'manifest.json' }],
          totals: { files: 0 },
        })
      if (format === 'sarif') expect(JSON.parse(stdout).runs[0].results).toHaveLength(1)
    },
  )

  it('names the manifest in other letters, or in a folder below, and how to build it', async () => {
    const cwd = await sampleIn('game')
    const reported = async (folder: string) =>
      JSON.parse((await runMiniapp(['check', folder, '--format', 'json'], { cwd })).stdout).problems.map(
        ({ rule, file, message, fix }: Record<string, string>) => [rule, file, message, fix],
      )
    expect(await reported('.')).toEqual([
      [
        'manifest/missing',
        'game/manifest.json',
        'There is no manifest.json at the root of the bundle; there is one in game.',
        'Use that folder: game.',
      ],
    ])
    await writeFile(join(cwd, 'package.json'), '{ "miniapp": { "folder": "dist" } }')
    await writeFile(join(cwd, 'main.ts'), '')
    expect(await reported('.')).toEqual([
      [
        'manifest/missing',
        'manifest.json',
        'package.json in this folder names the folder dist, and there is no manifest.json in it.',
        'Build the app first. If the build still has none, create it with `miniapp init --add`.',
      ],
    ])
    await writeFile(join(cwd, 'package.json'), '{')
    expect(await reported('.')).toEqual([
      [
        'manifest/missing',
        'manifest.json',
        'package.json is not JSON, so the bundle folder is unknown.',
        'Correct it, or pass the folder that contains manifest.json.',
      ],
    ])
    // Where letter case does not count, a rename that changes nothing else may do nothing.
    await rename(join(cwd, 'game/manifest.json'), join(cwd, 'game/renamed'))
    await rename(join(cwd, 'game/renamed'), join(cwd, 'game/Manifest.json'))
    expect(await reported('game')).toEqual([
      [
        'manifest/missing',
        'Manifest.json',
        'The manifest is named Manifest.json; it must be exactly manifest.json.',
        'Rename it to manifest.json.',
      ],
    ])
    // Everything else that is wrong with it is told too.
    await writeFile(join(cwd, 'game/run.exe'), 'MZ')
    expect((await reported('game')).map(([rule]: string[]) => rule)).toEqual([
      'manifest/missing',
      'bundle/extension-not-allowed',
    ])
  })

  it.each([
    [['pack'], 'Nothing was packed.'],
    [['pack', '--bump', 'patch'], 'Nothing was packed.'],
  ])('so does %j', async (words, says) => {
    const cwd = await temporaryFolder()
    const { code, stdout, stderr } = await runMiniapp(words, { cwd })
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(stdout).toContain('manifest/missing')
    expect(stdout).toContain(says)
    expect(await readdir(cwd)).toEqual([])
  })
})

describe('miniapp pack', () => {
  it('writes the zip, says where, and packs the same bytes in any time zone', async () => {
    const cwd = await sampleIn('hello')
    const first = await runMiniapp(['pack', 'hello', '--out', 'a'], {
      cwd,
      environment: { TZ: 'Asia/Tokyo' },
    })
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toContain(`Packed ${join('a', 'ma_abcdefghij-1.0.0.zip')}`)
    await runMiniapp(['pack', 'hello', '--out', 'b'], { cwd, environment: { TZ: 'America/New_York' } })
    const [a, b] = await Promise.all(
      ['a', 'b'].map((out) => readFile(join(cwd, out, 'ma_abcdefghij-1.0.0.zip'))),
    )
    expect(a).toEqual(b)
    const checked = await runMiniapp(['check', 'a/ma_abcdefghij-1.0.0.zip', '--format', 'json'], { cwd })
    expect(JSON.parse(checked.stdout)).toMatchObject({
      kind: 'zip',
      ok: true,
      totals: { zipBytes: a?.length },
    })
  })

  it.each([
    ['sarif', (text: string): unknown => JSON.parse(text).runs[0].results, []],
    ['github', (text: string): unknown => text, ''],
  ] as const)('reports as %s too, and says beside it where the zip is', async (format, read, nothing) => {
    const cwd = await sampleIn('hello')
    const good = await runMiniapp(['pack', 'hello', '--format', format], { cwd })
    expect(good).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Packed ma_abcdefghij-1\.0\.0\.zip \(/),
    })
    expect(read(good.stdout)).toEqual(nothing)
    await writeFile(join(cwd, 'hello', 'run.exe'), 'MZ')
    const bad = await runMiniapp(['pack', 'hello', '--overwrite', '--format', format], { cwd })
    expect(bad).toMatchObject({ code: 1, stderr: '' })
    expect(bad.stdout).toContain('bundle/extension-not-allowed')
  })

  it('2.2: does not take --optimize for other contents of the same version', async () => {
    const cwd = await sampleIn('hello')
    const pack = (...flags: string[]) => runMiniapp(['pack', 'hello', '--overwrite', ...flags], { cwd })
    await pack('--optimize')
    expect(await pack()).toMatchObject({ code: 0, stderr: '' })
    await writeFile(join(cwd, 'hello', 'more.txt'), 'more')
    expect((await pack()).stderr).toContain('warning 1.0.0 was already packed with different contents')
  })

  it('refuses with 1 where check refuses, and writes nothing', async () => {
    const cwd = await sampleIn('hello')
    await writeFile(join(cwd, 'hello', 'run.exe'), 'MZ')
    const { code, stdout } = await runMiniapp(['pack', 'hello'], { cwd })
    expect(code).toBe(1)
    expect(stdout).toContain('Nothing was packed.')
    expect(await readdir(cwd)).toEqual(['hello'])
  })
})
