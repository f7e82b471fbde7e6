import type { Needs } from '../../facts/needs.js'
import {
  filterTaken,
  filterUrl,
  namesAnotherFile,
  PUT_INTO_PAGE,
  partTaken,
} from '../../facts/svg/parts-of-files.js'
import { shownUrl } from '../../facts/text/url.js'
import type { FileRule } from '../../rule.js'

const PUT_FILTER_INTO_PAGE = 'Put the filter into the page, and refer to it as "url(#name)".'

const LINKED: Needs = { page: { attributes: ['href', 'xlink:href', 'filter'] } }

export const symbolOfAnotherFile: FileRule = {
  id: 'html/symbol-of-another-file',
  level: 'warning',
  impact: 'degrades',
  section: '2.10',
  breach: 'A drawing in a page uses a symbol, path, gradient or filter from another file.',
  why: 'Browsers accept these only from the same origin, and the page has an opaque origin.',
  remedy: PUT_INTO_PAGE,
  needs: [LINKED],
  appliesTo: ({ isHtml }) => isHtml,
  checkFile: async (file) =>
    (await file.page(LINKED)).flatMap((element) => {
      const part = partTaken(element)
      const filter = filterTaken(element)
      return [
        ...(part === undefined ? [] : [{ taken: part, url: part.value, shimmedBy: 'symbols' as const }]),
        ...(filter === undefined
          ? []
          : [{ taken: filter, url: filterUrl(filter.value), fix: PUT_FILTER_INTO_PAGE }]),
      ]
        .filter(({ url }) => namesAnotherFile(file.path, url))
        .map(({ taken, url, ...more }) => ({
          ...more,
          file: file.path,
          ...taken.place,
          message: `The ${taken.name} of <${element.name}> is ${shownUrl(url)}, which is in another file and is not displayed.`,
        }))
    }),
}
