import { isIcon } from '../../facts/manifest/references.js'
import type { FileRule } from '../../rule.js'

export const iconNotSquare: FileRule = {
  id: 'picture/icon-not-square',
  level: 'error',
  impact: null,
  section: '2.2',
  breach: 'The icon is not square.',
  why: 'The host shows the icon as a square with rounded corners.',
  remedy: 'Make the width and height of the icon equal.',
  needs: [],
  appliesTo: isIcon,
  checkFile: async (file) => {
    const { format, width, height } = await file.picture()
    if (format !== 'png' || width === height) return []
    return [
      {
        file: file.path,
        message: `The icon is ${width} by ${height} pixels; it must be square.`,
      },
    ]
  },
}
