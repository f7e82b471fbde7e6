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
      const device = DEVICE.exec(part)?.[0].toUpperCase()
      const better = device === undefined ? part.replace(/\.+$/, '') : `_${part}`
      return [
        {
          file: path,
          message:
            device === undefined
              ? `The name ${JSON.stringify(part)} ends in a dot, which Windows drops.`
              : `Windows cannot create a file or folder named ${JSON.stringify(part)}: ${device} is the name of a device.`,
          fix: `Rename it, for example to ${JSON.stringify(better)}.`,
        },
      ]
    })
  },
}

/** The names of devices, as Windows takes them in any letter case and with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[1-9]|lpt[1-9])(?=\.|$)/i

/**
 * What is not allowed anyway is refused for that, and is not asked about; so is a file that ends in a dot: it has no
 * extension.
 */
const cannotBeMade = (part: string, isFile: boolean): boolean =>
  isAllowedPathPart(part) && (DEVICE.test(part) || (!isFile && part.endsWith('.')))
