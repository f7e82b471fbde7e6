import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fakeEditor } from '../../../support/fakes/fake-editor.js'
import { askControl as ask } from '../../../support/rigs/ask-control.js'
import { send, simulatorRig } from '../../../support/rigs/simulator-rig.js'
import { missing } from '../../../support/vitest/missing.js'
import { temporaryFolder } from '../../../support/vitest/temporary-folder.js'

/** Its first column is that of the third of the source's second line. */
const SOURCE_MAP = { version: 3, sources: ['../src/main.ts'], names: [], mappings: 'AACE' }
const BUILT = `let a=1\n//# sourceMappingURL=data:application/json,${encodeURIComponent(JSON.stringify(SOURCE_MAP))}\n`

describe('control/editor', () => {
  it('opens a file of the app at its line, and no shell reads its name', async ({ skip }) => {
    skip(...missing.shell)
    const editor = await fakeEditor()
    const rig = await simulatorRig({ editor: editor.command, files: { 'a $(b) & c.js': '1' } })
    const path = join(await realpath(rig.folder), 'a $(b) & c.js')
    expect(await ask(rig, 'POST', 'editor', { file: 'a $(b) & c.js', line: 3, column: 5 })).toEqual({
      status: 200,
      body: { opened: path, editor: editor.command },
    })
    await expect.poll(editor.arguments).toEqual(['-r', '-g', `${path}:3:5`])
  })

  it('opens the source of what a build made, at the place that its source map names', async ({ skip }) => {
    skip(...missing.shell)
    const editor = await fakeEditor()
    const rig = await simulatorRig({
      editor: editor.command,
      files: { 'assets/app.js': BUILT, 'src/main.ts': 'export const start = (): void => {}\n' },
    })
    const path = join(await realpath(rig.folder), 'src/main.ts')
    expect((await ask(rig, 'POST', 'editor', { file: 'assets/app.js', line: 1, column: 1 })).body).toEqual({
      opened: path,
      editor: editor.command,
    })
    await expect.poll(editor.arguments).toEqual(['-r', '-g', `${path}:2:3`])
  })

  it.for(['OUTSIDE', 'link.js', 'art/../OUTSIDE', '/etc/passwd', 'none.js', 'art', 'a\0.js', '.'])(
    'opens nothing but files of the app: %j',
    async (name, { skip }) => {
      if (name === 'link.js') skip(...missing.links)
      const editor = await fakeEditor()
      const rig = await simulatorRig({ editor: editor.command })
      const outside = join(await temporaryFolder(), 'outside.js')
      await writeFile(outside, '1')
      await mkdir(join(rig.folder, 'art'))
      if (name === 'link.js') await symlink(outside, join(rig.folder, name))
      const file = name.replace('OUTSIDE', relative(rig.folder, outside))
      expect(await ask(rig, 'POST', 'editor', { file })).toEqual({
        status: 404,
        body: { error: `The app has no file ${file}.` },
      })
    },
  )

  it.each([
    [{}, /^file: is missing\. Send /],
    [{ file: 'index.html', line: 0 }, /^line: must be at least 1\. Send /],
    [{ file: 'index.html', shell: 'sh' }, /^The body has unknown fields: `shell`\. Send /],
  ])('says what is wrong with %j', async (body, error) => {
    const rig = await simulatorRig({ editor: 'code' })
    const answer = await ask(rig, 'POST', 'editor', body)
    expect(answer).toEqual({ status: 400, body: { error: expect.stringMatching(error) } })
  })

  it('says it where the editor cannot be started', async ({ skip }) => {
    skip(process.platform === 'win32', 'On Windows a shell starts the editor, and the shell itself starts.')
    const rig = await simulatorRig({ editor: '/none/code' })
    const { status, body } = await ask(rig, 'POST', 'editor', { file: 'index.html' })
    expect(status).toBe(400)
    expect(body).toEqual({
      error: expect.stringMatching(/^The editor \/none\/code could not be started: .*MINIAPP_EDITOR/),
    })
  })

  it('is for this machine, with the token, and never for the app’s frame', async () => {
    const editor = await fakeEditor()
    const remote = await simulatorRig({ editor: editor.command, isOnOwnMachine: () => false })
    expect((await ask(remote, 'POST', 'editor', { file: 'index.html' })).status).toBe(403)
    const rig = await simulatorRig({ editor: editor.command })
    const body = '{"file":"index.html"}'
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${rig.served.token}` }
    const post = async (given: Readonly<Record<string, string>>) =>
      (await send(`${rig.shellOrigin}/control/editor`, given, { method: 'POST', body })).status
    expect(await post({ 'content-type': 'application/json' })).toBe(401)
    expect(await post({ ...headers, origin: 'null' })).toBe(403)
    expect(await post({ ...headers, origin: 'http://localhost.evil.test' })).toBe(403)
    expect(await editor.arguments()).toEqual([''])
    expect(await post({ ...headers, origin: rig.shellOrigin })).toBe(200)
  })
})
