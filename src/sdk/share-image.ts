import { CallError } from '../rpc/requester.js'

/**
 * Turns the picture that an app passes to `share` into what the protocol carries (4.1): a canvas becomes a PNG data URL,
 * a Blob (an AI picture, 4.7) a data URL of its type. Anything else is returned as it is, for the host to check.
 * @returns a promise only where one is needed, so that the call leaves within the tap
 */
export const shareImage = (image: unknown): unknown => {
  if (typeof HTMLCanvasElement === 'function' && image instanceof HTMLCanvasElement) return canvasUrl(image)
  if (typeof OffscreenCanvas === 'function' && image instanceof OffscreenCanvas)
    return image.convertToBlob({ type: 'image/png' }).then(blobUrl, refuse)
  if (image instanceof Blob) return blobUrl(image)
  return image
}

const canvasUrl = (canvas: HTMLCanvasElement): string => {
  try {
    return canvas.toDataURL('image/png')
  } catch (error) {
    return refuse(error)
  }
}

const blobUrl = (blob: Blob): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result)
    reader.onerror = () =>
      reject(new CallError('INVALID_IMAGE', `The image cannot be read: ${String(reader.error)}`))
    reader.readAsDataURL(blob)
  })

/** A canvas that holds a picture loaded without `crossorigin` is tainted and cannot be read. */
const refuse = (error: unknown): never => {
  throw new CallError(
    'INVALID_IMAGE',
    `The canvas cannot be read (load images with crossorigin="anonymous" before drawing them): ${String(error)}`,
  )
}
