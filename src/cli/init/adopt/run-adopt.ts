import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { bringAlong } from '../../../adopt/bring-along.js'
import { type Hints, readHints } from '../../../adopt/hints.js'
import { drawIcon, type MadeIcon, makeIcon, pictureSize, readable } from '../../../adopt/icon.js'
import { Outside } from '../../../adopt/outside.js'
import { type ReadGame, readGame } from '../../../adopt/read-game.js'
import { selectFiles, visibleFiles } from '../../../adopt/selection.js'
import { unbuiltNotes } from '../../../adopt/unbuilt.js'
import { unservedNotes } from '../../../adopt/unserved.js'
import { openFolder } from '../../../bundle/folder.js'
import { sourceLines } from '../../../check/report/source-lines.js'
import { textReport } from '../../../check/report/text.js'
import { PLACEHOLDER_APP_ID } from '../../../check/rules/manifest/placeholder-app-id.js'
import { check } from '../../../check/run.js'
import { Failure, fileFailure } from '../../../failure.js'
import { DEFAULT_ENTRY, type Manifest } from '../../../platform/manifest.js'
import { jsonDocument } from '../../../terminal/json-text.js'
import { safeLine } from '../../../terminal/safe-text.js'
import { shellPath } from '../../../terminal/shell-word.js'
import type { CommandContext } from '../../context.js'
import type { TextOrJson } from '../../format-option.js'
import { createPrompts } from '../../prompts.js'
import { displayPath } from '../answers.js'
import { nextCommands } from '../next-commands.js'
import { surroundings, textFile } from '../project.js'
import { checkWords } from '../project-settings.js'
import { readTemplate } from '../templates.js'
import { writeProject } from '../write-project.js'
import {
  type AdoptFlags,
  type AppAnswers,
  askApp,
  chooseEntry,
  chooseFolder,
  judgeFlags,
} from './adopt-answers.js'
import { type AdoptResult, changeReport, missingReport, notesReport } from './adopt-report.js'

/** `miniapp init --from DIR`: a new project from a game that is there. DIR itself stays as it is. */
export const runAdopt = async (
  folder: string | undefined,
  flags: AdoptFlags & { readonly format: TextOrJson },
  context: CommandContext,
): Promise<void> => {
  judgeFlags(flags)
  const prompts = context.interactive ? createPrompts(context) : null
  const game = await readGame(flags.from, context.cwd, context.interrupted)
  prompts?.begin(`A mini app from ${safeLine(flags.from)}`)
  const target = await chooseFolder(folder, flags, context.cwd, prompts)
  const entry = await chooseEntry(visibleFiles(game.files), flags, prompts)
  const { kept, leftBehind } = selectFiles(game.files, entry)
  const hints = readHints(game.files, entry)
  const app = await askApp(flags, hints, target, prompts)
  // The last question leaves the cursor right below it.
  if (prompts !== null) context.note('')

  const icon = await chooseIcon(flags, game, hints, context.cwd)
  const adopted = await bringAlong(
    game.files,
    kept,
    entry,
    new Outside(resolve(context.cwd, flags.from), flags.from),
  )
  const taken = new Set(adopted.files.map(({ path }) => path.toLowerCase()))
  const iconPath = ['icon.png', 'app-icon.png'].find((path) => !taken.has(path)) ?? 'miniapp-icon.png'
  const manifest = makeManifest(app, adopted.entry, iconPath, hints)
  const files = [
    ...adopted.files,
    textFile('manifest.json', `${JSON.stringify(manifest, null, 2)}\n`),
    { path: iconPath, bytes: icon.bytes },
    ...(await readTemplate('blank')).filter(({ path }) => path === '.miniappignore'),
    ...(
      await surroundings(
        { app: { name: manifest.name, appId: manifest.app_id }, check: checkWords(false), built: false },
        target,
      )
    ).filter(({ path }) => !taken.has(path.toLowerCase())),
  ].sort((a, b) => (a.path < b.path ? -1 : 1))
  const replaced = await writeProject(target, files, context.interrupted)

  const path = displayPath(target, context.cwd)
  const written = { ...(await openFolder(target)), path }
  try {
    const result: AdoptResult = {
      schema: 1,
      path,
      from: flags.from,
      app: { id: manifest.app_id, name: manifest.name, version: manifest.version },
      placeholderId: app.appId === null,
      entry: adopted.entry,
      icon: { path: iconPath, from: icon.from },
      files: files.map((file) => file.path),
      replaced,
      changes: adopted.changes,
      missing: adopted.missing,
      notes: [...unbuiltNotes(game.files, entry, flags.from), ...unservedNotes(adopted.files)],
      leftBehind: [...game.leftBehind, ...leftBehind],
      check: await check(written, { signal: context.interrupted }),
    }
    if (flags.format === 'json') context.out(jsonDocument(result))
    else context.out(await textOfResult(result, await reportOf(result, written, context), context))
  } finally {
    await written.close()
  }
}

const makeManifest = (app: AppAnswers, entry: string, icon: string, { orientation }: Hints): Manifest => ({
  service_miniapp: 1,
  app_id: app.appId ?? PLACEHOLDER_APP_ID,
  version: '1.0.0',
  name: app.name,
  summary: app.summary,
  category: 'games',
  age_rating: app.ageRating,
  ...(entry === DEFAULT_ENTRY ? {} : { entry }),
  icon,
  ...(orientation === null ? {} : { orientation }),
  access: { type: 'free' },
})

/** @throws {Failure} `usage` where `--icon` names no picture */
const chooseIcon = async (
  { icon, from }: AdoptFlags,
  { files }: ReadGame,
  { icons, background }: Hints,
  cwd: string,
): Promise<MadeIcon> => {
  if (icon === undefined) return makeIcon(files, icons, background)
  const bytes = await readable(icon, files.get(icon) ?? (await readPicture(icon, from, cwd)))
  if ((await pictureSize(bytes)) === null)
    throw new Failure(
      'usage',
      `--icon is no picture: ${icon}.`,
      'Name a PNG, JPEG, WebP, GIF, AVIF, SVG or ICO file.',
    )
  return { bytes: await drawIcon(bytes, background), from: icon }
}

const readPicture = async (icon: string, from: string, cwd: string): Promise<Uint8Array> => {
  try {
    return await readFile(resolve(cwd, icon))
  } catch (error) {
    throw fileFailure(`read the picture, neither in ${from} nor as`, icon, error)
  }
}

const reportOf = (
  { check: found }: AdoptResult,
  bundle: Parameters<typeof sourceLines>[0],
  { outStyles, columns, outIsTerminal }: CommandContext,
): Promise<string> =>
  textReport(found, { styles: outStyles, columns, wraps: outIsTerminal, sourceLine: sourceLines(bundle) })

const textOfResult = (
  result: AdoptResult,
  left: string,
  { outStyles, environment }: CommandContext,
): string => {
  const { bold, dim, green, yellow } = outStyles
  const { path, app } = result
  const steps = [...(path === '.' ? [] : [`cd ${shellPath(path)}`]), ...nextCommands(false, environment)]
  return [
    `${green('✓')} ${bold(safeLine(app.name))} is in ${safeLine(path)} ${dim(`(from ${safeLine(result.from)}, ${result.files.length} files)`)}`,
    ...(result.replaced.length === 0 ? [] : [dim(`  replaced: ${result.replaced.map(safeLine).join(', ')}`)]),
    ...changeReport(result, outStyles),
    '',
    bold('What is left for you:'),
    ...notesReport(result.notes, outStyles),
    ...missingReport(result.missing, outStyles),
    left,
    'Next:',
    ...steps.map((step) => `  ${bold(safeLine(step))}`),
    '',
    ...(result.placeholderId
      ? [
          `${yellow('!')} ${app.id} is a placeholder, good enough until you upload. Then register the`,
          '  app on the service and put its App ID into manifest.json.',
          '',
        ]
      : []),
  ].join('\n')
}
