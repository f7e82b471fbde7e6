import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openWorldFiles } from '../../../src/service/records/media-files.js'
import { ServiceStore } from '../../../src/service/records/store.js'
import { flushRecorder } from '../../support/fakes/flush-recorder.js'
import { temporaryFolder } from '../../support/vitest/temporary-folder.js'

const opened = async () => {
  const root = await temporaryFolder()
  let commits = 0
  const { flushes, flush } = flushRecorder(async () => ({ commits, names: (await readdir(root)).sort() }))
  const files = await openWorldFiles({ root, flush }, ServiceStore.inMemory(), () => 'next')
  const commit = async (): Promise<void> => {
    commits += 1
  }
  return { root, files, flushes, commit }
}

it('media are flushed, and their folder, before they are there', async () => {
  const { root, files, flushes } = await opened()
  await files.media.put('media_x', Buffer.from('x'))
  expect(flushes.map(({ kind, path }) => [kind, path])).toEqual([
    ['file', undefined],
    ['folder', join(root, 'media')],
  ])
})

it('new folders are flushed before the records name them, and the old ones go after that', async () => {
  const { root, files, flushes, commit } = await opened()
  const next = await files.begin()
  await next.replaceWith(commit)
  const both = ['media', 'media-next', 'versions', 'versions-next']
  expect(flushes).toEqual([{ kind: 'folder', path: root, seen: { commits: 0, names: both } }])
  expect((await readdir(root)).sort()).toEqual(['media-next', 'versions-next'])
})
