/** The version of this tool, as package.json has it; the build writes it in. */
declare const __MINIAPP_VERSION__: string | undefined

export const VERSION: string = typeof __MINIAPP_VERSION__ === 'string' ? __MINIAPP_VERSION__ : '0.0.0-source'

/** The oldest Node.js that it runs on, as `engines` in package.json has it; the build writes it in. */
declare const __MINIAPP_OLDEST_NODE__: string | undefined

export const OLDEST_NODE: string = typeof __MINIAPP_OLDEST_NODE__ === 'string' ? __MINIAPP_OLDEST_NODE__ : '0'

/** Whether this version is on the registry: `npm publish` builds it so; a clone and a tarball of `npm pack` are not. */
declare const __MINIAPP_PUBLISHED__: boolean | undefined

export const PUBLISHED: boolean = typeof __MINIAPP_PUBLISHED__ === 'boolean' && __MINIAPP_PUBLISHED__

/** Whether a version of Node.js, as `process.versions.node` has it, is that old or newer. */
export const isNodeAtLeast = (version: string, oldest: string): boolean => {
  const [found, wanted] = [version, oldest].map((text) => text.split('.').map(Number))
  for (const [index, part] of (wanted ?? []).entries()) {
    const difference = (found?.[index] ?? 0) - part
    if (difference !== 0) return difference > 0
  }
  return true
}
