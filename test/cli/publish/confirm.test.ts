import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { describeMedia } from '../../../src/cli/publish/media-text.js'
import { styles } from '../../../src/terminal/style.js'
import { json, rudeServer } from '../../support/fakes/rude-server.js'
import { commandRig } from '../../support/rigs/command-rig.js'

const picture = fileURLToPath(new URL('../../../fixtures/media/gps.jpg', import.meta.url))
const STRIP = '--no-strip-metadata'
const POST = ['post', 'Look', '--rating', 'sfw', '--reason', 'A picture', '--media', picture, STRIP]
const STORY = ['story', picture, '--reason', 'A picture', STRIP]

const publish = async (words: readonly string[], keys?: readonly string[]) => {
  const server = await rudeServer((_request, response) => json(response, 200, { result: 'Done.\nref_1' }))
  const rig = await commandRig()
  const environment = { MINIAPP_TOKEN: 'token' }
  const options = { environment, ...(keys === undefined ? {} : { keys }) }
  const run = await rig.run([...words, '--base-url', server.baseUrl], options)
  return { ...run, paths: server.requests.map(({ path }) => path) }
}

describe('before files are published on a terminal', () => {
  it.each([
    ['a post', POST, ['/v1/media', '/v1/posts']],
    ['a story', STORY, ['/v1/stories']],
  ] as const)('%s is shown, and sent only with a yes', async (_name, words, paths) => {
    const yes = await publish(words, ['y'])
    expect([yes.code, yes.paths]).toEqual([0, paths])
    expect(yes.stderr).toContain('gps.jpg  JPEG picture · 200 × 320 · ')
    expect(yes.stderr).toContain('KB contains the location where it was taken\n')
    expect(yes.stderr).toContain('sfw')
    const no = await publish(words, ['n'])
    expect([no.code, no.paths, no.stdout]).toEqual([1, [], ''])
    expect(no.stderr).toContain('Nothing was sent.\n')
  })

  it.each([POST, STORY])('nothing is asked with --yes: %j', async (...words) => {
    expect((await publish([...words, '--yes'], [])).code).toBe(0)
  })

  it.each([POST, STORY])('nothing is asked without a terminal: %j', async (...words) => {
    expect((await publish(words)).code).toBe(0)
  })
})

describe('what is shown of a file', () => {
  const facts = { width: 720, height: 1280 }
  it.each([
    [
      {
        name: 'a.mp4',
        type: 'video/mp4',
        size: 8_808_038,
        content: { ...facts, durationSeconds: 71.2 },
        hasLocation: false,
      },
      'a.mp4  MP4 video · 720 × 1280 · 1:12 · 8.4 MB',
    ],
    [
      { name: 'b\n.tiff', type: 'image/tiff', size: 1, content: null, hasLocation: false },
      'b␊.tiff  image/tiff · 1 byte',
    ],
  ])('%j', (file, text) => {
    expect(describeMedia(file, styles(false))).toBe(text)
  })
})
