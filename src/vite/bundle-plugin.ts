import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Plugin, ResolvedConfig, Rolldown } from 'vite'
import { CREATE_MANIFEST } from '../bundle/locate.js'
import { within } from '../bundle/paths.js'
import { fileFailure, nullIfNoPath, systemErrorCode, usageFailure } from '../failure.js'
import { SDK_FILE_NAME, sdkFilePath } from '../sdk/sdk-file.js'

/**
 * Turns Vite's output into a bundle: relative URLs, no script that fetches others by itself, the SDK before all
 * other scripts, and the manifest with its pictures.
 * @param manifestPath from the project's root; by default in the folder that Vite copies
 */
export const bundlePlugin = (manifestPath: string | undefined): Plugin => {
  let config: ResolvedConfig
  return {
    name: 'miniapp:bundle',
    config: () => ({
      // Every file is served from the version's own folder (2.10), so no URL may start with a slash (2.8).
      base: './',
      build: {
        // The polyfill fetches files itself, and no browser that runs mini apps needs it.
        modulePreload: { polyfill: false },
        // Old phones get updates of their browser but not of their system.
        target: 'es2022',
      },
    }),
    configResolved: (resolved) => {
      config = resolved
      if (resolved.command === 'build' && resolved.base !== './')
        resolved.logger.warn(
          `miniapp: base is ${JSON.stringify(resolved.base)}; a mini app needs './', relative addresses (2.8).`,
        )
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        // The page has no origin, so its own scripts are cross-origin: with crossorigin their errors have a message.
        { tag: 'script', attrs: { src: `./${SDK_FILE_NAME}`, crossorigin: true }, injectTo: 'head-prepend' },
      ],
    },
    async generateBundle() {
      const emit = (fileName: string, source: Uint8Array): void => {
        this.emitFile({ type: 'asset', fileName, source } satisfies Rolldown.EmittedAsset)
      }
      emit(SDK_FILE_NAME, await readFile(sdkFilePath()))
      const { root, publicDir } = config
      const path =
        manifestPath === undefined
          ? join(publicDir === '' ? join(root, 'public') : publicDir, 'manifest.json')
          : join(root, manifestPath)
      this.addWatchFile(path)
      // One that is created later is seen by its folder only.
      if (!(await exists(path))) this.addWatchFile(dirname(path))
      const manifest = await readHere(
        path,
        // Vite shows the message only.
        `manifest.json is missing: ${path} does not exist. Create it with \`${CREATE_MANIFEST}\`.`,
      )
      // Vite copies the public folder itself.
      if (path !== join(publicDir, 'manifest.json')) emit('manifest.json', manifest)
      for (const picture of picturesOf(manifest)) {
        const source = await pictureIn(picture, config)
        if (source === null) continue
        this.addWatchFile(source)
        emit(picture, await readHere(source, `${source} does not exist, and the manifest names it.`))
      }
    },
  }
}

/** The paths of icon and screenshots. A broken manifest has none, and check reports it. */
const picturesOf = (manifest: Uint8Array): readonly string[] => {
  try {
    const { icon, screenshots } = JSON.parse(Buffer.from(manifest).toString('utf8')) as {
      readonly icon?: unknown
      readonly screenshots?: unknown
    }
    return [icon, ...(Array.isArray(screenshots) ? screenshots : [])].filter(
      (path): path is string => typeof path === 'string' && path !== '',
    )
  } catch {
    return []
  }
}

/** Where a picture of the manifest is in the project; null if Vite copies it, or if it is outside. */
const pictureIn = async (picture: string, { root, publicDir }: ResolvedConfig): Promise<string | null> => {
  if (within(root, picture) === null) return null
  if (publicDir !== '' && (await exists(join(publicDir, picture)))) return null
  const path = join(root, picture)
  // check reports what is missing, with the line of the manifest.
  return (await exists(path)) ? path : null
}

const exists = async (path: string): Promise<boolean> => (await readFile(path).catch(nullIfNoPath)) !== null

/** @param missing what to say where there is no such file */
const readHere = async (path: string, missing: string): Promise<Uint8Array> => {
  try {
    return await readFile(path)
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') throw usageFailure(missing, undefined, error)
    throw fileFailure('read', path, error)
  }
}
