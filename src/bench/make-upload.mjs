// `make-upload.mjs FILE BODY BYTES`: writes a JPEG of that many bytes, most of them comments, and the body of its upload
// (API 2.3) as a naive encoder makes it. A separate process, since peak memory includes that of the process that started it.
import { randomFillSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import sharp from 'sharp'

/** A comment's marker and its two bytes of length. */
const COMMENT_HEAD = 4
const LONGEST_COMMENT = 0xffff + 2
const START_OF_IMAGE = 2

/**
 * Comments of random bytes that fill exactly this many bytes.
 * @param {number} bytes at least COMMENT_HEAD
 */
const comments = (bytes) => {
  const filled = randomFillSync(Buffer.alloc(bytes))
  for (let at = 0; at < bytes; ) {
    const left = bytes - at
    // What is left after the longest comment must hold another one's head.
    const length = left > LONGEST_COMMENT ? Math.min(LONGEST_COMMENT, left - COMMENT_HEAD) : left
    filled.writeUInt16BE(0xfffe, at)
    filled.writeUInt16BE(length - 2, at + 2)
    at += length
  }
  return filled
}

const [file = '', body = '', size = '0'] = process.argv.slice(2)
const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#7a5cff' } })
  .jpeg()
  .toBuffer()
const bytes = Buffer.concat([
  picture.subarray(0, START_OF_IMAGE),
  comments(Number(size) - picture.length),
  picture.subarray(START_OF_IMAGE),
])
writeFileSync(file, bytes)
const fields = { filename: basename(file), content_type: 'image/jpeg', data_base64: bytes.toString('base64') }
writeFileSync(body, JSON.stringify(fields))
