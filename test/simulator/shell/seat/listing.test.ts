import { describe, expect, it } from 'vitest'
import { bundleBase, readListing } from '../../../../src/simulator/shell/seat/listing.js'

const BASE = 'http://localhost:2/ma_abcdefghij/1.0.0/'

describe("the app's page", () => {
  it('2.10: finds the version’s own folder, wherever the entry is', () => {
    const app = {
      id: 'ma_abcdefghij',
      name: 'A',
      version: '1.0.0',
      orientation: 'any',
      iconUrl: null,
    } as const
    expect(bundleBase(app, `${BASE}pages/start.html`)).toBe(BASE)
  })

  it('2.2 to 2.4: shows what the manifest says', () => {
    const listing = readListing(
      {
        name: 'Hello',
        summary: 'Says hello.',
        description: 'One.\nTwo.',
        version: '1.0.0',
        category: 'games',
        age_rating: '4+',
        orientation: 'portrait',
        icon: 'art/icon.png',
        screenshots: ['a.png', 'b.webp'],
        access: { type: 'pass_30d', price: '2.5', statement: 'All levels for 30 days.' },
        products: [{ id: 'gems', title: 'Gems', statement: 'Ten gems.', price: '1', kind: 'consumable' }],
        capabilities: { 'ai.assistant': { version: 1, purpose: 'Answers.', tools: ['web_search'] } },
        requires: ['pay', 'db'],
      },
      BASE,
    )
    expect(listing).toEqual({
      name: 'Hello',
      summary: 'Says hello.',
      description: 'One.\nTwo.',
      version: '1.0.0',
      category: 'games',
      ageRating: '4+',
      orientation: 'portrait',
      iconUrl: `${BASE}art/icon.png`,
      screenshotUrls: [`${BASE}a.png`, `${BASE}b.webp`],
      access: '2.5 credits for 30 days',
      accessStatement: 'All levels for 30 days.',
      products: [
        {
          id: 'gems',
          title: 'Gems',
          statement: 'Ten gems.',
          price: '1',
          kind: 'Consumable, can be bought again',
        },
      ],
      forSale: [
        { label: 'Gems', item: { type: 'product', id: 'gems', kind: 'consumable' }, price: '1' },
        { label: 'Access for 30 days', item: { type: 'access', access: 'pass_30d' }, price: '2.5' },
      ],
      capabilities: [{ name: 'ai.assistant', purpose: 'Answers.', tools: 'web_search' }],
      requires: ['pay', 'db'],
    })
  })

  it.each([
    [{ type: 'free' }, 'Free'],
    [{ type: 'one_time', price: '4' }, '4 credits, unlocked forever'],
    [{ type: 'gift' }, ''],
    [null, ''],
  ])('2.3: access %j', (access, words) => {
    expect(readListing({ access }, BASE).access).toBe(words)
  })

  it.each([
    null,
    [],
    'text',
    { name: 1, icon: {}, screenshots: 'a.png', products: [null, 1, {}], capabilities: [1], requires: [1] },
  ])('survives %j', (manifest) => {
    expect(readListing(manifest, BASE)).toMatchObject({ name: '', iconUrl: null, screenshotUrls: [] })
  })

  it.each([
    'https://example.com/x.png',
    '//example.com/x.png',
    '/x.png',
    '../2.0.0/x.png',
    'data:image/png,',
    'http://[',
  ])('shows no file from outside the bundle: %s', (icon) => {
    expect(readListing({ icon, screenshots: [icon] }, BASE)).toMatchObject({
      iconUrl: null,
      screenshotUrls: [],
    })
  })
})
