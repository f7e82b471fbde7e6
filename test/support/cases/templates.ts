import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TEMPLATE_NAMES, type TemplateName } from '../../../src/cli/init/templates.js'
import { ROOT } from '../processes/npm.js'

/** A template's own folder. */
export const templateFolder = (name: TemplateName): string => join(ROOT, 'templates', name)

/** The templates whose folder is the bundle. One that is built has its bundle in a folder of its own. */
export const PLAIN_TEMPLATES: readonly TemplateName[] = TEMPLATE_NAMES.filter((name) =>
  existsSync(join(templateFolder(name), 'manifest.json')),
)

/** Whether its manifest asks for AI: an admin reviews each version of it (3.1). */
export const asksForAi = (name: TemplateName): boolean =>
  'capabilities' in JSON.parse(readFileSync(join(templateFolder(name), 'manifest.json'), 'utf8'))

/** A script of a plain template that calls the SDK. */
export const scriptOf = (name: TemplateName): string => {
  const folder = templateFolder(name)
  const found = readdirSync(folder)
    .filter((file) => file.endsWith('.js'))
    .find((file) => readFileSync(join(folder, file), 'utf8').includes('await Service.'))
  if (found === undefined) throw new Error(`No script in ${folder} calls the SDK.`)
  return found
}
