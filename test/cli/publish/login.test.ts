import { describe, expect, it, onTestFinished } from 'vitest'
import { Failure } from '../../../src/failure.js'
import { json, rudeServer } from '../../support/fakes/rude-server.js'
import { freePort } from '../../support/processes/free-port.js'
import { commandRig } from '../../support/rigs/command-rig.js'
import { startTestService } from '../../support/rigs/test-service.js'

/** Starts `login --browser` and interrupts it when it waits, or once it shows a code. */
const browserLogin = async (
  environment: Readonly<Record<string, string>>,
  keys?: readonly string[],
  baseUrl?: string,
) => {
  const service = await startTestService()
  onTestFinished(() => service.stop())
  const rig = await commandRig()
  const port = String(await freePort())
  const interruption = new AbortController()
  const words = ['login', '--browser', '--base-url', baseUrl ?? service.baseUrl, '--client-id', 'miniapp-cli']
  const run = await rig.run([...words, '--redirect-port', port], {
    environment,
    signal: interruption.signal,
    onNote: (line) => {
      if (/Open {2}| Open this URL/.test(line)) interruption.abort(new Failure('interrupted', 'Interrupted.'))
    },
    ...(keys === undefined ? {} : { keys }),
  })
  return { ...run, port, codes: service.events.filter(({ event }) => event === 'code-requested').length }
}

describe('login --browser over SSH', () => {
  it('offers to sign in with a code', async () => {
    const yes = await browserLogin({ SSH_CONNECTION: '192.0.2.1 50000 192.0.2.2 22' }, ['y'])
    expect([yes.code, yes.codes]).toEqual([130, 1])
    expect(yes.stderr).toContain(`ssh -L ${yes.port}:localhost:${yes.port}`)
    const no = await browserLogin({ SSH_TTY: '/dev/pts/1' }, ['n'])
    expect([no.code, no.codes]).toEqual([130, 0])
    expect(no.stderr).toContain('Open this URL')
  })

  it('only says so without a terminal', async () => {
    const { codes, stderr } = await browserLogin({ SSH_CLIENT: '192.0.2.1 50000 22' })
    expect(codes).toBe(0)
    expect(stderr).toContain('Without --browser, you can sign in with a code from any device.')
  })

  it('says nothing on this machine', async () => {
    expect((await browserLogin({ SSH_CONNECTION: '' })).stderr).not.toContain('SSH')
  })

  it('does not offer a code where the service has none', async () => {
    const { baseUrl } = await rudeServer((_request, response, issuer) =>
      json(response, 200, { issuer, token_endpoint: `${issuer}/t`, authorization_endpoint: `${issuer}/a` }),
    )
    const run = await browserLogin({ SSH_TTY: '/dev/pts/1' }, [], baseUrl)
    expect(run.stderr).toContain('You are connected over SSH')
    expect(run.stderr).toContain('Open this URL')
  })
})

describe('login --browser', () => {
  it('says in the terminal, once, that an answer does not belong to the sign-in', async () => {
    const service = await startTestService()
    onTestFinished(() => service.stop())
    const rig = await commandRig()
    const port = await freePort()
    const interruption = new AbortController()
    const words = ['login', '--browser', '--base-url', service.baseUrl, '--client-id', 'miniapp-cli']
    const { stderr } = await rig.run([...words, '--redirect-port', String(port)], {
      signal: interruption.signal,
      onNote: (line) => {
        if (!line.includes('Open this URL')) return
        const wrong = () => fetch(`http://localhost:${port}/callback?code=x&state=wrong`)
        void wrong()
          .then(wrong)
          .then(() => interruption.abort(new Failure('interrupted', 'Interrupted.')))
      },
    })
    expect(stderr.match(/Ignored a redirect.*/g)).toEqual([
      'Ignored a redirect that does not belong to this sign-in: its state is wrong. Still waiting for the right one. If it does not come, press Ctrl-C and run miniapp login --browser again.',
    ])
  })
})

describe('tokens on GitHub', () => {
  const GITHUB = { GITHUB_ACTIONS: 'true' }

  it('are masked in the log', async () => {
    const { baseUrl } = await rudeServer((_request, response) => json(response, 200, { result: 'l\n{}' }))
    const rig = await commandRig()
    const words = ['api', 'GET', '/v1/profile', '--base-url', baseUrl]
    const masked = await rig.run(words, { environment: { ...GITHUB, MINIAPP_TOKEN: 'a%b' } })
    expect([masked.code, masked.stderr]).toEqual([0, '::add-mask::a%25b\n'])
    expect((await rig.run(words, { environment: { MINIAPP_TOKEN: 'a%b' } })).stderr).toBe('')
    const login = ['login', '--with-token', '--base-url', baseUrl, '--scope', 'write:post']
    expect((await rig.run(login, { environment: GITHUB, input: 'xyz\n' })).stderr).toBe('::add-mask::xyz\n')
  })
})
