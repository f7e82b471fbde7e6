import { parseJson } from '../../../platform/text.js'
import { isRecord } from '../../../rpc/host-message.js'
import { PICKED_FILES_PATH } from '../../messages.js'

export interface UploadOptions {
  /** Called with the fraction sent, 0 to 1. */
  readonly onProgress: (share: number) => void
  /** Aborts the upload; nothing is kept. */
  readonly signal: AbortSignal
}

/**
 * Uploads the file that the user chose on a sheet. Resolves with null once the file was accepted or the sheet
 * is gone, else with a message for the user; rejects with an AbortError if it was aborted.
 */
export type UploadPicked = (sheet: number, file: Blob, options: UploadOptions) => Promise<string | null>

/** Uses XMLHttpRequest, since fetch does not report upload progress. */
export const createUpload =
  (token: string, seat: number): UploadPicked =>
  (sheet, file, { onProgress, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open('PUT', `${PICKED_FILES_PATH}/${seat}/${sheet}`)
      request.setRequestHeader('Authorization', `Bearer ${token}`)
      // The content decides the type, not the name.
      request.setRequestHeader('Content-Type', 'application/octet-stream')
      request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total)
      request.onload = () => resolve(readAnswer(request.status, request.responseText))
      request.onerror = () => resolve('The simulator is not responding. Choose the file again.')
      request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
      signal.addEventListener('abort', () => request.abort(), { once: true })
      if (signal.aborted) request.onabort(new ProgressEvent('abort'))
      else request.send(file)
    })

/** The message for the server's answer; null if there is none. */
export const readAnswer = (status: number, text: string): string | null => {
  // The sheet is gone, so nobody can see a message.
  if (status === 204 || status === 404) return null
  const answer = parseJson(text)
  if (isRecord(answer))
    for (const message of [answer['fault'], answer['error']]) if (typeof message === 'string') return message
  return `The simulator answered ${status}. Choose the file again.`
}
