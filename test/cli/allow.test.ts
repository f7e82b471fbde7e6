import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { sampleFiles, sampleManifest } from '../support/fakes/sample-bundle.js'
import { type CommandRig, commandRig } from '../support/rigs/command-rig.js'

const AI = 'manifest/ai-capability'

/** A manifest that waits for an admin, and uses AI, so that nothing else is found. */
const manifest = sampleManifest({
  capabilities: { 'ai.image': { version: 1, purpose: 'Draws the cards of the game' } },
})
const page =
  '<!doctype html><html><head><meta charset="utf-8"><title>A</title><script src="service-miniapp.js"></script></head><body>Hello<script src="a.js"></script></body></html>\n'
const script = 'Service.ready()\nonclick = () => Service.ai.image.generate({ prompt: "a" })\n'

let rig: CommandRig

/** Writes an app into a folder of the rig; the manifest flags it. */
const writeApp = async (folder: string, files: Readonly<Record<string, string>> = {}): Promise<void> => {
  const all = {
    ...sampleFiles(),
    'manifest.json': manifest,
    'index.html': page,
    'service-miniapp.js': '// The SDK.\nvar Service;\n',
    'a.js': script,
    ...files,
  }
  for (const [path, content] of Object.entries(all)) {
    const full = join(rig.home, folder, path)
    await mkdir(dirname(full), { recursive: true })
    await writeFile(full, content)
  }
}

const packageAllows = (allow: unknown, folder?: string): string =>
  JSON.stringify({ miniapp: { ...(folder === undefined ? {} : { folder }), allow } })

/** The document of `check` of a path, and the exit code. */
const checked = async (...words: readonly string[]) => {
  const { code, stdout, stderr } = await rig.run(['check', '--format', 'json', ...words])
  return { code, stderr, document: stdout === '' ? null : JSON.parse(stdout) }
}

/** What of a document `allow` changes. */
const outcome = ({ code, document }: Awaited<ReturnType<typeof checked>>) => ({
  code,
  ok: document.ok,
  review: document.review,
  allow: document.allow,
  problems: document.problems.map(({ rule, level, allowed }: Record<string, unknown>) => [
    rule,
    level,
    ...(allowed === undefined ? [] : [allowed]),
  ]),
})

beforeEach(async () => {
  rig = await commandRig()
})

describe('a finding that is known', () => {
  beforeEach(() => writeApp('app'))

  it('makes a strict check fail until it is allowed', async () => {
    const found = await checked('app', '--strict')
    expect(outcome(found)).toMatchObject({ code: 1, ok: false, allow: undefined })
    expect(found.document.problems).toContainEqual(expect.objectContaining({ rule: AI, level: 'flag' }))
    const others = found.document.problems.flatMap(({ rule, level }: Record<string, string>) =>
      rule === AI || level === 'info' ? [] : [rule],
    )
    const allow = [AI, ...new Set<string>(others)].flatMap((rule) => ['--allow', rule])
    const allowed = await checked('app', '--strict', ...allow)
    expect(allowed).toMatchObject({ code: 0, stderr: '', document: { ok: true, review: 'admin' } })
    expect(allowed.document.problems).toEqual(
      found.document.problems.map((problem: { level: string }) =>
        problem.level === 'info' ? problem : { ...problem, allowed: true },
      ),
    )
  })

  it('is shown as allowed, without its fix, and counts as that', async () => {
    const { stdout } = await rig.run(['check', 'app', '--allow', AI])
    expect(stdout).toMatch(
      /^ {2}\d+:\d+ flag allowed Requests ai\.image: .* manifest\/ai-capability \(3\.1\)$/m,
    )
    expect(stdout).not.toContain('Wait for the admin')
    expect(stdout).toContain('1 flag allowed')
    expect(stdout).toContain(
      'This version would be accepted and go live automatically one hour after upload, as long as an admin granted this before: Requests ai.image (manifest.json).',
    )
  })

  it('is a notice on GitHub, and suppressed in SARIF', async () => {
    const github = await rig.run(['check', 'app', '--allow', AI, '--format', 'github'])
    expect(github.stdout).toMatch(
      /^::notice file=app\/manifest\.json,line=\d+,col=\d+,title=manifest\/ai-capability \(allowed\)::Requests/m,
    )
    const sarif = await rig.run(['check', 'app', '--allow', AI, '--format', 'sarif'])
    const [run] = JSON.parse(sarif.stdout).runs
    expect(
      run.results.map(({ ruleId, suppressions }: Record<string, unknown>) => [ruleId, suppressions]),
    ).toEqual(expect.arrayContaining([[AI, [{ kind: 'external', status: 'accepted' }]]]))
    for (const { ruleId, suppressions } of run.results) if (ruleId !== AI) expect(suppressions).toEqual([])
  })

  it('is allowed by several flags, and by a list with commas as a variable has it', async () => {
    const twice = await checked('app', '--allow', AI, '--allow', 'script/websocket')
    expect(twice.document.allow).toEqual([
      { rule: AI, allowed: 1, errors: 0 },
      { rule: 'script/websocket', allowed: 0, errors: 0 },
    ])
    expect((await checked('app', '--allow', `${AI}, script/websocket`)).document).toEqual(twice.document)
  })
})

describe('what the project allows', () => {
  it.each([
    ['beside the manifest', '', 'app'],
    ['in the project that names the folder, given the project', 'dist', 'app'],
    ['in the project that names the folder, given the folder', 'dist', 'app/dist'],
    ['in the project that names a folder further below', 'www/app/dist', 'app/www/app/dist'],
  ])('is read from the package.json %s', async (_, folder, path) => {
    await writeApp(join('app', folder))
    await writeFile(
      join(rig.home, 'app', 'package.json'),
      packageAllows([AI], folder === '' ? undefined : folder),
    )
    expect((await checked(path)).document.allow).toEqual([{ rule: AI, allowed: 1, errors: 0 }])
  })

  it('is not read from a package.json that names another folder', async () => {
    await writeApp('app/dist')
    await writeFile(join(rig.home, 'app', 'package.json'), packageAllows([AI], 'build'))
    expect((await checked('app/dist')).document.allow).toBeUndefined()
  })

  it('adds to the flags', async () => {
    await writeApp('app', { 'package.json': packageAllows([AI]) })
    expect((await checked('app', '--allow', 'script/websocket')).document.allow).toEqual([
      { rule: 'script/websocket', allowed: 0, errors: 0 },
      { rule: AI, allowed: 1, errors: 0 },
    ])
  })

  it('is refused where it is not a list of rules', async () => {
    await writeApp('app', { 'package.json': packageAllows(AI) })
    expect(await rig.run(['check', 'app'])).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('package.json is not a list of rules.'),
    })
  })

  it('is nothing where the package.json beside a bundle is broken', async () => {
    await writeApp('app', { 'package.json': '{ "miniapp": ' })
    expect((await checked('app')).document.allow).toBeUndefined()
  })

  it('is used by pack', async () => {
    await writeApp('app', { 'package.json': packageAllows([AI]), '.miniappignore': 'package.json\n' })
    const others = (await checked('app')).document.problems.flatMap(
      ({ rule, level }: Record<string, string>) => (rule === AI || level === 'info' ? [] : [rule]),
    )
    const flags = others.flatMap((rule: string) => ['--allow', rule])
    expect((await rig.run(['pack', 'app', '--strict', ...flags])).code).toBe(0)
    await writeFile(join(rig.home, 'app', 'package.json'), '{}')
    expect((await rig.run(['pack', 'app', '--strict', '--overwrite', ...flags])).code).toBe(1)
  })
})

describe('an entry that changes nothing', () => {
  it('is reported where its findings are errors, which nothing allows', async () => {
    await writeApp('app', { 'b.html': '<!doctype html><img src="https://example.com/a.png">' })
    const { code, document } = await checked('app', '--allow', 'html/remote-url')
    expect({ code, ok: document.ok, allow: document.allow }).toEqual({
      code: 1,
      ok: false,
      allow: [{ rule: 'html/remote-url', allowed: 0, errors: 1 }],
    })
    expect(document.problems).toContainEqual(expect.not.objectContaining({ allowed: true }))
    const { stdout } = await rig.run(['check', 'app', '--allow', 'html/remote-url'])
    expect(stdout).toContain('! html/remote-url cannot be allowed: its finding is an error.\n')
  })

  it('is reported where nothing is found, in every format', async () => {
    await writeApp('app')
    const text =
      'script/websocket is allowed, but nothing was found for it: remove it from the allowed rules.'
    const words = ['check', 'app', '--allow', 'script/websocket', '--format']
    expect((await rig.run([...words, 'text'])).stdout).toContain(`! ${text}\n`)
    expect((await rig.run([...words, 'github'])).stdout).toContain(
      `::warning title=script/websocket::${text}\n`,
    )
    expect(JSON.parse((await rig.run([...words, 'sarif'])).stdout).runs[0].invocations).toEqual([
      {
        executionSuccessful: true,
        toolConfigurationNotifications: [
          { level: 'warning', message: { text }, associatedRule: { id: 'script/websocket' } },
        ],
      },
    ])
  })

  it('is another command’s where it is a rule of test', async () => {
    await writeApp('app')
    expect((await checked('app', '--allow', 'run/blank')).document.allow).toBeUndefined()
  })

  it.each([
    ['check', 'manifest/ai-capabilty', 'Did you mean manifest/ai-capability?'],
    ['pack', 'websocket', 'Did you mean script/websocket?'],
    ['dev', 'run/blnak', 'Did you mean run/blank?'],
    ['check', 'nothing/like/it', 'Run miniapp rules to list all rules.'],
  ])('of %s is refused where %s is not a rule', async (command, rule, fix) => {
    await writeApp('app')
    expect(await rig.run([command, 'app', '--allow', rule])).toEqual({
      code: 2,
      stdout: '',
      stderr: `error --allow names "${rule}", which is not a rule.\n${fix}\n`,
    })
  })

  it('is refused in the package.json, too', async () => {
    await writeApp('app', { 'package.json': packageAllows(['manifest/ai-capabilty']) })
    expect((await rig.run(['check', 'app'])).stderr).toBe(
      'error "allow" in package.json names "manifest/ai-capabilty", which is not a rule.\nDid you mean manifest/ai-capability?\n',
    )
  })
})
