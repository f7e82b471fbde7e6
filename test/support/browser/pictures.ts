import sharp from 'sharp'

/** How far a channel, of 255, may differ: edges are smoothed a little differently from frame to frame. */
const CHANNEL_TOLERANCE = 24
/** The part of the pixels that may differ by more between two pictures of the same game. */
export const SAME_PICTURE = 0.002
/** The part of the pixels that differs at least where a game has not drawn what it should. */
export const OTHER_PICTURE = 0.05

/** The part of the pixels, from 0 to 1, in which two pictures differ visibly; 1 where their sizes differ. */
export const difference = async (one: Uint8Array, other: Uint8Array): Promise<number> => {
  const [a, b] = await Promise.all([one, other].map(pixelsOf))
  if (a === undefined || b === undefined) return 1
  if (a.info.width !== b.info.width || a.info.height !== b.info.height) return 1
  const { channels } = a.info
  let different = 0
  for (let at = 0; at < a.data.length; at += channels) {
    const isFar = (channel: number): boolean =>
      Math.abs((a.data[at + channel] ?? 0) - (b.data[at + channel] ?? 0)) > CHANNEL_TOLERANCE
    if (isFar(0) || isFar(1) || isFar(2)) different += 1
  }
  return different / (a.info.width * a.info.height)
}

const pixelsOf = (picture: Uint8Array) =>
  sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
