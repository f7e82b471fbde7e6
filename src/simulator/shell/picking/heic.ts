/**
 * Phones store photos as HEIC, which the simulator cannot decode but some browsers can: there, as on a phone
 * (4.5), the browser decodes it and sends the result.
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
    // This browser cannot decode it either: the simulator reports that.
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
