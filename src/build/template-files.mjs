import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { evaluate } from './evaluate.mjs'
import { DIST, ROOT } from './paths.mjs'

const TEMPLATES = join(ROOT, 'templates')

/**
 * Adds to every template what `init` writes next to the template's own files, so that the folders run as they
 * are: the SDK, and the schema for editors. Git ignores the copies.
 */
export const completeTemplates = async () => {
  const schema = await manifestSchemaText()
  const templates = await readdir(TEMPLATES, { withFileTypes: true })
  await Promise.all(
    templates
      .filter((entry) => entry.isDirectory())
      .map(async ({ name }) => {
        const folder = join(TEMPLATES, name)
        await mkdir(join(folder, '.vscode'), { recursive: true })
        // A project with a bundler gets the SDK from its plugin, and the types from the package.
        if (!existsSync(join(folder, 'package.json'))) {
          await copyFile(join(DIST, 'sdk/service-miniapp.js'), join(folder, 'service-miniapp.js'))
          await copyFile(join(DIST, 'sdk/service-miniapp.d.ts'), join(folder, '.vscode/service-miniapp.d.ts'))
        }
        await writeFile(join(folder, '.vscode/manifest.schema.json'), schema)
      }),
  )
}

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
