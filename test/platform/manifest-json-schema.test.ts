import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { manifestSchema } from '../../src/platform/manifest.js'
import { manifestJsonSchema } from '../../src/platform/manifest-json-schema.js'

const ajv = new Ajv({ strict: false })
const validate = ajv.compile(manifestJsonSchema())

const MANIFEST = {
  service_miniapp: 1,
  app_id: 'ma_abcdefghij',
  version: '1.0.0',
  name: 'Sample',
  summary: 'Long enough to be one.',
  age_rating: '4+',
  icon: 'icon.png',
  access: { type: 'free' },
}

const FOLDERS = ['../../fixtures/rules/', '../../templates/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)

/** Every manifest in the repository that is JSON at all. */
const manifests = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === 'manifest.json')
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name)
      try {
        return [[relative(folder, path), JSON.parse(readFileSync(path, 'utf8')) as unknown] as const]
      } catch (error) {
        if (error instanceof SyntaxError) return []
        throw error
      }
    }),
)

describe('2.2: the JSON Schema for editors', () => {
  it('accepts every manifest that check accepts', () => {
    const accepted = manifests.filter(([, manifest]) => manifestSchema.safeParse(manifest).success)
    expect(accepted.length).toBeGreaterThan(20)
    expect(accepted.filter(([, manifest]) => !validate(manifest)).map(([path]) => path)).toEqual([])
  })

  it.each([
    { icon: 'icon.PNG' },
    { entry: 'Start.HTM', screenshots: ['a.Jpg', 'b.WEBP', 'c.JPEG', 'd.png'] },
    { name: '🎈'.repeat(30) },
    { description: 'Two\nlines' },
    { access: { type: 'pass_30d', price: '50', statement: 'Everything, for 30 days.' } },
  ])('accepts %j', (fields) => {
    const manifest = { ...MANIFEST, ...fields }
    expect(manifestSchema.safeParse(manifest).success).toBe(true)
    expect(validate(manifest)).toBe(true)
  })

  it.each([
    { icon: 'icon.jpg' },
    { icon: 'png' },
    { entry: 'index.xhtml' },
    { screenshots: ['a.gif'] },
    { name: '🎈' },
    { name: 'Two\nlines' },
    { $schema: 'https://json.schemastore.org/x.json' },
    { access: { type: 'free', price: '1' } },
    { access: { type: 'one_time' } },
    { capabilities: { 'ai.image': { version: 0, purpose: 'Draws what you say.' } } },
    { requires: ['fly'] },
    { version: '1.02.3' },
  ])('refuses %j, as check does', (fields) => {
    const manifest = { ...MANIFEST, ...fields }
    expect(manifestSchema.safeParse(manifest).success).toBe(false)
    expect(validate(manifest)).toBe(false)
  })
})
