import { isRecord } from '../../../rpc/host-message.js'
import { PICKED_FILES_PATH } from '../../messages.js'

export interface UploadOptions {
  /** Told of the share that was sent, 0 to 1. */
  readonly onProgress: (share: number) => void
  /** Breaks the upload off; nothing is taken then. */
  readonly signal: AbortSignal
}

/**
 * Sends the file that the person chose on a sheet. It resolves with null once the file was taken or the sheet is gone, else
 * with what is wrong with the file, in words for the person; it rejects with an AbortError where it was broken off.
 */
export type UploadPicked = (sheet: number, file: Blob, options: UploadOptions) => Promise<string | null>

/** Over XMLHttpRequest, since fetch tells no progress of what it sends. */
export const createUpload =
  (token: string, seat: number): UploadPicked =>
  (sheet, file, { onProgress, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open('PUT', `${PICKED_FILES_PATH}/${seat}/${sheet}`)
      request.setRequestHeader('Authorization', `Bearer ${token}`)
      // The bytes decide what it is, whatever its name says.
      request.setRequestHeader('Content-Type', 'application/octet-stream')
      request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total)
      request.onload = () => resolve(readAnswer(request.status, request.responseText))
      request.onerror = () => resolve('The simulator could not be reached. Choose the file again.')
      request.onabort = () => reject(new DOMException('The upload was broken off.', 'AbortError'))
      signal.addEventListener('abort', () => request.abort(), { once: true })
      if (signal.aborted) request.onabort(new ProgressEvent('abort'))
      else request.send(file)
    })

/** What the person is told of the server's answer; null where there is nothing to tell. */
export const readAnswer = (status: number, text: string): string | null => {
  // The sheet is gone, and with it whoever could be told.
  if (status === 204 || status === 404) return null
  const answer = parse(text)
  if (isRecord(answer))
    for (const said of [answer['fault'], answer['error']]) if (typeof said === 'string') return said
  return `The simulator answered ${status}. Choose the file again.`
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
