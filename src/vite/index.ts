/**
 * `miniapp/vite` builds a mini app from a Vite project. In `vite.config`:
 *
 *     import miniapp from 'miniapp/vite'
 *     export default { plugins: [miniapp()] }
 *
 * A build has relative URLs, the SDK before all other scripts, and `manifest.json` with its icon and screenshots, and
 * every rule checks it. `vite dev` runs the app in the simulator, and builds it again on every save.
 */
import type { Plugin } from 'vite'
import { SIMULATOR_PORT } from '../local-server/ports.js'
import { bundlePlugin } from './bundle-plugin.js'
import { checkPlugin } from './check-plugin.js'
import { simulatorPlugin } from './simulator-plugin.js'

export interface MiniappOptions {
  /**
   * The manifest, from Vite's `root`; default `manifest.json` in its `publicDir`. One at the root itself would make every
   * command take the root for the bundle.
   */
  readonly manifest?: string
  /** Whether warnings and flags also fail a build; default false. */
  readonly strict?: boolean
  /**
   * Rules whose findings are known: `strict` does not count them. Those of `"miniapp": { "allow": [ … ] }` in
   * `package.json` are allowed, too.
   */
  readonly allow?: readonly string[]
  /** The simulator's port in `vite dev`; default 4848, or the next free one. */
  readonly port?: number
}

/** The plugins that build a mini app from a Vite project. */
export const miniapp = (options: MiniappOptions = {}): Plugin[] => [
  bundlePlugin(options.manifest),
  checkPlugin(options.strict ?? false, options.allow ?? []),
  simulatorPlugin(options.port ?? SIMULATOR_PORT, options.allow ?? []),
]

export default miniapp
