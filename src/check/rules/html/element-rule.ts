import type { FileFacts } from '../../facts/file.js'
import type { HtmlElement } from '../../facts/html/element.js'
import type { MarkupNeeds, Needs } from '../../facts/needs.js'
import type { Breach, FileRule, RuleText } from '../../rule.js'

/**
 * A rule about single elements of pages.
 * @param page the elements that it looks at
 * @param find what is wrong with one of them
 */
export const elementRule = (
  text: RuleText,
  page: MarkupNeeds,
  find: (element: HtmlElement, file: FileFacts) => readonly Breach[],
): FileRule => {
  const needs: Needs = { page }
  return {
    ...text,
    needs: [needs],
    appliesTo: ({ isHtml }) => isHtml,
    checkFile: async (file) =>
      (await file.page(needs)).flatMap((element) =>
        find(element, file).map((breach) => ({ file: file.path, ...element.place, ...breach })),
      ),
  }
}
