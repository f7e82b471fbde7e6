import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import ignore from 'ignore'
import { makeIcon } from '../../../adopt/icon.js'
import { type Hints, readHints } from '../../../adopt/project/hints.js'
import type { GameFiles } from '../../../adopt/selection.js'
import { textAt } from '../../../adopt/text-of.js'
import { openFolder } from '../../../bundle/folder.js'
import { PLACEHOLDER_APP_ID } from '../../../check/rules/manifest/fields.js'
import { nullIfMissing, usageFailure } from '../../../failure.js'
import { extensionOf } from '../../../platform/file-types.js'
import { MAX_FILE_BYTES, SUMMARY_MIN_CHARACTERS } from '../../../platform/limits.js'
import type { Manifest } from '../../../platform/manifest.js'
import { fieldsOf, jsonObject } from '../../../platform/plain-objects.js'
import { jsonFileText, withArticle } from '../../../platform/text.js'
import { sdkFilePath } from '../../../sdk/sdk-file.js'
import { jsonDocument } from '../../../terminal/json-text.js'
import { safeLine } from '../../../terminal/safe-text.js'
import { shellPath } from '../../../terminal/shell.js'
import type { Styles } from '../../../terminal/style.js'
import type { CommandContext } from '../../context.js'
import type { TextOrJson } from '../../options.js'
import { createPrompts, type Prompts } from '../../prompts.js'
import { type AppAnswers, askApp, judgeFlags, SUMMARY_TO_WRITE } from '../adopt/adopt-answers.js'
import { displayPath, folderInWords, type InitFlags } from '../answers.js'
import { findInstallation, type Installation } from '../installation.js'
import { installCommand, toolCommand } from '../next-commands.js'
import { readBuilt } from '../project.js'
import { readTemplate, textOf } from '../templates.js'
import { writeProject } from '../write-project.js'
import { type OwnProject, ownProject, type PlanParts, type ProjectPlan, planFor } from './project-plan.js'

/** The flags of `init --add`. */
export interface AddFlags extends InitFlags {
  readonly format: TextOrJson
  readonly summary?: string
  readonly ageRating?: string
}

/** `miniapp init --add`: adds to a project of a person's own what a mini app needs, and changes nothing else. */
export const runAdd = async (
  folder: string | undefined,
  flags: AddFlags,
  context: CommandContext,
): Promise<void> => {
  const target = resolve(context.cwd, folder ?? '.')
  const path = displayPath(target, context.cwd)
  judgeFlags({ ...flags, from: path })
  const files = await readProject(target, context.interrupted)
  const project = ownProject(files)
  if (project === null) {
    const page = [...files.keys()].find((file) => /^[^/]+\/index\.html?$/.test(file))
    const pageFolder = page === undefined ? null : displayPath(resolve(target, dirname(page)), context.cwd)
    throw usageFailure(
      `${folderInWords(target, context.cwd)} has no HTML page and no package.json with a build script.`,
      pageFolder === null
        ? 'Start a new app with miniapp init my-game, or name the folder of your project.'
        : `Name the folder that has the page: miniapp init --add ${shellPath(pageFolder)}`,
    )
  }
  const prompts = context.interactive ? createPrompts(context) : null
  prompts?.begin(`A mini app from ${describe(project)}`)
  const { manifest, parts } = await partsFor(project, files, target, flags, prompts)
  const plan = planFor(project, files, parts)
  const { additions } = plan
  if (prompts !== null && additions.length > 0) {
    context.note('')
    context.note(filesText(plan, context.noteStyles).join('\n'))
    const agreed = await prompts.confirm('Write these files?')
    context.note('')
    if (!agreed) return context.note('Nothing was changed.')
  }
  await writeProject(
    target,
    additions.map(({ file }) => file),
    context.interrupted,
  )
  const installation = await findInstallation(context.environment, target)
  const next = nextSteps(project, files, context.environment, installation)
  const there = manifest ?? jsonObject(textAt(files, `${project.publicFolder}manifest.json`))
  report({ path, project, plan, manifest, there, next }, prompts !== null, flags.format, context)
}

/** The project in a folder; null where it has none. */
export const projectIn = async (folder: string, signal: AbortSignal): Promise<string | null> => {
  const project = ownProject(await readProject(folder, signal))
  return project === null ? null : describe(project)
}

const describe = ({ built }: OwnProject): string =>
  built === null
    ? 'a web page'
    : built.bundler === 'script'
      ? 'a project with a build'
      : `${withArticle(built.name)} project`

/** What is read of a project: settings, pages, types, and pictures for the icon. */
const READ: ReadonlySet<string> = new Set(['html', 'htm', 'json', 'png', 'jpg', 'jpeg', 'webp', 'svg', 'ico'])
const SETTINGS = /^[\w.-]+\.[cm]?[jt]s$/
/** What a build writes is not the project; a page that it leaves alone is, with what this command puts beside it. */
const WRITTEN =
  /^(?:dist|build|out|coverage|\.next|\.svelte-kit)\/(?!(?:index\.html|manifest\.json|icon\.png|service-miniapp\.js)$)/

const readProject = async (folder: string, signal: AbortSignal): Promise<GameFiles> => {
  const listed = await openFolder(folder)
  const ignored = ignore().add(
    (await readFile(join(folder, '.gitignore'), 'utf8').catch(nullIfMissing)) ?? '',
  )
  try {
    const files = new Map<string, Uint8Array>()
    for (const { path, bytes } of listed.files) {
      signal.throwIfAborted()
      const isRead = READ.has(extensionOf(path) ?? '') || SETTINGS.test(path) || path.endsWith('.d.ts')
      if (WRITTEN.test(path) || bytes > MAX_FILE_BYTES || ignored.ignores(path)) continue
      // Others only count as being there.
      files.set(path, isRead ? Buffer.from(await listed.read(path)) : new Uint8Array())
    }
    return files
  } finally {
    await listed.close()
  }
}

/** What the plan is made from. The manifest is null where the project has one. */
const partsFor = async (
  project: OwnProject,
  files: GameFiles,
  target: string,
  flags: AddFlags,
  prompts: Prompts | null,
): Promise<{ readonly manifest: Manifest | null; readonly parts: PlanParts }> => {
  const { publicFolder } = project
  const blank = await readTemplate('blank')
  const common = {
    sdk: await readBuilt(sdkFilePath()),
    ignore: await readFile(join(target, publicFolder, '.miniappignore'), 'utf8').catch(nullIfMissing),
    plainIgnore: blank
      .filter(({ path }) => path === '.miniappignore')
      .map(textOf)
      .join(''),
  }
  const there = `${publicFolder}manifest.json`
  if (files.has(there)) {
    if (textAt(files, there).includes('"service_miniapp"'))
      return { manifest: null, parts: { ...common, manifest: '', icon: null } }
    throw usageFailure(
      `${there} is another kind of manifest, and a mini app needs this file name.`,
      'Rename it, for example to site.webmanifest, with the link to it in the page.',
    )
  }
  const { app, icons, background } = await askAbout(project, files, target, flags, prompts)
  const iconPath = `${publicFolder}icon.png`
  const manifest: Manifest = {
    service_miniapp: 1,
    app_id: app.appId ?? PLACEHOLDER_APP_ID,
    version: '1.0.0',
    name: app.name,
    summary: app.summary,
    age_rating: app.ageRating,
    icon: 'icon.png',
    access: { type: 'free' },
  }
  const made = files.has(iconPath) ? null : await makeIcon(files, icons, background)
  return {
    manifest,
    parts: {
      ...common,
      manifest: jsonFileText(manifest),
      icon: made === null ? null : { path: iconPath, ...made },
    },
  }
}

/** What the manifest says. Without questions, what the project says of itself, and the lowest rating. */
const askAbout = async (
  { page }: OwnProject,
  files: GameFiles,
  target: string,
  flags: AddFlags,
  prompts: Prompts | null,
): Promise<{
  readonly app: AppAnswers
  readonly icons: readonly string[]
  readonly background: string | null
}> => {
  const hints = page === null ? NO_HINTS : readHints(files, page)
  const { description } = jsonObject(textAt(files, 'package.json'))
  const summary = [hints.description, description].find(
    (text): text is string => typeof text === 'string' && text.length >= SUMMARY_MIN_CHARACTERS,
  )
  const own = { ...hints, description: summary ?? null }
  const app = await askApp({ ...flags, from: target }, own, target, prompts, true)
  return { app, icons: hints.icons, background: hints.background }
}

const NO_HINTS: Hints = {
  title: null,
  description: null,
  orientation: null,
  size: null,
  isShownWhole: false,
  background: null,
  icons: [],
}

/** @returns a line for each file */
const filesText = ({ additions }: ProjectPlan, { bold, dim, green, yellow }: Styles): readonly string[] => {
  const width = Math.max(0, ...additions.map(({ file }) => file.path.length))
  return additions.map(
    ({ file, isNew, what }) =>
      `  ${isNew ? green('+') : yellow('~')} ${bold(safeLine(file.path))}${' '.repeat(width - file.path.length)}  ${dim(safeLine(what))}`,
  )
}

interface Added {
  readonly path: string
  readonly project: OwnProject
  readonly plan: ProjectPlan
  /** The one that was written; null where there was one. */
  readonly manifest: Manifest | null
  /** The fields of the manifest that the project has now. */
  readonly there: object
  /** The commands that run the app. */
  readonly next: readonly string[]
}

/** @param shown whether the plan was shown before it was carried out */
const report = (
  { path, project, plan, manifest, there, next }: Added,
  shown: boolean,
  format: TextOrJson,
  { out, outStyles }: CommandContext,
): void => {
  const { additions, byHand } = plan
  const pathsWhere = (isNew: boolean): readonly string[] =>
    additions.filter((one) => one.isNew === isNew).map(({ file }) => file.path)
  if (format === 'json') {
    out(
      jsonDocument({
        schema: 1,
        path,
        bundler: project.built?.bundler ?? null,
        folder: project.folder,
        app: identityOf(there),
        placeholderId: identityOf(there)?.id === PLACEHOLDER_APP_ID,
        written: pathsWhere(true),
        changed: pathsWhere(false),
        byHand,
      }),
    )
    return
  }
  const { bold, green, yellow } = outStyles
  const where = path === '.' ? 'This folder' : safeLine(path)
  const steps = byHand.length === 0 ? [] : ['To do by hand:', ...byHand.map((step) => `  ${safeLine(step)}`)]
  if (additions.length === 0) {
    out(
      byHand.length === 0
        ? `${green('✓')} ${where} has everything that a mini app needs.\n`
        : [`${yellow('!')} ${where} has all files that a mini app needs.`, ...steps, ''].join('\n'),
    )
    return
  }
  out(
    [
      `${green('✓')} ${where} is a mini app now: ${describe(project)} with a manifest.`,
      ...(shown ? [] : filesText(plan, outStyles)),
      ...steps,
      '',
      'Next:',
      ...[...(path === '.' ? [] : [`cd ${shellPath(path)}`]), ...next].map((step) => `  ${bold(step)}`),
      '',
      ...(manifest === null
        ? []
        : [
            `${yellow('!')} Check ${project.publicFolder}manifest.json: ${sentenceOf([
              ...(manifest.summary === SUMMARY_TO_WRITE ? ['the summary is a placeholder'] : []),
              `the age rating is ${manifest.age_rating}`,
              ...(manifest.app_id === PLACEHOLDER_APP_ID
                ? ['the App ID is a placeholder until you register the app']
                : []),
            ])}`,
            '',
          ]),
    ].join('\n'),
  )
}

/** `a, b, and c.` */
const sentenceOf = (parts: readonly string[]): string =>
  `${parts.map((part, index) => (index > 0 && index === parts.length - 1 ? `and ${part}` : part)).join(', ')}.`

/** Null where the manifest lacks one of them, which `check` reports. */
const identityOf = (
  manifest: object,
): { readonly id: string; readonly name: string; readonly version: string } | null => {
  const { app_id: id, name, version } = fieldsOf(manifest)
  return typeof id === 'string' && typeof name === 'string' && typeof version === 'string'
    ? { id, name, version }
    : null
}

/** How the app is run: with Vite's plugin in its own server, with other bundlers from what the build wrote. */
const nextSteps = (
  { built }: OwnProject,
  files: GameFiles,
  environment: CommandContext['environment'],
  installation: Installation,
): readonly string[] => {
  if (built === null) return [toolCommand('dev', environment, installation)]
  // A project that has this tool has its other packages, too.
  const install = installation.installedIn === 'project' ? [] : [installCommand(environment, installation)]
  if (built.bundler !== 'vite') return [...install, `npm run ${built.script}`, 'npx miniapp dev']
  const scripts = fieldsOf(jsonObject(textAt(files, 'package.json'))['scripts'])
  const serves = ['dev', 'start', 'serve'].find((name) =>
    /\bvite\b(?!\s+(?:build|preview))/.test(String(scripts[name])),
  )
  return [...install, serves === undefined ? 'npx vite' : `npm run ${serves}`]
}
