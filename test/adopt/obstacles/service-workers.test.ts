import { describe, expect, it } from 'vitest'
import { GameExport } from '../../../src/adopt/engines/game-export.js'
import { serviceWorkers } from '../../../src/adopt/obstacles/service-workers.js'

const workersOf = (files: Readonly<Record<string, string>>): readonly string[] => {
  const all = new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]))
  return [...serviceWorkers(new GameExport(all, 'index.html')).keys()]
}

const OFFLINE = "self.addEventListener('fetch', (e) => e.respondWith(caches.match(e.request)))"
const ISOLATES = `if (typeof window === 'undefined') { self.addEventListener('install', () => self.skipWaiting()); h.set('Cross-Origin-Opener-Policy', 'same-origin') } else navigator.serviceWorker.register('coi.js')`

describe('what is a service worker and nothing else', () => {
  it.each([
    ['a script that stores files', { 'sw.js': OFFLINE }, ['sw.js']],
    ['one that a library writes', { 'a.js': 'workbox.core.skipWaiting();workbox.routing.x()' }, ['a.js']],
    [
      'one that the page loads to set headers',
      { 'index.html': '<script src="coi.js"></script>', 'coi.js': ISOLATES },
      ['coi.js'],
    ],
  ])('%s', (_, files, expected) => {
    expect(workersOf({ 'index.html': '', ...files })).toEqual(expected)
  })

  it.each([
    [
      'a script of the page that has a worker in it',
      { 'index.html': '<script src="a.js"></script>', 'a.js': OFFLINE },
    ],
    [
      'a game that stores files itself',
      { 'a.js': "button.addEventListener('click', () => caches.open('x'))" },
    ],
    ['a script that listens and does nothing', { 'sw.js': "self.addEventListener('fetch', () => {})" }],
  ])('not %s', (_, files) => {
    expect(workersOf({ 'index.html': '', ...files })).toEqual([])
  })
})
