import { MANIFEST_PATH } from '../manifest/manifest.js'

/** The single top folder that holds everything, its manifest included; null where there is none. */
export const wrappingFolder = (paths: readonly string[]): string | null => {
  const folder = paths[0]?.split('/', 1)[0]
  if (folder === undefined || !paths.includes(`${folder}/${MANIFEST_PATH}`)) return null
  return paths.every((path) => path.startsWith(`${folder}/`)) ? folder : null
}
