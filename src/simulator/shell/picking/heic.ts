/**
 * Phones keep photos as HEIC, which the simulator's own decoder does not open but some browsers do: there the person's
 * device opens it (4.5), and sends on what it sees.
 */
export const openHeic = async (file: Blob): Promise<Blob> => {
  if (!isHeic(new Uint8Array(await file.slice(0, 12).arrayBuffer()))) return file
  try {
    const picture = await createImageBitmap(file)
    const canvas = document.createElement('canvas')
    canvas.width = picture.width
    canvas.height = picture.height
    canvas.getContext('2d')?.drawImage(picture, 0, 0)
    picture.close()
    return await new Promise((resolve) =>
      canvas.toBlob((drawn) => resolve(drawn ?? file), 'image/jpeg', JPEG_QUALITY),
    )
  } catch {
    // This browser does not open it either: the simulator says so.
    return file
  }
}

const JPEG_QUALITY = 0.98
const BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

/** Whether a file's first 12 bytes are those of a HEIC. */
export const isHeic = (head: Uint8Array): boolean => {
  const text = String.fromCharCode(...head)
  return text.slice(4, 8) === 'ftyp' && BRANDS.includes(text.slice(8, 12))
}
