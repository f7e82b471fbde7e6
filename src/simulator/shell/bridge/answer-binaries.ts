import { type HostMessage, PROTOCOL_VERSION } from '../../../platform/envelope.js'
import { ANSWER_BYTES_PATH, type AnswerBinary } from '../../messages.js'

/** Fetches the bytes of an answer from the shell's own origin. @param send `fetch`, or a test's own */
export const answerBytesFetcher =
  (token: string, send: typeof fetch) =>
  async (id: string, type: string): Promise<Blob> => {
    const response = await send(`${ANSWER_BYTES_PATH}${id}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    if (!response.ok) throw new Error(`the simulator answered ${response.status}.`)
    const blob = await response.blob()
    // The browser may normalise a header differently than the host wrote it.
    return blob.slice(0, blob.size, type)
  }

/** The message with its Blobs inserted (4). Rejects if one of them cannot be fetched. */
export const withBinaries = async (
  message: HostMessage,
  binaries: readonly AnswerBinary[],
  fetchBytes: (id: string, type: string) => Promise<Blob>,
): Promise<HostMessage> => {
  const blobs = await Promise.all(binaries.map(({ id, type }) => fetchBytes(id, type)))
  const complete = structuredClone(message)
  for (const [i, { path }] of binaries.entries()) {
    let holder: object = complete
    for (const key of path.slice(0, -1)) holder = Reflect.get(holder, key)
    Reflect.set(holder, path.at(-1) ?? '', blobs[i])
  }
  return complete
}

/** The app's answer if its real one was lost: each request has one answer (4). */
export const lostAnswer = (message: HostMessage): HostMessage =>
  'id' in message
    ? {
        service: PROTOCOL_VERSION,
        id: message.id,
        error: { code: 'TIMEOUT', message: 'The host did not answer in time.' },
      }
    : message
