import type { ErrorCode } from '../../platform/error-codes.js'
import { SHARE_IMAGE_MIN_PIXELS } from '../../platform/limits.js'
import type { Pictures, SharePicture } from '../sharing/pictures.js'

/**
 * The pictures of a replay. A picture that is whole in the log is redrawn. For one that was cut, the logged answer says
 * whether it was readable (4.4); its size, rate limit, sheet and text are checked as before.
 */
export class LoggedPictures implements Pictures {
  readonly #pictures: Pictures
  /** The results of cut pictures, by the text that stands for them, in the order of the calls. */
  readonly #expected = new Map<string, (SharePicture | null)[]>()

  constructor(pictures: Pictures) {
    this.#pictures = pictures
  }

  /**
   * Prepares for a `share` call.
   * @param logged its parameters in the log
   * @param made the same, with cut texts padded to full length
   * @param code the code that it was rejected with
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
