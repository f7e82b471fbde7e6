import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { evaluate } from './evaluate.mjs'
import { DIST } from './paths.mjs'

/**
 * The JSON Schema that editors use, as it is written.
 * @returns {Promise<string>}
 */
export const manifestSchemaText = async () => {
  const { manifestJsonSchema } = await evaluate('src/platform/manifest-json-schema.ts')
  return `${JSON.stringify(manifestJsonSchema(), null, 2)}\n`
}

/** Writes the schema into dist/. */
export const buildManifestSchema = async () => {
  await mkdir(DIST, { recursive: true })
  await writeFile(join(DIST, 'manifest.schema.json'), await manifestSchemaText())
}
