import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'

/** The form is not what its headers say. Express answers with the status. */
class MalformedFormError extends Error {
  readonly status = 400
}

/** A form with a file: the fields before the file, and the file as it arrives. */
interface FileForm {
  readonly fields: ReadonlyMap<string, string>
  /** Null where the form ends without it. */
  readonly file: AsyncIterable<Uint8Array> | null
}

/** The longest headers of a part, in bytes. */
const MOST_HEADERS = 8_192

/**
 * Reads a form of `multipart/form-data` (RFC 7578) as it arrives, up to its file: nothing but a piece of the file is in memory.
 * @param fileField the name of the file's field
 * @param mostFieldBytes of another field
 * @returns null where the content type is not that of such a form
 */
export const readFileForm = async (
  source: Readable,
  contentType: string | undefined,
  fileField: string,
  mostFieldBytes: number,
): Promise<FileForm | null> => {
  const form = openForm(contentType, fileField, mostFieldBytes)
  if (form === null) return null
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>()
    let file: Readable | null = null
    const endEarly = () => {
      const error = new MalformedFormError('The form ends too early.')
      file?.destroy(error)
      reject(error)
    }
    form.on('field', (name, value, _isNameCut, isValueCut) => {
      fields.set(name, value)
      if (isValueCut) reject(new MalformedFormError('A field is too long.'))
    })
    form.on('file', (_name, stream) => {
      // Nobody may be reading the file when the form ends early.
      file = stream.on('error', () => {})
      resolve({ fields: new Map(fields), file: piecesOf(stream) })
    })
    form.on('finish', () => resolve({ fields, file: null }))
    form.on('error', endEarly)
    source.on('error', endEarly).pipe(form)
  })
}

const openForm = (
  contentType: string | undefined,
  fileField: string,
  fieldSize: number,
): BusboyInstance | null => {
  if (contentType === undefined || !/^multipart\/form-data;/i.test(contentType)) return null
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      isPartAFile: (name) => name === fileField,
      limits: { fields: 10, fieldSize, files: 1, headerSize: MOST_HEADERS },
    })
  } catch {
    // There is no boundary.
    return null
  }
}

async function* piecesOf(file: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* file
  } catch {
    throw new MalformedFormError('The form ends too early.')
  }
}
