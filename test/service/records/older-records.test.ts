import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { RECORDS, TABLES, type Table } from '../../../src/service/records/records.js'
import { ServiceStore } from '../../../src/service/records/store.js'
import { ROOT } from '../../support/processes/npm.js'
import { temporaryFolder } from '../../support/vitest/temporary-folder.js'

/** Of each released version, records of every kind as it saved them, one a line. They are never changed. */
const FOLDER = join(ROOT, 'fixtures/data-folders')
const FILE_NAME = 'records.ndjson'

interface SavedRecord {
  readonly table: Table
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}

const textOf = (version: string): string => readFileSync(join(FOLDER, version, FILE_NAME), 'utf8')

const recordsOf = (version: string): readonly SavedRecord[] =>
  textOf(version)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

const VERSIONS = readdirSync(FOLDER)
const ALL = VERSIONS.flatMap(recordsOf)

describe.each(VERSIONS)('the records that %s saved', (version) => {
  it('are all read, with everything in them', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'service.ndjson'), textOf(version))
    const warnings: string[] = []
    const store = await ServiceStore.open(folder, {
      fresh: false,
      now: 0,
      warn: (line) => warnings.push(line),
    })
    for (const { table, key, value } of recordsOf(version))
      expect(store.get(table, key), `${table} ${key}`).toMatchObject(value)
    await store.close()
    expect(warnings).toEqual([])
  })
})

describe('the records of the service', () => {
  it('are among those of a version, with each of their fields', () => {
    const missing = TABLES.flatMap((table) => {
      const saved = ALL.filter((record) => record.table === table)
      return Object.keys(RECORDS[table].shape)
        .filter((field) => !saved.some(({ value }) => field in value))
        .map((field) => `${table}.${field}`)
    })
    expect(missing, `Add records with these fields to ${FOLDER}/<the next version>/${FILE_NAME}`).toEqual([])
  })

  const added = TABLES.flatMap((table) =>
    Object.entries(RECORDS[table].shape)
      .filter(([, schema]) => schema instanceof z.ZodDefault)
      .map(([field, schema]) => ({ table, field, schema: schema as z.ZodDefault })),
  )

  it.each(added)('without $table.$field, which came later, have its default', ({ table, field, schema }) => {
    const saved = ALL.filter((record) => record.table === table)
    expect(saved).not.toEqual([])
    for (const { value } of saved) {
      const { [field]: _, ...older } = value
      expect(RECORDS[table].parse(older)).toEqual({
        ...RECORDS[table].parse(value),
        [field]: schema.def.defaultValue,
      })
    }
  })
})
