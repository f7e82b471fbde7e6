// `make-upload.mjs FILE BODY BYTES`: writes a JPEG of that many bytes, most of them after its end, and the body of its upload
// (API 2.3) as a naive encoder makes it. A separate process, since peak memory includes that of the process that started it.
import { randomFillSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import sharp from 'sharp'

const [file = '', body = '', size = '0'] = process.argv.slice(2)
const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#7a5cff' } })
  .jpeg()
  .toBuffer()
// Decoders stop at a picture's end. Comments would make it large, too, but the decoder keeps them in memory.
const bytes = Buffer.concat([picture, randomFillSync(Buffer.alloc(Number(size) - picture.length))])
writeFileSync(file, bytes)
const fields = { filename: basename(file), content_type: 'image/jpeg', data_base64: bytes.toString('base64') }
writeFileSync(body, JSON.stringify(fields))
