import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { editorOf, editText, forgetEdited } from '../../../src/cli/publish/post-editor.js'
import { readPostText } from '../../../src/cli/publish/post-source.js'
import { temporaryFolder } from '../../support/vitest/temporary-folder.js'

type Context = Parameters<typeof readPostText>[2]

const contextOf = (change: {
  readonly environment?: Record<string, string>
  readonly isTTY?: boolean
}): Context =>
  ({
    cwd: '/',
    environment: change.environment ?? {},
    stdin: { isTTY: change.isTTY ?? true },
    interactive: change.isTTY ?? true,
    interrupted: new AbortController().signal,
  }) as unknown as Context

/** An editor that does this to the file whose path is in `process.argv[2]`. */
const editor = async (code: string): Promise<string> => {
  const script = join(await temporaryFolder(), 'an editor.cjs')
  await writeFile(script, `const fs = require('fs'); const path = process.argv[2]; ${code}`)
  return `"${process.execPath}" "${script}"`
}

const typing = (text: string): string =>
  `fs.writeFileSync(path, ${JSON.stringify(text)} + fs.readFileSync(path, 'utf8'))`

describe('a text written in an editor', () => {
  it.each([
    ['typed above the cut', 'Hello\n\nhttps://example.com', 'Hello\n\nhttps://example.com'],
    ['with lines that start with a number sign', '# One\n#two', '# One\n#two'],
    ['with Windows line ends and a byte order mark', '\ufeffHello\r\nyou\r\n', 'Hello\nyou'],
  ])('is the text that was %s', async (_name, typed, expected) => {
    const edited = await editText(await editor(typing(typed)), contextOf({}))
    onTestFinished(() => forgetEdited(edited.path))
    expect(edited.text).toBe(expected)
    expect(await readFile(edited.path, 'utf8')).toBe(`${expected}\n`)
    if (process.platform !== 'win32') expect((await stat(edited.path)).mode & 0o777).toBe(0o600)
    await forgetEdited(edited.path)
    await expect(readdir(dirname(edited.path))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it("excludes the template's lines if the cut was removed", async () => {
    const code = `fs.writeFileSync(path, 'Hello\\n' + fs.readFileSync(path, 'utf8').split('\\n').filter((line) => !line.includes('----')).join('\\n'))`
    const edited = await editText(await editor(code), contextOf({}))
    onTestFinished(() => forgetEdited(edited.path))
    expect(edited.text).toBe('Hello')
  })

  it.each([
    ['was left as it was', ''],
    ['is blank', typing(' \n\t\n')],
  ])('cancels where it %s, and leaves no file', async (_name, code) => {
    const script = await editor(`${code}; fs.writeFileSync(process.argv[1] + '.path', path)`)
    await expect(editText(script, contextOf({}))).rejects.toMatchObject({
      kind: 'refused',
      message: 'The text is empty; nothing was sent.',
    })
    const path = await readFile(`${/"([^"]*cjs)"/.exec(script)?.[1]}.path`, 'utf8')
    await expect(stat(dirname(path))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('is kept when the editor fails, with a message that names the file', async () => {
    const failure = await editText(
      await editor(`${typing('Precious')}; process.exit(3)`),
      contextOf({}),
    ).catch((error: unknown) => error as { kind: string; message: string; remedy: string })
    if (!('remedy' in failure)) throw new Error('It did not fail.')
    expect([failure.kind, failure.message]).toEqual([
      'refused',
      'The editor ended with exit code 3; nothing was sent.',
    ])
    const path = /saved in (.*)\. To continue/.exec(failure.remedy)?.[1] ?? ''
    onTestFinished(() => forgetEdited(path))
    expect(await readFile(path, 'utf8')).toBe('Precious\n')
  })

  it('needs an editor that starts', async () => {
    await expect(editText('/no/such/editor', contextOf({}))).rejects.toMatchObject({
      kind: 'usage',
      message: 'Could not start the editor "/no/such/editor".',
    })
  })
})

describe('an editor with the exit code of a missing command', () => {
  it('counts as started if it has changed the file: the text is kept', async () => {
    const failure = await editText(
      await editor(`${typing('Precious')}; process.exit(127)`),
      contextOf({}),
    ).catch((error: unknown) => error as { message: string; remedy: string })
    if (!('remedy' in failure)) throw new Error('It did not fail.')
    expect(failure.message).toBe('The editor ended with exit code 127; nothing was sent.')
    const path = /saved in (.*)\. To continue/.exec(failure.remedy)?.[1] ?? ''
    onTestFinished(() => forgetEdited(path))
    expect(await readFile(path, 'utf8')).toBe('Precious\n')
  })
})

describe('which editor it is', () => {
  it.each([
    [{ VISUAL: 'a', EDITOR: 'b' }, 'a'],
    [{ VISUAL: ' ', EDITOR: 'b' }, 'b'],
    [{ EDITOR: '' }, null],
    [{}, null],
  ])('%j', (environment: Record<string, string>, expected) => {
    expect(editorOf({ environment })).toBe(expected)
  })
})

describe('where a text comes from', () => {
  it('uses an editor only on a terminal and without another source of text', async () => {
    const environment = { EDITOR: await editor(typing('From the editor')) }
    const edited = await readPostText(undefined, undefined, contextOf({ environment }))
    onTestFinished(() => forgetEdited(edited.edited ?? ''))
    expect(edited.text).toBe('From the editor')
    expect(await readPostText('Given', undefined, contextOf({ environment }))).toEqual({
      text: 'Given',
      edited: null,
      piped: false,
    })
    await expect(readPostText(undefined, undefined, contextOf({}))).rejects.toMatchObject({
      kind: 'usage',
      remedy: expect.stringContaining('VISUAL or EDITOR'),
    })
  })
})
