import { dirname } from 'node:path'
import * as z from 'zod'
import { historyPath } from '../bundle/own-output.js'
import { writeFileDurably } from '../durable/atomic-file.js'
import { makeFolder } from '../durable/folders.js'
import { loadDocument } from '../durable/json-document.js'
import { fileFailure } from '../failure.js'
import { jsonFileText } from '../platform/text.js'
import { compareVersions } from '../platform/versions.js'

/**
 * What was packed on this machine, so that a version that was not raised is noticed before the upload (2.2: every
 * upload must be higher than every earlier one). Kept in the project's `.miniapp/`, which stays out of git.
 */
const historySchema = z.object({
  schema: z.literal(1),
  packed: z.array(
    z.object({
      app: z.string(),
      version: z.string(),
      sha256: z.string(),
      // Absent where an older version of the tool has packed.
      contents: z.string().optional(),
    }),
  ),
  /** The zips that are in the project under names that do not say what they are, by their paths from it. */
  outputs: z.array(z.string()).optional(),
})
type History = z.infer<typeof historySchema>

const EMPTY: History = { schema: 1, packed: [] }

/** The most versions, and the most outputs, that are remembered of a project. */
const REMEMBERED = 200

interface PackedVersion {
  readonly app: string
  readonly version: string
  /** Of the zip, in hexadecimal. */
  readonly sha256: string
  /** Of the files, in hexadecimal: the same with `--optimize` and without. */
  readonly contents: string
  /** The zip's path from the project, where a bundle may hold it and its name does not say what it is. */
  readonly output?: string
}

export { historyPath }

/**
 * Remembers what was packed.
 * @param now milliseconds since 1970, for the name of a damaged history that is set aside
 * @returns the highest version that was packed before with other contents, if this one is not higher; else null
 * @throws {Failure} when the history cannot be read or written
 */
export const rememberPacked = async (
  project: string,
  { app, version, sha256, contents, output }: PackedVersion,
  now: number,
): Promise<string | null> => {
  const path = historyPath(project)
  try {
    const history = await readHistory(path, now)
    const earlier = history.packed
      .filter(
        (one) =>
          one.app === app &&
          one.sha256 !== sha256 &&
          one.contents !== contents &&
          (compareVersions(one.version, version) ?? -1) >= 0,
      )
      .map((one) => one.version)
      .sort((a, b) => compareVersions(a, b) ?? 0)
      .at(-1)
    const others = history.packed.filter(
      (one) => one.app !== app || one.version !== version || one.sha256 !== sha256,
    )
    const packed = [...others, { app, version, sha256, contents }].slice(-REMEMBERED)
    const known = (history.outputs ?? []).filter((one) => one !== output)
    const outputs = [...known, ...(output === undefined ? [] : [output])].slice(-REMEMBERED)
    const next = { schema: 1, packed, ...(outputs.length === 0 ? {} : { outputs }) }
    await makeFolder(dirname(path))
    await writeFileDurably(path, jsonFileText(next))
    return earlier ?? null
  } catch (error) {
    throw fileFailure('save the history of packed versions in', path, error)
  }
}

const readHistory = async (path: string, now: number): Promise<History> => {
  const loaded = await loadDocument(path, now)
  if (loaded.state !== 'present') return EMPTY
  const read = historySchema.safeParse(loaded.value)
  // A history of another shape is a later version's: it is ignored, and a new history starts.
  return read.success ? read.data : EMPTY
}
