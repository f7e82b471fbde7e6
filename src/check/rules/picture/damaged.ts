import { isIcon, isScreenshot } from '../../facts/manifest/references.js'
import type { FileRule } from '../../rule.js'

export const damaged: FileRule = {
  id: 'picture/damaged',
  level: 'error',
  impact: null,
  section: '2.2',
  breach: 'The icon or a screenshot cannot be decoded.',
  why: 'A truncated image cannot be shown in the listing.',
  remedy: 'Export the image again.',
  needs: [],
  appliesTo: (file, bundle) => isIcon(file, bundle) || isScreenshot(file, bundle),
  checkFile: async (file) => {
    const { format, damaged } = await file.picture()
    if (format === null || !damaged) return []
    return [
      {
        file: file.path,
        message: 'The image is damaged and cannot be fully decoded.',
      },
    ]
  },
}
