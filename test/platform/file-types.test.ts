import { describe, expect, it } from 'vitest'
import { extensionOf, FILE_TYPES } from '../../src/platform/file-types.js'

describe('2.9: allowed extensions', () => {
  it('are those of the document, in its order', () => {
    expect(Object.keys(FILE_TYPES).join(' ')).toBe(
      'html htm js mjs css json map txt csv svg png jpg jpeg gif webp avif ico mp3 m4a ogg oga opus wav mp4 webm woff woff2 ttf otf wasm glb gltf bin data',
    )
  })

  it('2.9: text types are those that must be valid UTF-8', () => {
    const text = Object.entries(FILE_TYPES).flatMap(([extension, type]) => (type.text ? [extension] : []))
    expect(text.join(' ')).toBe('html htm js mjs css json map txt csv svg gltf')
  })

  it.each([
    ['a/b.PNG', 'png'],
    ['index.html', 'html'],
    ['archive.tar.gz', null],
    ['no-extension', null],
    ['.png', null],
    ['dir.js/file', null],
    ['x.constructor', null],
    ['trailing.', null],
  ])('the extension of %s is %s', (path, extension) => {
    expect(extensionOf(path)).toBe(extension)
  })
})
