/** A sound that a page has loaded. */
export interface Sound {
  readonly url: string
  readonly decodes: boolean
}

/**
 * The sounds that the page has loaded, and whether the browser can decode each: sent to the page as its source text, so it
 * cannot use anything of this module.
 */
export const decodedSounds = async (): Promise<readonly Sound[]> => {
  const most = 12
  const isSound = /\.(?:mp3|ogg|oga|opus|wav|m4a|aac|flac)(?:[?#]|$)/i
  const urls = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => isSound.test(name))
  const sounds: Sound[] = []
  for (const url of [...new Set(urls)].slice(0, most)) {
    const response = await fetch(url).catch(() => null)
    // What is missing, or of another site, is told elsewhere.
    if (response?.ok !== true) continue
    const bytes = await response.arrayBuffer()
    const decodes = await new OfflineAudioContext(1, 1, 44_100).decodeAudioData(bytes).then(
      () => true,
      () => false,
    )
    sounds.push({ url, decodes })
  }
  return sounds
}
