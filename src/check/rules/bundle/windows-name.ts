import { windowsNameFault } from '../../../bundle/windows-name.js'
import { isAllowedPathPart } from '../../../platform/path-parts.js'
import type { BundleRule, Finding } from '../../rule.js'

export const windowsName: BundleRule = {
  id: 'bundle/windows-name',
  level: 'warning',
  impact: null,
  section: '',
  breach: 'A file or folder has a name that Windows cannot create.',
  why: 'Windows reserves names such as CON, AUX and COM1 for devices, with any extension, and drops a dot at the end. The file is lost when the bundle is unpacked there.',
  remedy: 'Rename the file or folder.',
  check: ({ bundle }) => {
    // A folder is reported once, not for each of its files.
    const reported = new Set<string>()
    return bundle.files.flatMap(({ path }): readonly Finding[] => {
      const parts = path.split('/')
      const at = parts.findIndex((part, index) => cannotBeMade(part, index === parts.length - 1))
      const part = parts[at]
      const place = parts.slice(0, at + 1).join('/')
      if (part === undefined || reported.has(place)) return []
      reported.add(place)
      const fault = windowsNameFault(part)
      return fault === null
        ? []
        : [
            {
              file: path,
              message: fault.message,
              fix: `Rename it, for example to ${JSON.stringify(fault.better)}.`,
            },
          ]
    })
  },
}

/**
 * What is not allowed anyway is refused for that, and is not asked about; so is a file that ends in a dot: it has no
 * extension.
 */
const cannotBeMade = (part: string, isFile: boolean): boolean => {
  const fault = isAllowedPathPart(part) ? windowsNameFault(part) : null
  return fault !== null && (fault.kind === 'device' || !isFile)
}
