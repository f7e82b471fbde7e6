import { isScreenshot } from '../../facts/manifest/references.js'
import type { FileRule } from '../../rule.js'

export const screenshotType: FileRule = {
  id: 'picture/screenshot-type',
  level: 'error',
  impact: null,
  section: '2.2',
  breach: 'A screenshot is not a PNG, JPEG or WebP.',
  why: 'The listing supports these three types.',
  remedy: 'Export the screenshot as PNG, JPEG or WebP.',
  needs: [],
  appliesTo: isScreenshot,
  checkFile: async (file) => {
    const { format } = await file.picture()
    if (format !== null && SCREENSHOT_FORMATS.has(format)) return []
    return [
      {
        file: file.path,
        message: `The screenshot is ${format === null ? 'not an image' : `a ${format} image`}; it must be a PNG, JPEG or WebP.`,
      },
    ]
  },
}

const SCREENSHOT_FORMATS: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp'])
