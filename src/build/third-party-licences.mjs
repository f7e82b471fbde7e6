import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { DIST, ROOT } from './paths.mjs'

const NOTICES = join(ROOT, 'src', 'build', 'licences')

/**
 * Writes the licences of the bundled libraries, as their terms require.
 * @param {readonly string[]} modules the paths of everything that is bundled
 */
export const writeThirdPartyLicences = async (modules) => {
  /** @type {Set<string>} */
  const packages = new Set()
  for (const path of modules) {
    const match = /^(.*node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(relative(ROOT, path).replaceAll('\\', '/'))
    if (match?.[1] !== undefined) packages.add(match[1])
  }
  const texts = await Promise.all([...packages].sort().map(describePackage))
  await writeFile(
    join(DIST, 'THIRD-PARTY-LICENSES.txt'),
    `miniapp includes code of the packages below, under their own licences.\n\n${texts.join('\n')}`,
  )
}

/** @param {string} folder the package's folder, from the project's top */
const describePackage = async (folder) => {
  const { name, version, license } = JSON.parse(await readFile(join(ROOT, folder, 'package.json'), 'utf8'))
  const files = await readdir(join(ROOT, folder))
  const licenceFile = files.find((file) => /^(licen[cs]e|copying)(\.|$)/i.test(file))
  const text = licenceFile === undefined ? '' : await readFile(join(ROOT, folder, licenceFile), 'utf8')
  return `----- ${name} ${version} (${license})\n\n${text.trim()}\n${await noticeOf(name)}`
}

/**
 * The notices of what a package contains and does not mention itself.
 * @param {string} name
 */
const noticeOf = async (name) => {
  const notices = await readdir(NOTICES)
  const file = `${name.replace('/', '-')}.txt`
  return notices.includes(file) ? `\n${await readFile(join(NOTICES, file), 'utf8')}` : ''
}
