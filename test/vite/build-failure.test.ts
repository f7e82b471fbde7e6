import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { describe, expect, it } from 'vitest'
import { failedBuild } from '../../src/vite/build-failure.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

/** What a failed build of these sources is read as. */
const failureOf = async (files: Readonly<Record<string, string>>) => {
  const root = await temporaryFolder()
  await mkdir(join(root, 'src'))
  for (const [path, text] of Object.entries({ ...PAGE, ...files })) await writeFile(join(root, path), text)
  const error: unknown = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: { write: false },
  }).catch((thrown: unknown) => thrown)
  return failedBuild(error, root)
}

const PAGE = {
  'index.html': '<link rel="stylesheet" href="/src/a.css"><script type="module" src="/src/main.js"></script>',
  'src/a.css': '',
  'src/main.js': '',
}

describe('a failed build', () => {
  it('names what was wrong and where', async () => {
    expect(await failureOf({ 'src/main.js': 'const a = 1\nconst b = (\nexport const c = 2\n' })).toEqual({
      message: expect.stringContaining('Unexpected token'),
      file: 'src/main.js',
      line: 3,
      column: 1,
    })
    expect(await failureOf({ 'src/main.js': '\nimport "./none"\n' })).toEqual({
      message: expect.stringContaining("Could not resolve './none'"),
      file: 'src/main.js',
      line: 2,
      column: 8,
    })
  })

  it('names the place once where the words name it too', async () => {
    expect(
      await failureOf({ 'src/a.css': '@import "./b.css";\nbody { } }\n', 'src/b.css': 'p { }' }),
    ).toEqual({
      message: '[postcss] Unexpected }',
      file: 'src/a.css',
      line: 2,
      column: 10,
    })
  })

  it('has the lines that it names where it names no file', async () => {
    const { message, file, line } = await failureOf({ 'src/a.css': 'body { color:\n } } x {' })
    expect({ file, line }).toEqual({ file: null, line: 2 })
    expect(message).toContain('2  |   } } x {')
  })

  it('can be any value', () => {
    expect(failedBuild('stopped', '/project')).toEqual({
      message: 'stopped',
      file: null,
      line: null,
      column: null,
    })
  })
})
