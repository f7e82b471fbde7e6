import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const CALLS = join(import.meta.dirname, '../../src/platform/calls')

/** The lengths of zod, which count code points in texts. In `zod/mini` they are functions; elsewhere methods. */
const LENGTH_OF_ZOD = /\b(?:z\.(?:minLength|maxLength|length)|\.(?:min|max|length|nonempty))\(/g

describe('the texts of calls', () => {
  it('have no length by zod, which counts code points: `text` counts UTF-16 units', () => {
    const found = readdirSync(CALLS).flatMap((file) =>
      [...readFileSync(join(CALLS, file), 'utf8').matchAll(LENGTH_OF_ZOD)].map(([use]) => `${file}: ${use}`),
    )
    expect(found).toEqual([])
  })
})
