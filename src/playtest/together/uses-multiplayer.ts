import { BundleReadError } from '../../bundle/bundle.js'
import { openBundle } from '../../bundle/open.js'
import { SDK_FILE_NAME } from '../../sdk/sdk-file.js'

/** How many people play an app together where nobody says: two where it uses multiplayer. */
export const seatsOf = async (path: string, cwd: string): Promise<number> =>
  (await usesMultiplayer(path, cwd)) ? 2 : 1

/** Whether a page or script of an app, besides the SDK, uses multiplayer. */
const usesMultiplayer = async (path: string, cwd: string): Promise<boolean> => {
  const bundle = await openBundle(path, cwd)
  try {
    for (const { path: file } of bundle.files) {
      if (!IS_CODE.test(file) || file.endsWith(SDK_FILE_NAME)) continue
      const text = Buffer.from(await bundle.read(file)).toString('utf8')
      if (usesIn(text)) return true
    }
    return false
  } catch (error) {
    // A bundle that cannot be read is not played either.
    if (error instanceof BundleReadError) return false
    throw error
  } finally {
    await bundle.close()
  }
}

const IS_CODE = /\.(?:html?|m?js)$/i

/** Whether code uses multiplayer; one that only has the word does not. */
export const usesIn = (code: string): boolean => USES.test(code)

const USES =
  /\bmultiplayer\s*\??\.\s*(?:host|join)\b|\bService\s*\??\.\s*multiplayer\b|\bmultiplayer\b[^{}]*\}\s*=\s*Service\b/
