import { isDownload } from '../../facts/html/element.js'
import type { Needs } from '../../facts/needs.js'
import type { FileRule } from '../../rule.js'

const LINKS: Needs = { page: { attributes: ['download'] } }

export const download: FileRule = {
  id: 'html/download',
  level: 'warning',
  impact: 'degrades',
  section: '2.10',
  breach: 'A link of a page downloads a file.',
  why: 'The sandbox does not allow downloads: a click does nothing.',
  remedy: 'Show the content in the page. Users can share an image with `Service.share`.',
  needs: [LINKS],
  appliesTo: ({ isHtml }) => isHtml,
  checkFile: async (file) => {
    const elements = await file.page(LINKS)
    return elements.filter(isDownload).map(({ name, place }) => ({
      file: file.path,
      ...place,
      message: `The <${name} download> does nothing: a mini app cannot download files.`,
    }))
  },
}
