import { isIcon } from '../../facts/manifest/references.js'
import type { FileRule } from '../../rule.js'

export const iconTransparent: FileRule = {
  id: 'picture/icon-transparent',
  level: 'warning',
  impact: 'degrades',
  section: '2.2',
  breach: 'The icon has transparent pixels.',
  why: 'The host rounds the corners and expects an opaque background. You cannot choose what shows through.',
  remedy: 'Put the icon on an opaque background.',
  needs: [],
  appliesTo: isIcon,
  checkFile: async (file) => {
    const { format, damaged, opaque } = await file.picture()
    if (format !== 'png' || damaged || opaque) return []
    return [
      {
        file: file.path,
        message: 'The icon has transparent pixels; use an opaque background.',
      },
    ]
  },
}
