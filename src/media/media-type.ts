/** Types that are told apart from their kin, and what everybody else calls them. */
const KIN: ReadonlyMap<string, string> = new Map([
  // An MP4 of some cameras presents itself by a brand of its own.
  ['video/x-m4v', 'video/mp4'],
  // An animated PNG is a PNG.
  ['image/apng', 'image/png'],
])

/**
 * The type of a picture or video by its leading bytes, as it is declared; null where they are of no known kind.
 * @param bytes the first 4,100, or more
 */
export const mediaType = async (bytes: Uint8Array): Promise<string | null> => {
  const { fileTypeFromBuffer } = await import('file-type')
  const type = (await fileTypeFromBuffer(bytes))?.mime
  return type === undefined ? null : (KIN.get(type) ?? type)
}

/** Whether a PNG is animated, which libvips does not tell. */
export const isAnimatedPng = async (bytes: Uint8Array): Promise<boolean> => {
  const { fileTypeFromBuffer } = await import('file-type')
  return (await fileTypeFromBuffer(bytes))?.mime === 'image/apng'
}
