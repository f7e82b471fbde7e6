import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { DIST, ROOT } from './paths.mjs'

/** Writes the JSON Schema that editors use, generated from the manifest's one schema. */
export const buildManifestSchema = async () => {
  const result = await build({
    absWorkingDir: ROOT,
    stdin: {
      contents: `
        import * as z from 'zod'
        import { manifestSchema } from './src/platform/manifest.ts'
        export const schema = z.toJSONSchema(manifestSchema, { target: 'draft-7', io: 'input' })`,
      resolveDir: ROOT,
      loader: 'js',
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  })
  const code = result.outputFiles[0]?.text ?? ''
  const { schema } = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)
  const titled = { ...schema, title: 'Mini app manifest' }
  await mkdir(DIST, { recursive: true })
  await writeFile(join(DIST, 'manifest.schema.json'), `${JSON.stringify(titled, null, 2)}\n`)
}
