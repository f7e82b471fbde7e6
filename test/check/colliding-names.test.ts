import { describe, expect, it } from 'vitest'
import { check } from '../../src/check/run.js'
import { memoryBundle } from '../support/fakes/memory-bundle.js'
import { sampleFiles } from '../support/fakes/sample-bundle.js'

/** The level, rule, file and message of each problem of the sample with these files beside it. */
const found = async (paths: readonly string[]): Promise<readonly (readonly (string | null)[])[]> => {
  const files = { ...sampleFiles(), ...Object.fromEntries(paths.map((path) => [path, ''])) }
  const { problems } = await check(memoryBundle(files))
  return problems.map(({ level, rule, file, message }) => [level, rule, file, message])
}

const ofWindows = (file: string, message: string) => ['warning', 'bundle/windows-name', file, message]

describe('bundle/windows-name', () => {
  it.each([
    ['CON.js', 'CON.js', 'CON'],
    ['data/aux.json', 'aux.json', 'AUX'],
    ['nul.txt', 'nul.txt', 'NUL'],
    ['prn.tar.bin', 'prn.tar.bin', 'PRN'],
    ['Com1.txt', 'Com1.txt', 'COM1'],
    ['lpt9.csv', 'lpt9.csv', 'LPT9'],
    ['aux/picture.txt', 'aux', 'AUX'],
    ['a/con.d/x.txt', 'con.d', 'CON'],
  ])('warns of %s', async (path, part, device) => {
    expect(await found([path])).toEqual([
      ofWindows(
        path,
        `Windows cannot create a file or folder named "${part}": ${device} is the name of a device.`,
      ),
    ])
  })

  it('warns of a folder that ends in a dot, and of a folder once', async () => {
    expect(await found(['v1./a.txt', 'v1./b.txt', 'con/a.txt', 'con/b/c.txt'])).toEqual([
      ofWindows(
        'con/a.txt',
        'Windows cannot create a file or folder named "con": CON is the name of a device.',
      ),
      ofWindows('v1./a.txt', 'The name "v1." ends in a dot, which Windows drops.'),
    ])
  })

  it('takes names that nearly are such', async () => {
    expect(
      await found([
        ...['console.js', 'icon.txt', 'con-1.js', '_con.js', 'auxiliary.json', 'null.txt', 'com.txt'],
        ...['com0.txt', 'com10.txt', 'lpt.txt', 'lpt0.csv', 'a/nul-1/b.txt', 'v1.0/a.txt', 'conin.js'],
      ]),
    ).toEqual([])
  })
})

const ofFolders = (file: string, folder: string, twin: string) => [
  'warning',
  'bundle/folder-case-twin',
  file,
  `The folder ${folder} and ${twin} differ only in letter case.`,
]

describe('bundle/folder-case-twin', () => {
  it('warns about each folder that differs only in letter case, once', async () => {
    expect(await found(['Img/a.txt', 'Img/c.txt', 'img/b.txt', 'img/d.txt', 'iMG/e/f.txt'])).toEqual([
      ofFolders('iMG/e/f.txt', 'iMG', 'the folder Img'),
      ofFolders('img/b.txt', 'img', 'the folder Img'),
    ])
    expect(await found(['art/Img/a.txt', 'art/img/b.txt'])).toEqual([
      ofFolders('art/img/b.txt', 'art/img', 'the folder art/Img'),
    ])
  })

  it('reports the outermost folders that differ, and deeper ones that differ too', async () => {
    expect(await found(['Art/img/a.txt', 'art/img/b.txt'])).toEqual([
      ofFolders('art/img/b.txt', 'art', 'the folder Art'),
    ])
    expect(await found(['Art/Img/a.txt', 'art/img/b.txt'])).toEqual([
      ofFolders('art/img/b.txt', 'art', 'the folder Art'),
      ofFolders('art/img/b.txt', 'art/img', 'the folder Art/Img'),
    ])
  })

  it('warns of a folder beside a file', async () => {
    expect(await found(['Data.bin/a.txt', 'data.bin'])).toEqual([
      ofFolders('Data.bin/a.txt', 'Data.bin', 'the file data.bin'),
    ])
  })

  it('leaves to bundle/case-twin what differs in files, too', async () => {
    expect(
      (await found(['Img/a.txt', 'img/a.txt'])).map(([level, rule, file]) => [level, rule, file]),
    ).toEqual([['error', 'bundle/case-twin', 'img/a.txt']])
  })

  it('takes folders of other names, and of the same one in other places', async () => {
    expect(await found(['img/a.txt', 'imgs/b.txt', 'art/img/c.txt', 'Art.txt', 'x/Img/d.txt'])).toEqual([])
  })
})
