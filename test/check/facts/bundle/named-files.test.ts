import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { namedPath } from '../../../../src/check/facts/bundle/named-files.js'
import { resolvePath } from '../../../../src/check/facts/bundle/paths.js'
import { destinationFrom } from '../../../../src/check/facts/text/url.js'
import { ofRuns, runs } from '../../../support/vitest/runs.js'

describe('2.10 the file that a URL names', () => {
  it('is the one that a browser would ask for, however far it climbs', () => {
    let climbing = 0
    fc.assert(
      fc.property(
        PATH,
        fc.array(PART, { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        (from, parts, dotted) => {
          const url = parts.join('/') + (dotted ? '.png' : '')
          if (url.startsWith('/')) return
          const isInside = destinationFrom(from, url) === 'elsewhere'
          const resolved = isInside ? resolvePath(from, url) : null
          const isFile = resolved !== null && resolved !== '' && !resolved.endsWith('/')
          expect(namedPath(from, url)).toBe(isFile ? resolved : null)
          if (isFile && url.startsWith('../')) climbing += 1
        },
      ),
      { numRuns: runs(2_000) },
    )
    expect(climbing).toBeGreaterThan(ofRuns(50, 2_000))
  })
})

const PATH = fc
  .array(fc.constantFrom('a', 'b-1', 'c.d'), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join('/'))
const PART = fc.constantFrom('..', '..', '.', 'a', 'b-1', 'c.d', '...', 'é', '%41', '..a', 'e_')
