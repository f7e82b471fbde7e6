#!/usr/bin/env node
// Draws the templates' icons from their SVG sources. Run by hand after a change; the pictures are committed,
// so that they are the same bytes everywhere.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { ROOT } from './paths.mjs'

const SIDE_PIXELS = 512

for (const template of ['arcade', 'blank']) {
  const svg = await readFile(join(ROOT, 'src/build/icons', `${template}.svg`))
  const png = await sharp(svg)
    .resize(SIDE_PIXELS, SIDE_PIXELS)
    // 2.2: on an opaque background. The picture must not even have an alpha channel.
    .removeAlpha()
    .png({ compressionLevel: 9, effort: 10 })
    .toBuffer()
  await writeFile(join(ROOT, 'templates', template, 'icon.png'), png)
  console.log(`templates/${template}/icon.png: ${png.length} bytes`)
}
