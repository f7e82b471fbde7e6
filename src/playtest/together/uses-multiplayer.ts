import { BundleReadError } from '../../bundle/bundle.js'
import { openBundle } from '../../bundle/open.js'
import { SDK_FILE_NAME } from '../../sdk/sdk-file.js'
import { isTogether, type ScenarioName } from '../scenarios.js'

/**
 * How many people play an app together: as many as were wanted, or two, where it uses multiplayer, else one.
 * @param named the scenarios to play: those for several people are also played alone where nothing else is named
 */
export const seatsOf = async (
  path: string,
  cwd: string,
  wanted: number | undefined,
  named: readonly ScenarioName[] | null,
): Promise<number> => {
  if (wanted !== undefined && named?.every((name) => isTogether(name)) === true) return wanted
  return (await usesMultiplayer(path, cwd)) ? (wanted ?? 2) : 1
}

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
