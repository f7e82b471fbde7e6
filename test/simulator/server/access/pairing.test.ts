import { describe, expect, it } from 'vitest'
import { Pairing } from '../../../../src/simulator/server/access/pairing.js'
import { SeatOffers } from '../../../../src/simulator/server/shell-origin/shell-page-route.js'
import { type SimulatorRig, send, simulatorRig } from '../../../support/rigs/simulator-rig.js'

const PHONE = { remoteAddress: '192.168.1.20', localAddress: '192.168.1.5' }
const OTHER = { remoteAddress: '192.168.1.66', localAddress: '192.168.1.5' }

describe('the pairing code', () => {
  const setUp = () => {
    const time = { now: 0 }
    return { time, pairing: new Pairing({ now: () => time.now, code: 'ABCD2345' }) }
  }

  it('is new every time, of eight letters and digits that nobody takes for one another', () => {
    const codes = Array.from({ length: 50 }, () => new Pairing({ now: () => 0 }).code)
    expect(codes.filter((code) => !/^[2-9A-HJ-NP-Z]{8}$/.test(code) || code.includes('L'))).toEqual([])
    expect(new Set(codes).size).toBe(50)
  })

  it.each(['ABCD2345', 'abcd2345', 'ABCD-2345', ' abcd 2345 '])('is taken as %j', (given) => {
    expect(setUp().pairing.try(PHONE, given)).toBe('paired')
  })

  it('admits the address that brought it, and no other', () => {
    const { pairing } = setUp()
    expect(pairing.admits(PHONE)).toBe(false)
    expect(pairing.try(PHONE, 'ABCD2346')).toBe('wrong')
    expect(pairing.admits(PHONE)).toBe(false)
    pairing.try(PHONE, 'ABCD2345')
    expect([pairing.admits(PHONE), pairing.admits(OTHER)]).toEqual([true, false])
    expect(pairing.admits({ ...PHONE, remoteAddress: '::ffff:192.168.1.20' })).toBe(true)
  })

  it('is not asked of this machine', () => {
    const { pairing } = setUp()
    expect(pairing.admits({ remoteAddress: '127.0.0.1', localAddress: '127.0.0.1' })).toBe(true)
  })

  it('cannot be guessed: after ten wrong ones in a minute an address waits, and others do not', () => {
    const { time, pairing } = setUp()
    for (let i = 0; i < 10; i++) expect(pairing.try(OTHER, `WRONG${i}`)).toBe('wrong')
    expect(pairing.try(OTHER, 'ABCD2345')).toBe('too-many')
    expect(pairing.admits(OTHER)).toBe(false)
    expect(pairing.try(PHONE, 'ABCD2345')).toBe('paired')
    time.now = 60_001
    expect(pairing.try(OTHER, 'ABCD2345')).toBe('paired')
  })
})

describe('seats for phones whose link names none', () => {
  it('are the free ones from the second on, a different one for each simultaneous request', () => {
    const offers = new SeatOffers()
    expect([offers.next([1, 3], 0), offers.next([1, 3], 1), offers.next([1, 3], 2)]).toEqual([2, 4, 5])
    expect(offers.next([1, 3], 30_000)).toBe(2)
  })

  it('are none where all are taken', () => {
    expect(new SeatOffers().next([1, 2, 3, 4, 5, 6, 7, 8], 0)).toBeNull()
  })
})

describe('a browser on another machine', () => {
  const setUp = async () => {
    const rig = await simulatorRig({ isOnOwnMachine: () => false, phoneAddresses: ['localhost'] })
    const [link] = rig.served.phoneUrls
    if (link === undefined) throw new Error('There is no link for phones.')
    return { ...rig, link }
  }

  it('is asked for the pairing code, and told neither the token nor what the app is', async () => {
    const rig = await setUp()
    const { status, body, headers } = await send(`${rig.shellOrigin}/?seat=3`)
    expect(status).toBe(403)
    expect(body).toContain('Pairing code')
    expect(body).toContain('name="seat" value="3"')
    expect(body).not.toContain(rig.served.token)
    expect(body).not.toContain('Hello')
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    )
  })

  it('gets the page with the code from the link, in a seat that is free', async () => {
    const rig = await setUp()
    expect(rig.link).toMatch(/^http:\/\/localhost:\d+\/\?pair=[2-9A-Z]{8}$/)
    const { status, headers } = await send(rig.link)
    expect([status, headers.location]).toEqual([302, `${rig.link.slice(rig.shellOrigin.length)}&seat=2`])
    const page = await send(`${rig.shellOrigin}${headers.location}`)
    expect(page.status).toBe(200)
    expect(page.body).toContain(rig.served.token)
    expect((await send(rig.link)).headers.location).toMatch(/&seat=3$/)
  })

  it('is not a defect of the simulator, however it writes the address that it asks for', async () => {
    const rig = await setUp()
    // The absolute form of RFC 9112, 3.2.2, with a port that there is not.
    const target = 'http://localhost:99999/?seat=3'
    const answer = await send(`${rig.shellOrigin}/`, {}, { target })
    expect(answer.status).toBe(403)
    expect(answer.body).toContain('name="seat" value="3"')
    const code = new URL(rig.link).search
    const paired = await send(`${rig.shellOrigin}/`, {}, { target: `http://localhost:99999/${code}` })
    expect([paired.status, paired.headers.location]).toEqual([302, `/${code}&seat=2`])
  })

  it.each(['WRONGONE', '', '%00', 'a'.repeat(5_000)])('is refused with the code %j', async (code) => {
    const rig = await setUp()
    const { status, body } = await send(`${rig.shellOrigin}/?pair=${code}`)
    expect(status).toBe(403)
    expect(body).not.toContain(rig.served.token)
    expect(body).toContain('This code is not valid.')
  })

  it('is refused with the code given twice, and told to wait after many wrong ones', async () => {
    const rig = await setUp()
    expect((await send(`${rig.link}&pair=x`)).status).toBe(403)
    for (let i = 0; i < 10; i++) await send(`${rig.shellOrigin}/?pair=WRONG${i}`)
    expect((await send(rig.link)).status).toBe(429)
  })

  it('gets the app’s files only once it has brought the code', async () => {
    const rig = await setUp()
    expect((await send(`${rig.base}index.html`)).status).toBe(403)
    await send(`${rig.link}&seat=2`)
    expect((await send(`${rig.base}index.html`)).status).toBe(200)
  })

  it('keeps getting them from a new address, once its page has shown the token there', async () => {
    const rig = await setUp()
    const window = await rig.window(2)
    await window.next('welcome')
    expect((await send(`${rig.base}index.html`)).status).toBe(200)
  })

  it('is told where all seats are taken', async () => {
    const rig = await setUp()
    for (const seat of [2, 3, 4, 5, 6, 7, 8]) await (await rig.window(seat)).next('welcome')
    const { status, body } = await send(rig.link)
    expect([status, body.includes('All seats are in use.')]).toEqual([409, true])
  })

  it('the panels know the links for phones; without --host there are none', async () => {
    const open = await setUp()
    expect(await (await open.panels()).next('observing')).toMatchObject({ phoneLinks: { urls: [open.link] } })
    const closed = await simulatorRig()
    expect(await (await closed.panels()).next('observing')).toMatchObject({ phoneLinks: null })
  })
})

describe('phones that are let in while the simulator runs', () => {
  const letIn = async (rig: SimulatorRig): Promise<{ readonly status: number; readonly body: unknown }> => {
    const response = await fetch(`${rig.shellOrigin}/control/phones`, {
      method: 'POST',
      headers: { authorization: `Bearer ${rig.served.token}` },
    })
    return { status: response.status, body: await response.json() }
  }

  it('reach the shell and the app at the address of this machine, with the pairing code only', async ({
    skip,
  }) => {
    skip(process.platform === 'darwin', 'macOS has one loopback address.')
    const rig = await simulatorRig({ isOnOwnMachine: () => false, findAddresses: () => ['127.0.0.2'] })
    const { port } = rig.served
    const bundlePort = new URL(rig.bundleOrigin).port
    await expect(fetch(`http://127.0.0.2:${port}/`)).rejects.toThrow()
    const { status, body } = await letIn(rig)
    const { urls } = body as { readonly urls: readonly string[] }
    expect([status, urls]).toEqual([200, [expect.stringContaining(`http://127.0.0.2:${port}/?`)]])
    expect((await fetch(`http://127.0.0.2:${port}/`)).status).toBe(403)
    expect((await fetch(`http://127.0.0.2:${bundlePort}/`)).status).toBe(403)
    const paired = await fetch(urls[0] ?? '')
    expect([paired.status, await paired.text()]).toEqual([200, expect.stringContaining('miniapp-token')])
    expect(await letIn(rig)).toEqual({ status, body })
    // A window that opens later knows the links.
    const panels = await rig.panels()
    expect(await panels.next('observing')).toMatchObject({ phoneLinks: { urls } })
    await rig.served.stop()
    await expect(fetch(`http://127.0.0.2:${port}/`)).rejects.toThrow()
  })

  it('are told why where there is no network', async () => {
    const rig = await simulatorRig()
    expect(await letIn(rig)).toEqual({
      status: 400,
      body: {
        error:
          'This machine has no network address that a phone could reach. Connect it to the network of the phone, and try again.',
      },
    })
  })
})
