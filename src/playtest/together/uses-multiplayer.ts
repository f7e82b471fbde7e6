import { BundleReadError } from '../../bundle/bundle.js'
import { openBundle } from '../../bundle/open.js'
import { featureWords } from '../../check/facts/sdk/feature-words.js'
import { SDK_FILE_NAME } from '../../sdk/sdk-file.js'

/** Whether a page or script of an app, besides the SDK, mentions multiplayer. */
export const usesMultiplayer = async (path: string, cwd: string): Promise<boolean> => {
  const bundle = await openBundle(path, cwd)
  try {
    for (const { path: file } of bundle.files) {
      if (!IS_CODE.test(file) || file.endsWith(SDK_FILE_NAME)) continue
      const text = Buffer.from(await bundle.read(file)).toString('utf8')
      if (featureWords(text).has('multiplayer')) return true
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
