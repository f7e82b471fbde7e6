import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { openFolder } from '../../src/bundle/folder.js'
import { check } from '../../src/check/run.js'
import { TEMPLATE_NAMES } from '../../src/cli/init/templates.js'
import { Failure } from '../../src/failure.js'
import { sharpFrom } from '../../src/load-sharp.js'
import { memoryBundle } from '../support/fakes/memory-bundle.js'
import { sampleFiles } from '../support/fakes/sample-bundle.js'
import { ROOT } from '../support/processes/npm.js'

/** An installation made for another system, with the words of sharp itself. */
const broken = () =>
  Promise.reject(new Error('Could not load the "sharp" module using the linux-x64 runtime'))

const loads = 'The library sharp, which decodes pictures, does not load:'

const checkFiles = (files: Readonly<Record<string, string | Uint8Array>>) =>
  check(memoryBundle({ ...sampleFiles(), ...files }), { loadSharp: broken })

const manifestWith = (fields: object): string =>
  JSON.stringify({ ...JSON.parse(String(sampleFiles()['manifest.json'])), ...fields })

describe('where sharp does not load', () => {
  it('that is an expected failure with its remedy, and keeps its cause', async () => {
    const failure = await sharpFrom(broken).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Failure)
    expect(failure).toMatchObject({
      kind: 'usage',
      message: expect.stringContaining(loads),
      remedy: expect.stringContaining('npm install --include=optional'),
      cause: { message: expect.stringContaining('Could not load') },
    })
  })

  it('an ordinary PNG is still checked', async () => {
    expect((await checkFiles({})).problems).toEqual([])
    const options = { create: { width: 200, height: 200, channels: 4, background: '#11223380' } } as const
    const pictures = [
      await sharp(options).png({ palette: true, progressive: true }).toBuffer(),
      await sharp(options).png({ progressive: true }).toBuffer(),
      await sharp(options).toColourspace('rgb16').png().toBuffer(),
    ]
    for (const picture of pictures)
      expect((await checkFiles({ 'icon.png': picture })).problems).toMatchObject([
        { rule: 'picture/icon-transparent', file: 'icon.png' },
      ])
  })

  it('a picture that must be decoded is named, and nothing is passed that was not judged', async () => {
    const icon = Buffer.from(sampleFiles()['icon.png'] ?? '')
    const jpeg = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
      .jpeg()
      .toBuffer()
    const damaged = Buffer.from(icon)
    damaged[damaged.length - 20] = (damaged[damaged.length - 20] ?? 0) ^ 255
    await expect(checkFiles({ 'icon.png': damaged })).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining(`icon.png cannot be judged. ${loads}`),
    })
    await expect(
      checkFiles({ 'manifest.json': manifestWith({ screenshots: ['a/b.jpg'] }), 'a/b.jpg': jpeg }),
    ).rejects.toMatchObject({ message: expect.stringContaining(`a/b.jpg cannot be judged. ${loads}`) })
    // What the manifest does not show needs no decoding.
    expect((await checkFiles({ 'a/b.jpg': jpeg })).problems).toEqual([])
  })

  it.each(TEMPLATE_NAMES)('the template %s is checked', async (template) => {
    const folder = join(ROOT, 'templates', template, template === 'vite' ? 'public' : '')
    expect(readFileSync(join(folder, 'icon.png')).length).toBeGreaterThan(0)
    const { problems } = await check(await openFolder(folder), { loadSharp: broken })
    expect(problems.filter(({ rule }) => rule.startsWith('picture/'))).toEqual([])
  })
})
