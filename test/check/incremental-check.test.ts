import { describe, expect, it } from 'vitest'
import type { Bundle } from '../../src/bundle/bundle.js'
import { incrementalCheck } from '../../src/check/incremental-check.js'
import { check } from '../../src/check/run.js'
import { memoryBundle } from '../support/fakes/memory-bundle.js'
import { sampleFiles, sampleManifest } from '../support/fakes/sample-bundle.js'

const NOW = 1_800_000_000_000
const LONG_AGO = NOW - 60_000

/** A folder in memory whose files have times, and that tells what is read of it. */
const folder = () => {
  const files = new Map<string, { content: string | Uint8Array; ms: number; inode: number }>()
  const reads: string[] = []
  const save = (path: string, content: string | Uint8Array, ms = LONG_AGO, inode = 1): void => {
    files.set(path, { content, ms, inode })
  }
  for (const [path, content] of Object.entries(sampleFiles())) save(path, content)
  const open = (): Bundle => {
    const bundle = memoryBundle(Object.fromEntries([...files].map(([path, { content }]) => [path, content])))
    return {
      ...bundle,
      files: bundle.files.map((file) => {
        const { ms = 0, inode = 0 } = files.get(file.path) ?? {}
        return { ...file, changed: { ms, inode } }
      }),
      read: (path, needed) => {
        reads.push(path)
        return bundle.read(path, needed)
      },
    }
  }
  return { save, remove: (path: string) => files.delete(path), open, reads: () => reads.splice(0) }
}

const rules = ({ problems }: Awaited<ReturnType<typeof check>>): readonly string[] =>
  problems.map(({ rule, file }) => `${rule} ${file}`)

describe('a bundle that is checked after every save', () => {
  it('is read where it changed, by its time, its number on the disk or its size', async () => {
    const app = folder()
    app.save('a.js', 'localStorage.clear()')
    app.save('b.js', 'alert(1)')
    const again = incrementalCheck(() => NOW)
    const first = ['script/browser-storage a.js', 'script/dialog b.js']
    expect(rules(await again(app.open()))).toEqual(first)
    app.reads()
    expect(rules(await again(app.open()))).toEqual(first)
    expect(app.reads()).toEqual(['manifest.json'])
    for (const [content, ms, inode] of [
      ['prompt()', LONG_AGO + 0.5, 1],
      ['print(1)', LONG_AGO + 0.5, 2],
      ['confirm(1)', LONG_AGO + 0.5, 2],
    ] as const) {
      app.save('b.js', content, ms, inode)
      const result = await again(app.open())
      expect(app.reads()).toEqual(['manifest.json', 'b.js'])
      expect(result).toEqual(await check(app.open()))
      app.reads()
    }
  })

  it('is read again if a file changed so recently that its next change may have the same time', async () => {
    const app = folder()
    app.save('b.js', 'alert(1)', NOW - 1_000)
    let now = NOW
    const again = incrementalCheck(() => now)
    await again(app.open())
    app.save('b.js', 'print(1)', NOW - 1_000)
    expect(JSON.stringify((await again(app.open())).problems)).toContain('print() has no effect')
    now += 5_000
    await again(app.open())
    app.reads()
    await again(app.open())
    expect(app.reads()).toEqual(['manifest.json'])
  })

  it('is read as a whole where the manifest changed, a file came or a file went', async () => {
    const app = folder()
    app.save('page.html', '<!doctype html><img src="a.png" alt="">')
    const again = incrementalCheck(() => NOW)
    expect(rules(await again(app.open()))).toEqual(['bundle/file-not-found page.html'])
    app.save('a.png', sampleFiles()['icon.png'] ?? '')
    expect(rules(await again(app.open()))).toEqual([])
    app.remove('a.png')
    expect(rules(await again(app.open()))).toEqual(['bundle/file-not-found page.html'])
    app.save('manifest.json', sampleManifest({ screenshots: ['page.html'] }))
    expect(await again(app.open())).toEqual(await check(app.open()))
    app.remove('manifest.json')
    expect(await again(app.open())).toEqual(await check(app.open()))
    app.reads()
    await again(app.open())
    expect(app.reads()).toContain('page.html')
  })
})
