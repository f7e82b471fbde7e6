import { isUtf8 } from 'node:buffer'
import type { BundleFile } from '../../bundle/bundle.js'
import { type Extension, extensionOf } from '../../platform/file-types.js'
import type { PictureFacts } from './picture.js'
import { LineIndex } from './position.js'

/** One file's bytes, and what is derived from them when a rule first asks. */
export class FileFacts {
  readonly path: string
  readonly extension: Extension | null
  readonly bytes: Uint8Array
  #text: string | null | undefined
  #lines: LineIndex | undefined
  #picture: Promise<PictureFacts> | undefined

  constructor(file: BundleFile, bytes: Uint8Array) {
    this.path = file.path
    this.extension = extensionOf(file.path)
    this.bytes = bytes
  }

  /** The file as text; null where it is not valid UTF-8. A byte order mark is kept. */
  get text(): string | null {
    if (this.#text === undefined) {
      const { buffer, byteOffset, length } = this.bytes
      this.#text = isUtf8(this.bytes) ? Buffer.from(buffer, byteOffset, length).toString('utf8') : null
    }
    return this.#text
  }

  get lines(): LineIndex {
    this.#lines ??= new LineIndex(this.text ?? '')
    return this.#lines
  }

  picture(): Promise<PictureFacts> {
    this.#picture ??= import('./picture.js').then(({ readPicture }) => readPicture(this.bytes))
    return this.#picture
  }
}
