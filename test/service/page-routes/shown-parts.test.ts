import { describe, expect, it, onTestFinished } from 'vitest'
import { shownPart } from '../../../src/service/page-routes/shown-parts.js'
import { control } from '../../support/rigs/service-control.js'
import { startTestService } from '../../support/rigs/test-service.js'

describe('a list of a page', () => {
  const part = (query: Readonly<Record<string, string>>) =>
    shownPart({ baseUrl: '', path: '/admin', query }, 'apps', ['a', 'b', 'c', 'd', 'e'], (one) => one, 2)

  it('is shown in parts, whose addresses keep the search and the other lists', () => {
    expect(part({ search: 'x y', queue: 'v' })).toEqual({
      shown: ['a', 'b'],
      total: 5,
      first: null,
      next: '/admin?search=x+y&queue=v&apps=b',
    })
    expect(part({ search: 'x', apps: 'b' })).toEqual({
      shown: ['c', 'd'],
      total: 5,
      first: '/admin?search=x',
      next: '/admin?search=x&apps=d',
    })
    expect(part({ apps: 'd' })).toMatchObject({ shown: ['e'], first: '/admin', next: null })
  })

  it('begins again where its cursor is gone', () => {
    expect(part({ apps: 'gone' })).toMatchObject({ shown: ['a', 'b'], first: null })
  })
})

describe('pages with many apps', () => {
  const manyApps = async () => {
    const service = await startTestService()
    onTestFinished(() => service.stop())
    for (let number = 1; number <= 12; number++)
      await control(service, 'POST', 'apps', {
        owner: 'member_you',
        name: `Game ${number}`,
        category: 'games',
      })
    return async (path: string) => {
      const text = await (await fetch(`${service.baseUrl}${path}`)).text()
      const names = [...text.matchAll(/<bdi>(Game \d+)<\/bdi><\/a>/g)].map(([, name]) => name)
      const next = /href="([^"]*)">Next apps/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? null
      return { text, names, next }
    }
  }

  it.each(['/admin', '/developer'])('%s shows ten at a time, and all in the end', async (path) => {
    const open = await manyApps()
    const first = await open(path)
    expect(first.names).toHaveLength(10)
    const second = await open(first.next ?? '')
    expect([...first.names, ...second.names]).toEqual(
      Array.from({ length: 12 }, (_, index) => `Game ${index + 1}`),
    )
    expect(second.next).toBeNull()
  })

  it('/admin finds by a part of the name, and has the review queue before the clock', async () => {
    const open = await manyApps()
    expect((await open('/admin?search=game+1')).names).toEqual(['Game 1', 'Game 10', 'Game 11', 'Game 12'])
    const { text } = await open('/admin?search=%3Cb%3E')
    expect(text).toContain('No apps match the search.')
    expect(text).toContain('value="&lt;b&gt;"')
    expect(text.indexOf('Review queue')).toBeLessThan(text.indexOf('<h2>Clock</h2>'))
  })
})
