import { describe, expect, it } from 'vitest'
import { isVersion, libraryAt, namesOfFile } from '../../src/adopt/libraries.js'
import { fontsAt } from '../../src/adopt/pages/google-fonts.js'

describe('a library by its address', () => {
  it.each([
    [
      'https://cdn.jsdelivr.net/npm/phaser@3.55.2/dist/phaser.min.js',
      ['phaser'],
      '3.55.2',
      'dist/phaser.min.js',
    ],
    ['//unpkg.com/@scope/a@^2/b.js?module', ['@scope/a'], '2', 'b.js'],
    ['https://unpkg.com/kontra', ['kontra'], '', ''],
    ['https://unpkg.com/a@latest/b.js', ['a'], '', 'b.js'],
    [
      'https://cdnjs.cloudflare.com/ajax/libs/three.js/r128/three.min.js',
      ['three.js', 'three'],
      '',
      'three.min.js',
    ],
    [
      'http://ajax.googleapis.com/ajax/libs/jquery/1.11.0/jquery.min.js',
      ['jquery', 'jquery.js'],
      '1.11.0',
      'jquery.min.js',
    ],
    ['https://code.jquery.com/jquery-3.7.1.slim.min.js', ['jquery'], '3.7.1', 'dist/jquery.slim.min.js'],
  ])('%s', (url, names, version, file) => {
    expect(libraryAt(url)).toEqual({ names, version, file })
  })

  it.each([
    'https://example.com/phaser.js',
    'https://cdn.jsdelivr.net/gh/a/b@1/c.js',
    'https://code.jquery.com/ui/1.12.1/jquery-ui.js',
    'https://cdnjs.cloudflare.com/ajax/libs/a',
    'lib/a.js',
    '',
  ])('is none: %j', (url) => {
    expect(libraryAt(url)).toBeNull()
  })

  it('is a font of Google, by the package that has it', () => {
    expect(fontsAt('//fonts.googleapis.com/css?family=Press+Start+2P|Open+Sans:400,700')).toEqual([
      '@fontsource/press-start-2p',
      '@fontsource/open-sans',
    ])
    expect(fontsAt('https://fonts.googleapis.com/css2?family=Inter:wght@400&family=VT323')).toEqual([
      '@fontsource/inter',
      '@fontsource/vt323',
    ])
    expect(fontsAt('https://example.com/css?family=Inter')).toEqual([])
  })

  it('is the version that was asked for, or one that it stands for', () => {
    expect([isVersion('3.55.2', ''), isVersion('3.55.2', '3'), isVersion('3.55.2', '3.55.2')]).toEqual([
      true,
      true,
      true,
    ])
    expect([isVersion('3.55.2', '3.5'), isVersion('3.55.2', '3.60.0'), isVersion('30.1.0', '3')]).toEqual([
      false,
      false,
      false,
    ])
  })

  it('has the file under a plainer name, or a small one', () => {
    expect(namesOfFile('js/jquery-1.11.0.min.js')).toEqual([
      'jquery-1.11.0.min.js',
      'jquery-1.11.0.js',
      'jquery.min.js',
      'jquery.js',
    ])
  })
})
