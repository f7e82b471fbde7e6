import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { json, rudeServer } from '../../support/fakes/rude-server.js'
import { commandRig } from '../../support/rigs/command-rig.js'
import { signedInRig } from '../../support/rigs/signed-in-rig.js'

const picture = fileURLToPath(new URL('../../../fixtures/media/gps.jpg', import.meta.url))

describe('pictures in the feed', () => {
  it.each([
    ['kitty', '\u001b_Ga=T,f=100,q=2,m='],
    ['iterm', '\u001b]1337;File=inline=1;size='],
    ['sixel', '\u001bPq"1;1;150;240#'],
  ])('are drawn below their addresses with --pictures %s, and not otherwise', async (protocol, start) => {
    const rig = await signedInRig('write:post write:media read:feed')
    const rated = ['--rating', 'sfw', '--reason', 'x', '--no-strip-metadata']
    expect((await rig.run(['post', 'Look', '--media', picture, ...rated])).code).toBe(0)
    const [media] = [...rig.service.world.store.all('media')]
    const line = `▪ ${rig.service.baseUrl}/media/${media?.id}\n`
    const plain = await rig.run(['feed'])
    expect(plain.stdout).toContain(line)
    expect(plain.stdout).not.toContain('\u001b')
    const drawn = await rig.run(['feed', '--pictures', protocol])
    expect(drawn.stdout).toContain(`${line}${start}`)
    expect(drawn.stdout).not.toContain('SecretCam')
  })

  it('come only from the service, without the token; what cannot be shown is left out', async () => {
    const other = await rudeServer((_request, response) => response.end())
    const bytes = await readFile(picture)
    const server = await rudeServer((request, response, baseUrl) => {
      if (request.url === '/ok') response.end(bytes)
      else if (request.url === '/redirect') {
        response.writeHead(302, { location: `${other.baseUrl}/x` })
        response.end()
      } else if (request.url === '/page') response.end('<svg xmlns="x"/>\u001b[2J')
      else if (request.url === '/cut') response.destroy()
      else {
        const addresses = [
          ...['/ok', '/redirect', '/page', '/cut'].map((path) => baseUrl + path),
          `${other.baseUrl}/tracker.png`,
          'javascript:alert(1)',
          'media_1',
        ]
        const posts = [{ content: 'A', media_urls: addresses }]
        json(response, 200, { result: `l\n${JSON.stringify({ posts, has_more: false })}` })
      }
    })
    const { run } = await commandRig()
    const read = (words: readonly string[]) =>
      run([...words, '--base-url', server.baseUrl], { environment: { MINIAPP_TOKEN: 'token' } })
    const { code, stdout } = await read(['feed', '--pictures', 'kitty'])
    expect([code, stdout.split('\u001b_Ga=T').length - 1, stdout.includes('\u001b[')]).toEqual([0, 1, false])
    expect(other.requests).toEqual([])
    const fetched = server.requests.slice(1)
    expect(fetched.map(({ path, authorization }) => [path, authorization]).sort()).toEqual([
      ['/cut', null],
      ['/ok', null],
      ['/page', null],
      ['/redirect', null],
    ])
  })
})
