import { randomBytes } from 'node:crypto'
import { lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE, writeFileDurably } from '../durable/atomic-file.js'
import { loadDocument, setAside } from '../durable/json-document.js'
import { cannot, nullIfMissing, usageFailure } from '../failure.js'
import { RATING_NAMES } from '../platform/publishing.js'
import { jsonFileText } from '../platform/text.js'

/** A post that could not be sent, with everything that is needed to send it. */
const draftSchema = z.object({
  schema: z.literal(1),
  /** Milliseconds since 1970. */
  savedAt: z.number(),
  content: z.string(),
  rating: z.enum(RATING_NAMES).nullable(),
  reason: z.string().nullable(),
  /** Absolute paths of the files that are not uploaded yet. */
  media: z.array(z.string()),
  /** The references of the uploaded ones. */
  references: z.array(z.string()),
  optimize: z.boolean(),
  stripMetadata: z.boolean().nullable(),
  baseUrl: z.string().nullable(),
  profile: z.string(),
  /** Whether it may have gone through: its answer was lost. */
  uncertain: z.boolean(),
})

export type Draft = Readonly<z.infer<typeof draftSchema>>

export interface KeptDraft {
  readonly id: string
  readonly draft: Draft
}

export type Drafts = ReturnType<typeof openDrafts>

const ID = /^\d{8}T\d{6}-[0-9a-f]{4}$/
const EXTENSION = '.json'

/**
 * Drafts in a folder that only its owner can read, one file each, so that no two processes write the same one.
 * A damaged file is set aside and reported with `warn`.
 * @param now milliseconds since 1970
 */
export const openDrafts = (configFolder: string, now: () => number, warn: (line: string) => void) => {
  const folder = join(configFolder, 'drafts')
  const pathOf = (id: string): string => join(folder, `${id}${EXTENSION}`)

  const read = async (id: string): Promise<Draft | null> => {
    const path = pathOf(id)
    // Another user of the machine must not choose what is posted.
    if (!(await lstat(path)).isFile()) return null
    const loaded = await loadDocument(path, now())
    const draft = loaded.state === 'present' ? draftSchema.safeParse(loaded.value).data : undefined
    if (draft !== undefined) return draft
    if (loaded.state === 'missing') return null
    const aside = loaded.state === 'damaged' ? loaded.setAside : await setAside(path, now())
    warn(`The draft ${path} was damaged. The file was renamed to ${aside}.`)
    return null
  }

  const guarded = <Result>(action: string, work: () => Promise<Result>): Promise<Result> =>
    work().catch(cannot(action, folder))

  return {
    /** All drafts, newest first. */
    list: (): Promise<readonly KeptDraft[]> =>
      guarded('read', async () => {
        const names = (await readdir(folder).catch(nullIfMissing)) ?? []
        const ids = names
          .filter((name) => name.endsWith(EXTENSION))
          .map((name) => name.slice(0, -EXTENSION.length))
          .filter((id) => ID.test(id))
        const drafts: KeptDraft[] = []
        for (const id of ids) {
          const draft = await read(id)
          if (draft !== null) drafts.push({ id, draft })
        }
        return drafts.sort((a, b) => b.draft.savedAt - a.draft.savedAt || (a.id < b.id ? 1 : -1))
      }),
    /**
     * Resolves with the ID when it is durable.
     * @param id replaces an earlier draft
     */
    save: (draft: Draft, id = newId(draft.savedAt)): Promise<string> =>
      guarded('write', async () => {
        await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE })
        await writeFileDurably(pathOf(id), jsonFileText(draft), PRIVATE_FILE_MODE)
        return id
      }),
    remove: (id: string): Promise<void> => guarded('remove', () => rm(pathOf(id), { force: true })),
  }
}

/** The time in UTC, and digits that tell drafts of one second apart. */
const newId = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}-${randomBytes(2).toString('hex')}`

/**
 * The draft with this ID, or the newest one.
 * @throws {Failure} `usage` if there is none
 */
export const findDraft = async (drafts: Drafts, id: string | null): Promise<KeptDraft> => {
  const all = await drafts.list()
  const found = id === null ? all[0] : all.find((kept) => kept.id === id)
  if (found !== undefined) return found
  throw id === null
    ? usageFailure('There is no draft.', 'Write a post with miniapp post.')
    : usageFailure(`There is no draft ${JSON.stringify(id)}.`, 'List them with miniapp post --drafts.')
}
