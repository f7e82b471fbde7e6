import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { locateBundle } from '../../bundle/locate.js'
import { openLocated } from '../../bundle/open.js'
import { check } from '../../check/run.js'
import { describeSystemError, Failure, systemErrorCode } from '../../failure.js'
import { type Finding, findingOf } from './machine.js'

/**
 * The folder of settings and tokens: it is writable, or can be created. The token store restricts its
 * permissions.
 */
export const examineConfigFolder = async (folder: string): Promise<Finding> => {
  const about = findingOf('config', 'Settings')
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return about('ok', folder)
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT')
      return about(
        'failure',
        `${folder}: ${describeSystemError(error) ?? String(error)}`,
        'Fix its permissions, or set MINIAPP_CONFIG_DIR to another folder.',
      )
  }
  const ancestor = await existingAncestor(folder)
  try {
    await access(ancestor, constants.W_OK)
    return about('ok', `${folder} (created when you first sign in)`)
  } catch (error) {
    return about(
      'failure',
      `cannot create ${folder}: ${describeSystemError(error) ?? String(error)}`,
      'Set MINIAPP_CONFIG_DIR to another folder.',
    )
  }
}

/**
 * Returns an expected failure.
 * @throws {unknown} any other error
 */
const expected = (error: unknown): Failure => {
  if (error instanceof Failure) return error
  throw error
}

/** The app in the current folder, if any, and what `check` finds in it. */
export const examineProject = async (cwd: string, checkBundle: typeof check = check): Promise<Finding> => {
  const about = findingOf('project', 'This folder')
  const located = await locateBundle('.', cwd).catch(expected)
  if (located instanceof Failure) return about('skipped', 'not a mini app')
  try {
    const { app, problems } = await checkBundle(await openLocated(located, cwd))
    const errors = problems.filter(({ level }) => level === 'error').length
    const named = app === null ? 'an app with an unreadable manifest' : `${app.name} ${app.version}`
    if (errors > 0)
      return about(
        'warning',
        `${named}: the service would refuse it (${errors === 1 ? '1 error' : `${errors} errors`})`,
        'Run miniapp check.',
      )
    if (problems.some(({ rule }) => rule === 'sdk/other-version'))
      return about(
        'warning',
        `${named}, with a different SDK file than this version ships`,
        'Run miniapp rules sdk/other-version.',
      )
    return about('ok', `${named}, no errors`)
  } catch (error) {
    const { message, remedy } = expected(error)
    return about('warning', `check failed: ${message}`, remedy)
  }
}

const existingAncestor = async (folder: string): Promise<string> => {
  let ancestor = dirname(folder)
  for (;;) {
    try {
      await stat(ancestor)
      return ancestor
    } catch (error) {
      const parent = join(ancestor, '..')
      if (parent === ancestor || systemErrorCode(error) !== 'ENOENT') return ancestor
      ancestor = parent
    }
  }
}
