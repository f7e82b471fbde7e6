import { isUtf8 } from 'node:buffer'
import { json } from 'express'

/**
 * Parses a JSON body. Bytes that are not UTF-8 are refused: replacement characters would hide a client's
 * mistake until somebody reads the post.
 * @param limit in bytes, in body-parser's notation
 */
export const jsonBody = (limit: string | number) =>
  json({
    limit,
    // A text or a number is valid JSON: what reads the body says what it must be.
    strict: false,
    verify: (_request, _response, body, charset) => {
      if (charset === 'utf-8' && !isUtf8(body)) throw new NotUtf8()
    },
  })

export class NotUtf8 extends Error {}
