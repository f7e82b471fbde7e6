import { resolve } from 'node:path'
import type { Bundle } from '../../../bundle/bundle.js'
import type { Located } from '../../../bundle/locate.js'
import { openLocated } from '../../../bundle/open.js'
import { confinedBundle } from './confined-bundle.js'

/** Opens an app as the simulator does: links in a folder are not followed. */
export const openSource = async (located: Located, cwd: string): Promise<Bundle> => {
  const bundle = await openLocated(located, cwd)
  return located.kind === 'folder' ? confinedBundle(bundle, resolve(cwd, located.path)) : bundle
}
