// `make-upload.mjs FILE BODY BYTES`: writes a file that starts as a JPEG does, and the body of its upload (API 2.3) as
// a naive encoder makes it. A separate process, since peak memory includes that of the process that started it.
import { randomFillSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'

const [file = '', body = '', size = '0'] = process.argv.slice(2)
const bytes = randomFillSync(Buffer.alloc(Number(size)))
Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0]).copy(bytes)
writeFileSync(file, bytes)
const fields = { filename: basename(file), content_type: 'image/jpeg', data_base64: bytes.toString('base64') }
writeFileSync(body, JSON.stringify(fields))
