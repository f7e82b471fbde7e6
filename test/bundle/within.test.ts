import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { within, withSlashes } from '../../src/bundle/paths.js'

const { posix, win32 } = path

describe('where a path is within a folder', () => {
  it.each([
    ['/app', '/app', ''],
    ['/app', '.', ''],
    ['/app', '/app/a/b', 'a/b'],
    ['/app', 'a/../b', 'b'],
    ['/app', '/app/..a', '..a'],
    ['/app', '/app2', null],
    ['/app', '..', null],
    ['/app', '/', null],
    ['/', '/a', 'a'],
    ['/app', '/App/a', null],
    ['/app', '\\a', '\\a'],
  ])('on Linux and macOS: %s, %s: %j', (folder, place, inside) => {
    expect(within(folder, place, posix)).toBe(inside)
  })

  it.each([
    ['C:\\app', 'C:\\app', ''],
    ['C:\\app', 'c:\\APP\\a', 'a'],
    ['C:\\app', 'C:/app/a/b', 'a\\b'],
    ['C:\\app', 'a/b', 'a\\b'],
    ['C:\\app', '..\\app2', null],
    ['C:\\app', '..', null],
    ['C:\\app', 'C:\\app\\..a', '..a'],
    ['C:\\app', 'D:\\app\\a', null],
    ['C:\\app', '\\a', null],
    ['C:\\app', '\\\\server\\share\\a', null],
    ['\\\\server\\share\\app', '\\\\server\\share\\app\\a', 'a'],
    ['C:\\', 'C:\\a', 'a'],
  ])('on Windows: %s, %s: %j', (folder, place, inside) => {
    expect(within(folder, place, win32)).toBe(inside)
  })

  it('is written as bundles write it', () => {
    expect(withSlashes('a\\b\\c.js', win32)).toBe('a/b/c.js')
    expect(withSlashes('a/b\\c.js', posix)).toBe('a/b\\c.js')
  })
})
