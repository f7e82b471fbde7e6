import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Routes } from '../../src/control/contract.js'
import { SERVICE_ROUTES } from '../../src/control/service-routes.js'
import { SIMULATOR_ROUTES } from '../../src/control/simulator-routes.js'

/** The requests in the first column of a document's tables: `POST control/apps/ID/versions`. */
const listedIn = (document: string): readonly string[] => {
  const text = readFileSync(new URL(`../../src/${document}`, import.meta.url), 'utf8')
  return [...text.matchAll(/^\|((?: *,? *`[A-Z]+ control\/[^`]+`)+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, request = '']) =>
      request.replace(/\?.*$/, '').replace(/\/(?:[A-Z]+|\d+)(?=\/|$)/g, '/*'),
    ),
  )
}

it.each<[string, Routes]>([
  ['simulator/README.md', SIMULATOR_ROUTES],
  ['service/control/README.md', SERVICE_ROUTES],
])('src/%s lists every request of the control API, and no other', (document, routes) => {
  const expected = Object.keys(routes).map((key) => key.replace(' ', ' control/').replace(/:\w+/g, '*'))
  expect(listedIn(document).toSorted()).toEqual(expected.toSorted())
})
