import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { DIST, ROOT } from './paths.mjs'

const TEMPLATES = join(ROOT, 'templates')

/**
 * Puts into every template what `init` writes beside a template's own files, so that the folders run as they
 * stand: the SDK, and the schema for editors. Git ignores the copies.
 */
export const completeTemplates = async () => {
  const schema = `${JSON.stringify(await manifestJsonSchema(), null, 2)}\n`
  const templates = await readdir(TEMPLATES, { withFileTypes: true })
  await Promise.all(
    templates
      .filter((entry) => entry.isDirectory())
      .map(async ({ name }) => {
        const folder = join(TEMPLATES, name)
        await copyFile(join(DIST, 'sdk/service-miniapp.js'), join(folder, 'service-miniapp.js'))
        await mkdir(join(folder, '.vscode'), { recursive: true })
        await copyFile(join(DIST, 'sdk/service-miniapp.d.ts'), join(folder, '.vscode/service-miniapp.d.ts'))
        await writeFile(join(folder, '.vscode/manifest.schema.json'), schema)
      }),
  )
}

/** Runs the source's own function, so that the schema is made in one place. */
const manifestJsonSchema = async () => {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['src/platform/manifest-json-schema.ts'],
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  })
  const code = outputFiles[0]?.contents ?? new Uint8Array()
  const module = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)
  return module.manifestJsonSchema()
}
