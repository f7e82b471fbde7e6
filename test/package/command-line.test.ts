import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BINARY, INTERRUPTED, NODE, runMiniapp } from '../support/processes/command-line.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

describe('the command line', () => {
  it('--version prints the version of package.json and nothing else', async () => {
    const run = await runMiniapp(['--version'], { cwd: await temporaryFolder() })
    expect(run).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  })

  it('--help goes to stdout, lists the exit codes, and exits with 0', async () => {
    const run = await runMiniapp(['--help'], { cwd: await temporaryFolder() })
    expect(run.code).toBe(0)
    expect(run.stderr).toBe('')
    expect(run.stdout).toMatch(/^Usage: miniapp/)
    for (const code of ['0', '1', '2', '3', '4', '5', '6', '130'])
      expect(run.stdout).toMatch(new RegExp(`^ +${code} {2}\\S`, 'm'))
  })

  it('without a command, prints the help to stderr and exits 2', async () => {
    const run = await runMiniapp([], { cwd: await temporaryFolder() })
    expect(run.code).toBe(2)
    expect(run.stdout).toBe('')
    expect(run.stderr).toMatch(/^Usage: miniapp/)
  })

  it('lets nothing of a wrong word reach the terminal', async () => {
    for (const words of [
      ['x\u001b[2J'],
      ['check', '--\u001b[2J'],
      ['check', '--format', '\u001b[2J\u202e'],
    ]) {
      const run = await runMiniapp(words, { cwd: await temporaryFolder() })
      expect(run.code).toBe(2)
      expect(run.stderr).toContain('␛[2J')
      for (const unsafe of ['\u001b', '\u202e']) expect(run.stderr).not.toContain(unsafe)
    }
  })

  it('names an unknown flag, on stderr, and exits 2', async () => {
    const run = await runMiniapp(['--colour'], { cwd: await temporaryFolder() })
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toBe('error Unknown flag --colour.\nRun miniapp --help for all flags.\n')
  })

  it('suggests the command that was meant', async () => {
    const run = await runMiniapp(['chek'], { cwd: await temporaryFolder() })
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toContain('Did you mean check?')
  })

  it('help tells about one command, and suggests the one that was meant', async () => {
    const cwd = await temporaryFolder()
    const help = await runMiniapp(['help', 'check'], { cwd })
    expect(help).toEqual(await runMiniapp(['check', '--help'], { cwd }))
    expect(help).toMatchObject({ code: 0, stderr: '' })
    expect(await runMiniapp(['help'], { cwd })).toEqual(await runMiniapp(['--help'], { cwd }))
    expect(await runMiniapp(['help', 'chekc'], { cwd })).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error Unknown command chekc.\nDid you mean check?\n',
    })
  })

  it('lists the rules of an area', async () => {
    const cwd = await temporaryFolder()
    const listed = JSON.parse((await runMiniapp(['rules', 'css', '--format', 'json'], { cwd })).stdout)
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([
      'css/cannot-load',
      'css/filter-of-another-file',
      'css/import-of-another-type',
      'css/remote-url',
      'css/root-relative-url',
    ])
    expect((await runMiniapp(['rules', 'htlm'], { cwd })).stderr).toBe(
      'error There is no rule htlm.\nDid you mean html?\n',
    )
  })

  it('shows a topic of the reference, and serves its page until it is interrupted', async () => {
    const cwd = await temporaryFolder()
    const shown = await runMiniapp(['docs', 'pay'], { cwd })
    expect(shown).toMatchObject({ code: 0, stderr: '' })
    expect(shown.stdout).toMatch(/^Service\.pay\(\{ product \}\)\n/)
    expect(await runMiniapp(['docs', 'storge'], { cwd })).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error There is no topic "storge".\nDid you mean storage?\n',
    })
    const saved = await runMiniapp(['docs', '--format', 'html', '--output', 'site'], { cwd })
    expect(saved).toEqual({
      code: 0,
      stdout: '',
      stderr: `Documentation: ${join('site', 'index.html')} (search works only on a web server)\n`,
    })
    const child = spawn(NODE, [BINARY, 'docs', 'pay', '--open', '--port', '0'], {
      env: { ...process.env, BROWSER: 'none' },
    })
    try {
      const [line] = await once(child.stdout, 'data')
      const url = new URL(String(line).trim())
      expect(url.pathname).toBe('/reference/pay.html')
      const page = await fetch(url)
      const html = await page.text()
      expect(html).toBe(await readFile(join(cwd, 'site/reference/pay.html'), 'utf8'))
      expect(html).toContain(`content="${page.headers.get('content-security-policy')}"`)
      expect((await fetch(new URL('/reference', url))).status).toBe(404)
      expect((await fetch(url, { method: 'POST' })).status).toBe(405)
    } finally {
      child.kill('SIGINT')
    }
    const [code] = await once(child, 'close')
    expect(code).toBe(INTERRUPTED)
  })

  it('a flag can come from its environment variable, and a switch whose variable says no stays off', async () => {
    const cwd = await temporaryFolder()
    const help = await runMiniapp(['check', '--help'], { cwd })
    expect(help.stdout).toContain('MINIAPP_STRICT')
    const named = await runMiniapp(['check', 'nowhere'], { cwd, environment: { MINIAPP_FORMAT: 'nonsense' } })
    expect(named).toMatchObject({ code: 2, stdout: '' })
    expect(named.stderr).toContain('MINIAPP_FORMAT')
    const debug = await runMiniapp(['check', 'nowhere'], { cwd, environment: { MINIAPP_DEBUG: '0' } })
    expect(debug.stderr).not.toContain('Failure:')
    const traced = await runMiniapp(['check', 'nowhere'], { cwd, environment: { MINIAPP_DEBUG: '1' } })
    expect(traced.stderr).toContain('Failure:')
  })

  it('expected failures are one or two plain lines; a stack only with --debug', async () => {
    const cwd = await temporaryFolder()
    const plain = await runMiniapp(['check', 'none'], { cwd })
    expect(plain).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error Cannot open none: no such file or folder.\nCheck the path.\n',
    })
    const traced = await runMiniapp(['check', 'none', '--debug'], { cwd })
    expect(traced.stderr).toContain('    at ')
  })
})
