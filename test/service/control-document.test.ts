import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const FOLDER = fileURLToPath(new URL('../../src/service/control/', import.meta.url))

it('src/service/control/README.md lists every request of the control API, and no other', () => {
  const routes = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) =>
      [
        ...readFileSync(join(FOLDER, file), 'utf8').matchAll(
          /router\.(get|put|post|patch|delete)\(\s*'\/([^']+)'/g,
        ),
      ].map(([, method = '', path = '']) => `${method.toUpperCase()} control/${path.replace(/:\w+/g, '*')}`),
    )
  const text = readFileSync(join(FOLDER, 'README.md'), 'utf8')
  const listed = [...text.matchAll(/^\| `([A-Z]+ control\/[^`]+)` \|/gm)].map(([, request = '']) =>
    request.replace(/\b(?:ID|VERSION|SALE|MEMBER)\b/g, '*'),
  )
  expect(routes.length).toBeGreaterThan(10)
  expect(listed.toSorted()).toEqual(routes.toSorted())
})
