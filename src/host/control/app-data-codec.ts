import * as z from 'zod'
import { APP_ID_PATTERN } from '../../platform/manifest.js'
import { isoTime } from '../../platform/units.js'
import { LATEST_TIME } from '../clock.js'
import type { DataReading } from '../domain.js'
import { DOMAINS } from '../domains.js'
import { isNewerFormat } from '../saving/store.js'
import type { AppContents } from './app-contents.js'
import type { AppData } from './app-data.js'
import { timeSchema } from './data-schemas.js'

const { session, storage, nickname, ai, money, records } = DOMAINS

/** The exported document. It has every field. */
export const writeAppData = (app: string, now: number, contents: AppContents): Required<AppData> => ({
  schema: 1,
  app,
  savedAt: isoTime(now),
  ...session.data.write(contents),
  ...storage.data.write(contents),
  ...nickname.data.write(contents),
  ...ai.data.write(contents),
  ...money.data.write(contents),
  ...records.data.write(contents),
})

/** The contents of a document, or every problem with it, each with its path. */
export type ReadAppData = { readonly contents: AppContents } | { readonly problems: readonly string[] }

/**
 * Checks and reads a document before it replaces anything.
 * @param app the App ID of the app that it is imported into
 * @param ownerId the id to keep if the document has none
 * @param now the host's time
 */
export const readAppData = (
  document: unknown,
  { app, ownerId, now }: { readonly app: string; readonly ownerId: string; readonly now: number },
): ReadAppData => {
  if (isNewerFormat(document))
    return { problems: ['schema: a newer version of miniapp wrote this; update miniapp to use it'] }
  const read = appDataSchema.safeParse(document)
  if (!read.success) return { problems: describe(read.error) }
  const data = read.data
  if (data.app !== undefined && data.app !== app)
    return {
      problems: [
        `app: the data belong to ${data.app}, but this app is ${app}; change \`app\` in the document to use them`,
      ],
    }
  const passed = data.savedAt === undefined ? 0 : now - data.savedAt
  const reading: DataReading = {
    moved: (time) => Math.min(Math.max(0, time + passed), LATEST_TIME),
    ownerId,
  }
  return {
    contents: {
      ...session.data.read(data, reading),
      ...storage.data.read(data),
      ...nickname.data.read(data),
      ...ai.data.read(data),
      ...money.data.read(data, reading),
      ...records.data.read(data, reading),
    },
  }
}

const appDataSchema = z.strictObject({
  schema: z.literal(1),
  app: z.string().regex(APP_ID_PATTERN, 'must be an App ID').optional(),
  savedAt: timeSchema.optional(),
  ...session.data.fields,
  ...storage.data.fields,
  ...nickname.data.fields,
  ...ai.data.fields,
  ...money.data.fields,
  ...records.data.fields,
} satisfies Record<keyof AppData, z.ZodType>)

const MOST_PROBLEMS = 20

const describe = (error: z.ZodError): readonly string[] => {
  const problems = error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join('.')}: ${message}`,
  )
  return problems.length <= MOST_PROBLEMS
    ? problems
    : [...problems.slice(0, MOST_PROBLEMS), `… and ${problems.length - MOST_PROBLEMS} more`]
}
