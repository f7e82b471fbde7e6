import type { PageSheet } from '../../facts/file-summary.js'
import { modulesOfPages } from '../../facts/modules/module-graph.js'
import type { SheetReading } from '../../facts/script/sheet-readings.js'
import { shownUrl } from '../../facts/text/url.js'
import type { BundleRule } from '../../rule.js'

export const styleSheetRules: BundleRule = {
  id: 'script/style-sheet-rules',
  level: 'warning',
  impact: 'breaks',
  section: '2.10',
  breach: 'A script reads the rules of a stylesheet that its page links without `crossorigin`.',
  why: 'The page has an opaque origin, so its own stylesheets are cross-origin: browsers throw.',
  remedy: 'Add `crossorigin` to the `<link>` of the stylesheet, or write the rules into a `<style>`.',
  check: (facts) => {
    const pages = modulesOfPages(facts)
    return [...facts.summaries.values()].flatMap(({ path, sheetReadings, scripts }) =>
      sheetReadings.flatMap((reading) => {
        const running = scripts === null ? pages.filter((one) => one.scripts.has(path)) : [{ page: path }]
        for (const { page } of running) {
          const url = unreadable(reading, facts.summaries.get(page)?.sheets ?? [])
          if (url !== null)
            return [
              {
                file: path,
                ...reading.place,
                fails: 'throws' as const,
                message: `${reading.name} of the stylesheet ${shownUrl(url)} throws: ${page} links it without crossorigin.`,
                fix: `Add crossorigin to the <link> of ${shownUrl(url)}.`,
              },
            ]
        }
        return []
      }),
    )
  },
}

/** The stylesheet that cannot be read, of a page's, where a script reads one or each. */
const unreadable = ({ index }: SheetReading, sheets: readonly PageSheet[]): string | null =>
  index === null
    ? (sheets.find((sheet) => sheet.unreadable !== null)?.unreadable ?? null)
    : (sheets[index]?.unreadable ?? null)
