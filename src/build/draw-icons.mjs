#!/usr/bin/env node
// Draws the templates' icons from their SVG sources. Run it after a change. The pictures are committed,
// so that they are the same bytes everywhere.
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { ROOT } from './paths.mjs'

const SIDE_PIXELS = 512

const icons = (await readdir(join(ROOT, 'src/build/icons'))).filter((name) => name.endsWith('.svg')).sort()

for (const icon of icons) {
  const template = icon.slice(0, -'.svg'.length)
  const svg = await readFile(join(ROOT, 'src/build/icons', icon))
  const png = await sharp(svg)
    .resize(SIDE_PIXELS, SIDE_PIXELS)
    // 2.2: on an opaque background. Remove the alpha channel too.
    .removeAlpha()
    .png({ compressionLevel: 9, effort: 10 })
    .toBuffer()
  // A bundler copies files from public/.
  const folder = join(ROOT, 'templates', template)
  await writeFile(join(existsSync(join(folder, 'public')) ? join(folder, 'public') : folder, 'icon.png'), png)
  console.log(`templates/${template}/icon.png: ${png.length} bytes`)
}
