import { describe, expect, it } from 'vitest'
import { isNearVersion, isVersion, libraryAt, namesOfFile } from '../../src/adopt/libraries.js'
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
      ['three', 'three.js'],
      '0.128',
      'three.min.js',
    ],
    [
      'https://cdnjs.cloudflare.com/ajax/libs/gsap/latest/TweenMax.min.js',
      ['gsap', 'gsap.js'],
      '2',
      'TweenMax.min.js',
    ],
    [
      'https://cdnjs.cloudflare.com/ajax/libs/three.js/99/three.min.js',
      ['three', 'three.js'],
      '0.99',
      'three.min.js',
    ],
    [
      'http://ajax.googleapis.com/ajax/libs/jquery/1.11.0/jquery.min.js',
      ['jquery', 'jquery.js'],
      '1.11.0',
      'jquery.min.js',
    ],
    ['https://code.jquery.com/jquery-3.7.1.slim.min.js', ['jquery'], '3.7.1', 'jquery-3.7.1.slim.min.js'],
    ['https://code.jquery.com/ui/1.12.1/jquery-ui.min.js', ['jquery-ui-dist'], '1.12.1', 'jquery-ui.min.js'],
    [
      'https://cdnjs.cloudflare.com/ajax/libs/Chart.js/2.9.4/Chart.min.js',
      ['chart.js', 'chart'],
      '2.9.4',
      'Chart.min.js',
    ],
    [
      'https://cdnjs.cloudflare.com/ajax/libs/prism/1.29.0/prism.min.js',
      ['prismjs'],
      '1.29.0',
      'prism.min.js',
    ],
    [
      'https://cdnjs.cloudflare.com/ajax/libs/highlight.js/11.9.0/highlight.min.js',
      ['@highlightjs/cdn-assets'],
      '11.9.0',
      'highlight.min.js',
    ],
    [
      'https://cdn.jsdelivr.net/npm/highlight.js@11.9.0/lib/index.js',
      ['highlight.js'],
      '11.9.0',
      'lib/index.js',
    ],
    [
      'https://cdnjs.cloudflare.com/ajax/libs/font-awesome/5.15.4/css/all.min.css',
      ['@fortawesome/fontawesome-free'],
      '5.15.4',
      'all.min.css',
    ],
    [
      'https://maxcdn.bootstrapcdn.com/font-awesome/4.7.0/css/font-awesome.min.css',
      ['font-awesome', 'font-awesome.js'],
      '4.7.0',
      'css/font-awesome.min.css',
    ],
    [
      'https://use.fontawesome.com/releases/v5.8.1/css/all.css',
      ['@fortawesome/fontawesome-free'],
      '5.8.1',
      'css/all.css',
    ],
    [
      'https://cdn.jsdelivr.net/phaser/2.0.5/phaser.min.js',
      ['phaser', 'phaser.js'],
      '2.0.5',
      'phaser.min.js',
    ],
    ['https://d3js.org/d3.v5.min.js', ['d3'], '5', 'd3.v5.min.js'],
    ['https://code.createjs.com/1.0.0/createjs.min.js', ['createjs'], '1.0.0', 'createjs.min.js'],
    ['https://pixijs.download/v5.3.3/pixi.min.js', ['pixi.js'], '5.3.3', 'pixi.min.js'],
    ['https://cdn.tailwindcss.com/3.4.1', ['@tailwindcss/browser'], '', ''],
  ])('%s', (url, names, version, file) => {
    expect(libraryAt(url)).toEqual({ names, version, file })
  })

  it.each([
    'https://example.com/phaser.js',
    'https://cdn.jsdelivr.net/gh/a/b@1/c.js',
    'https://code.jquery.com/qunit/qunit-1.23.1.js',
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
    expect(namesOfFile('d3.v5.min.js')).toContain('d3.min.js')
  })

  it('is near a version that npm lacks where the first two numbers are the same', () => {
    expect([
      isNearVersion('1.7.3', '1.7.1'),
      isNearVersion('1.70.0', '1.7.1'),
      isNearVersion('1.7.3', '1'),
    ]).toEqual([true, false, false])
  })
})
