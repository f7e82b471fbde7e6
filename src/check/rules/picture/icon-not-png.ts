import { isIcon } from '../../facts/manifest/references.js'
import type { FileRule } from '../../rule.js'

export const iconNotPng: FileRule = {
  id: 'picture/icon-not-png',
  level: 'error',
  impact: null,
  section: '2.2',
  breach: 'The icon is not a PNG.',
  why: 'The icon must be a PNG by content, not only by name.',
  remedy: 'Export the icon as PNG.',
  needs: [],
  appliesTo: isIcon,
  checkFile: async (file) => {
    const { format } = await file.picture()
    if (format === 'png') return []
    return [
      {
        file: file.path,
        message: `The icon is ${format === null ? 'not an image' : `a ${format} image`}; it must be a PNG.`,
      },
    ]
  },
}
