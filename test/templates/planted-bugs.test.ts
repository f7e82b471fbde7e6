import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PLANTED_IN_TEMPLATES } from '../acceptance/planted-in-templates.js'
import { PLANTED_TOGETHER } from '../acceptance/planted-together.js'
import { templateFolder } from '../support/cases/templates.js'

// The acceptance tests play only some of them each time.
it.each([
  ...PLANTED_IN_TEMPLATES.flatMap(({ template, bug, edits }) =>
    edits.map(([file, from]) => ({ template, bug, file, from })),
  ),
  ...PLANTED_TOGETHER.flatMap(({ bug, edits }) =>
    edits.map((edit) => ({ template: 'versus' as const, bug, ...edit })),
  ),
] as const)('what "$bug" replaces is once in $file of $template', ({ template, file, from }) => {
  const text = readFileSync(join(templateFolder(template), file), 'utf8')
  expect(text.split(from)).toHaveLength(2)
})
