import { isUtf8 } from 'node:buffer'
import type { NextFunction, Request, Response } from 'express'
import { jsonBody, NotUtf8 } from './json-body.js'

/** The field that holds a file in Base64 (2.3, 2.4). */
const FIELD = 'data_base64'
/** What stands for the file in the body, so that its schema judges it as it would the text itself. */
const VALID = 'AAAA'
const INVALID = '!'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const FIRST_BYTES = 65_536

/** The files of requests; apart from their bodies. */
const files = new WeakMap<Request, Buffer>()

/** The file that came in a body which `uploadBody` read; empty where its Base64 is none. */
export const uploadedFile = (request: Request): Buffer => files.get(request) ?? Buffer.alloc(0)

/**
 * Reads a JSON body with a file in it. The file is decoded as it arrives: its Base64 is never in memory, nor a second
 * copy of it.
 * @param limit in bytes, of the whole body
 */
export const uploadBody = (limit: number) => {
  const plain = jsonBody(limit)
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    // What is compressed or in another charset is read as everything else is.
    if (!/^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i.test(request.headers['content-type'] ?? '')) {
      plain(request, response, readWhole(request, next))
      return
    }
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
      plain(request, response, readWhole(request, next))
      return
    }
    const given = Number(request.headers['content-length'] ?? 0)
    if (given > limit) throw new TooLargeError()
    const reader = new UploadReader(Math.max(FIRST_BYTES, Math.ceil((given / 4) * 3)))
    let bytes = 0
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.byteLength
      if (bytes > limit) throw new TooLargeError()
      reader.push(chunk)
    }
    const { body, file } = reader.end()
    request.body = body
    files.set(request, file)
    next()
  }
}

/** Takes the file out of a body that was read as a whole. */
const readWhole =
  (request: Request, next: NextFunction) =>
  (error?: unknown): void => {
    const data = (request.body as Readonly<Record<string, unknown>> | undefined)?.[FIELD]
    if (typeof data === 'string') files.set(request, Buffer.from(data, 'base64'))
    next(error)
  }

class TooLargeError extends Error {
  readonly status = 413
}

/** Reads the text of a JSON object piece by piece, and puts the file of its field aside. */
export class UploadReader {
  #file: Buffer
  #fileBytes = 0
  /** The text without the file. */
  readonly #kept: Buffer[] = []
  /** Base64 that is not four characters yet. */
  #pending = ''
  #characters = 0
  #isValid = true
  /** How many equals signs came. */
  #padding = 0

  #depth = 0
  #state: 'between' | 'string' | 'escape' | 'file' | 'file-escape' = 'between'
  /** Of an object at the top: whether a key comes, and the last one. */
  #expectsKey = false
  #key: number[] = []
  #isKey = false
  #unicode = ''

  /** @param bytes how large the file may be; more is made room for */
  constructor(bytes: number) {
    this.#file = Buffer.allocUnsafe(bytes)
  }

  push(chunk: Buffer): void {
    let kept = 0
    let at = 0
    while (at < chunk.byteLength) {
      const byte = chunk[at] ?? 0
      switch (this.#state) {
        case 'file': {
          const end = nextOf(chunk, at)
          this.#decode(chunk.toString('latin1', at, end))
          at = end
          kept = end
          if (chunk[at] === QUOTE) {
            this.#finishFile()
            this.#state = 'between'
            at++
            kept = at
          } else if (chunk[at] === BACKSLASH) {
            this.#state = 'file-escape'
            at++
            kept = at
          }
          continue
        }
        case 'file-escape':
          at++
          kept = at
          this.#unescape(byte)
          continue
        case 'string':
          if (byte === BACKSLASH) this.#state = 'escape'
          else if (byte === QUOTE) {
            this.#state = 'between'
            this.#isKey = false
          }
          if (this.#isKey) this.#key.push(byte)
          break
        case 'escape':
          this.#state = 'string'
          if (this.#isKey) this.#key.push(byte)
          break
        case 'between':
          if (byte === QUOTE && this.#startsFile()) {
            this.#kept.push(Buffer.from(chunk.subarray(kept, at + 1)))
            this.#startFile()
            at++
            kept = at
            continue
          }
          this.#step(byte)
      }
      at++
    }
    if (kept < chunk.byteLength) this.#kept.push(Buffer.from(chunk.subarray(kept)))
  }

  /** @throws what JSON.parse throws, and NotUtf8 */
  end(): { readonly body: unknown; readonly file: Buffer } {
    const kept = Buffer.concat(this.#kept)
    if (!isUtf8(kept)) throw new NotUtf8()
    const text = kept.toString('utf8').replace(/^\ufeff/, '')
    try {
      return { body: JSON.parse(text), file: this.#file.subarray(0, this.#fileBytes) }
    } catch (error) {
      throw Object.assign(error instanceof Error ? error : new Error(String(error)), { status: 400 })
    }
  }

  /** A byte outside of any string. */
  #step(byte: number): void {
    switch (byte) {
      case QUOTE:
        this.#state = 'string'
        this.#isKey = this.#depth === 1 && this.#expectsKey
        if (this.#isKey) this.#key = []
        return
      case 0x7b: // {
      case 0x5b: // [
        this.#depth++
        this.#expectsKey = this.#depth === 1 && byte === 0x7b
        return
      case 0x7d: // }
      case 0x5d: // ]
        this.#depth--
        return
      case 0x2c: // ,
        if (this.#depth === 1) this.#expectsKey = true
        return
      case 0x3a: // :
        if (this.#depth === 1) this.#expectsKey = false
    }
  }

  /** Whether the string that begins here is the file. */
  #startsFile(): boolean {
    return this.#depth === 1 && !this.#expectsKey && keyOf(this.#key) === FIELD
  }

  #startFile(): void {
    this.#state = 'file'
    // Of two fields of one name the last counts, as in any JSON.
    this.#fileBytes = 0
    this.#pending = ''
    this.#characters = 0
    this.#isValid = true
    this.#padding = 0
  }

  #finishFile(): void {
    const isWhole = this.#characters % 4 === 0 && this.#characters > 0
    this.#kept.push(Buffer.from(`${this.#isValid && isWhole ? VALID : INVALID}"`))
    if (!this.#isValid || !isWhole) this.#fileBytes = 0
  }

  #decode(text: string): void {
    if (text === '') return
    this.#characters += text.length
    const padding = text.length - text.replace(/=+$/, '').length
    const isPaddingOnly = padding === text.length
    if (
      (this.#padding > 0 && !isPaddingOnly) ||
      !/^[A-Za-z0-9+/]*$/.test(text.slice(0, text.length - padding))
    )
      this.#isValid = false
    this.#padding += padding
    if (this.#padding > 2) this.#isValid = false
    if (!this.#isValid) return
    const all = this.#pending + text
    const whole = all.length - (all.length % 4)
    this.#pending = all.slice(whole)
    this.#write(all.slice(0, whole))
  }

  #write(base64: string): void {
    const needed = this.#fileBytes + (base64.length / 4) * 3
    if (needed > this.#file.byteLength) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.#file.byteLength * 2))
      this.#file.copy(larger, 0, 0, this.#fileBytes)
      this.#file = larger
    }
    this.#fileBytes += this.#file.write(base64, this.#fileBytes, 'base64')
  }

  /** `\/` and `\u002b` are characters of Base64, too. */
  #unescape(byte: number): void {
    const character = String.fromCharCode(byte)
    if (this.#unicode === '' && character !== 'u') {
      this.#decode(character === '/' ? '/' : INVALID)
      this.#state = 'file'
      return
    }
    this.#unicode += character
    if (this.#unicode.length < UNICODE_ESCAPE) return
    const code = /^u[0-9a-f]{4}$/i.test(this.#unicode) ? Number.parseInt(this.#unicode.slice(1), 16) : 0
    this.#decode(code < 0x80 ? String.fromCharCode(code) : INVALID)
    this.#unicode = ''
    this.#state = 'file'
  }
}

/** `u` and four digits. */
const UNICODE_ESCAPE = 5

/** Where the next quote or backslash is, or the end. */
const nextOf = (chunk: Buffer, from: number): number => {
  const quote = chunk.indexOf(QUOTE, from)
  const end = quote < 0 ? chunk.byteLength : quote
  const backslash = chunk.subarray(from, end).indexOf(BACKSLASH)
  return backslash < 0 ? end : from + backslash
}

/** A key as JSON reads it; null where it is none. */
const keyOf = (bytes: readonly number[]): string | null => {
  try {
    return String(JSON.parse(`"${Buffer.from(bytes).toString('utf8')}"`))
  } catch {
    return null
  }
}
