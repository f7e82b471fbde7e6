import { usageFailure } from '../../failure.js'
import { jsonDocument } from '../../terminal/json-text.js'
import { safeLine } from '../../terminal/safe-text.js'
import { shellPath } from '../../terminal/shell.js'
import type { CommandContext } from '../context.js'
import type { TextOrJson } from '../options.js'
import { createPrompts } from '../prompts.js'
import { projectIn, runAdd } from './add/run-add.js'
import { collectAnswers, displayPath, type InitFlags } from './answers.js'
import { askFinish, type FinishFlags, finishProject } from './finish-project.js'
import { findInstallation } from './installation.js'
import { nextCommands } from './next-commands.js'
import { loadTemplate, projectFiles } from './project.js'
import { writeProject } from './write-project.js'

const manifestPath = (files: readonly { readonly path: string }[]): string =>
  files.find(({ path }) => path.endsWith('/manifest.json'))?.path ?? 'manifest.json'

/** `miniapp init`: writes a new project from a template. */
export const runInit = async (
  folder: string | undefined,
  flags: InitFlags & FinishFlags & { readonly format: TextOrJson },
  context: CommandContext,
): Promise<void> => {
  const prompts = context.interactive ? createPrompts(context) : null
  if (folder === undefined && flags.template === undefined) {
    const project = await projectIn(context.cwd, context.interrupted)
    if (project !== null) {
      if (
        flags.yes === true ||
        (await prompts?.confirm(`This folder contains ${project}. Add what a mini app needs to it?`)) === true
      )
        return await runAdd('.', flags, context)
      if (prompts === null)
        throw usageFailure(
          'Missing folder.',
          `Name it: miniapp init my-game --template arcade. Or add what a mini app needs to the project here: miniapp init --add`,
        )
    }
  }
  prompts?.begin('A new mini app')
  const answers = await collectAnswers(folder, flags, context.cwd, prompts)
  const template = await loadTemplate(answers.template, answers.react)
  const identity = { name: answers.name, appId: answers.appId ?? template.manifest.app_id }
  const files = await projectFiles(template, identity, answers.folder)
  const wanted = await askFinish(answers.folder, flags, prompts)
  const replaced = await writeProject(answers.folder, files, context.interrupted)

  const installation = await findInstallation(context.environment, answers.folder)
  const finished = await finishProject(answers.folder, wanted, installation, context)

  // The last question leaves the cursor right below it.
  if (prompts !== null) context.note('')

  const path = displayPath(answers.folder, context.cwd)
  if (flags.format === 'json') {
    const result = {
      schema: 1,
      path,
      template: answers.template,
      react: answers.react,
      app: { id: identity.appId, name: identity.name, version: template.manifest.version },
      placeholderId: answers.appId === null,
      files: files.map((file) => file.path),
      replaced,
      ...finished,
    }
    context.out(jsonDocument(result))
    return
  }
  const { bold, dim, green, yellow } = context.outStyles
  // A project that is built needs its bundler before it can show anything.
  const built = files.some((file) => file.path === 'vite.config.ts')
  const steps = [
    ...(path === '.' ? [] : [`cd ${shellPath(path)}`]),
    ...nextCommands({ built, installed: finished.installed }, context.environment, installation),
  ]
  context.out(
    [
      `${green('✓')} ${bold(safeLine(identity.name))} is in ${safeLine(path)} ${dim(`(${answers.template}${answers.react ? ' with React' : ''}, ${files.length} files)`)}`,
      ...(replaced.length === 0 ? [] : [dim(`  replaced: ${replaced.map(safeLine).join(', ')}`)]),
      '',
      'Next:',
      ...steps.map((step) => `  ${bold(safeLine(step))}`),
      '',
      ...(answers.appId === null
        ? [
            `${yellow('!')} ${identity.appId} is a placeholder that works until you upload. Then register`,
            `  the app on the service and put its App ID into ${manifestPath(files)}.`,
            '',
          ]
        : []),
    ].join('\n'),
  )
}
