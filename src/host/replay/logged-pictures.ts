import type { ErrorCode } from '../../platform/error-codes.js'
import { SHARE_IMAGE_MIN_PIXELS } from '../../platform/limits.js'
import type { Pictures, SharePicture } from '../sharing/pictures.js'

/**
 * The pictures of a replay. One that the log has in full is drawn anew; of one that was cut, the log's own answer says
 * whether it could be read (4.4), and all else is judged as before: size, rate, sheet, words.
 */
export class LoggedPictures implements Pictures {
  readonly #pictures: Pictures
  /** What became of cut pictures, by the text that stands for them: the first call first. */
  readonly #expected = new Map<string, (SharePicture | null)[]>()

  constructor(pictures: Pictures) {
    this.#pictures = pictures
  }

  /**
   * A call to share is about to be made.
   * @param logged its parameters as they are in the log
   * @param made the same with texts of full length in place of those that were cut
   * @param code what it was rejected with
   */
  expect(logged: unknown, made: unknown, code: ErrorCode | undefined): void {
    const image = imageOf(made)
    if (image === null || image === imageOf(logged)) return
    const text = image.slice(image.indexOf(',') + 1)
    const expected = this.#expected.get(text) ?? []
    expected.push(code === 'INVALID_IMAGE' ? null : SOME_PICTURE)
    this.#expected.set(text, expected)
  }

  async redrawForShare(base64: string): Promise<SharePicture | null> {
    const expected = this.#expected.get(base64)?.shift()
    return expected === undefined ? await this.#pictures.redrawForShare(base64) : expected
  }
}

const imageOf = (params: unknown): string | null => {
  const image: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, 'image') : null
  return typeof image === 'string' ? image : null
}

const SOME_PICTURE: SharePicture = {
  type: 'image/png',
  width: SHARE_IMAGE_MIN_PIXELS,
  height: SHARE_IMAGE_MIN_PIXELS,
  base64: '',
}
