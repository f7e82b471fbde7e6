import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { DIST, ROOT } from './paths.mjs'

/**
 * The JSON Schema that editors use, as it is written.
 * @returns {Promise<string>}
 */
export const manifestSchemaText = async () => {
  const result = await build({
    absWorkingDir: ROOT,
    entryPoints: ['src/platform/manifest-json-schema.ts'],
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  })
  const code = result.outputFiles[0]?.text ?? ''
  const { manifestJsonSchema } = await import(
    `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
  )
  return `${JSON.stringify(manifestJsonSchema(), null, 2)}\n`
}

/** Writes the schema into dist/. */
export const buildManifestSchema = async () => {
  await mkdir(DIST, { recursive: true })
  await writeFile(join(DIST, 'manifest.schema.json'), await manifestSchemaText())
}
