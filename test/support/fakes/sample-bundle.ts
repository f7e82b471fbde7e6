import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const BASE = fileURLToPath(new URL('../../../fixtures/rules/base/', import.meta.url))

/** The smallest bundle that no rule has anything to say about: what fixtures are laid over. */
export const sampleFiles = (): Record<string, string | Uint8Array> => ({
  'manifest.json': readFileSync(`${BASE}manifest.json`),
  'index.html': readFileSync(`${BASE}index.html`),
  'icon.png': readFileSync(`${BASE}icon.png`),
})

/** The sample's manifest with some fields changed; undefined removes a field. */
export const sampleManifest = (changes: Readonly<Record<string, unknown>> = {}): string =>
  `${JSON.stringify({ ...JSON.parse(readFileSync(`${BASE}manifest.json`, 'utf8')), ...changes }, null, 2)}\n`
