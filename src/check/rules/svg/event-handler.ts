import type { Needs } from '../../facts/needs.js'
import type { FileRule } from '../../rule.js'

const ELEMENTS: Needs = { drawing: { handlers: true } }

export const eventHandler: FileRule = {
  id: 'svg/event-handler',
  level: 'error',
  impact: null,
  section: '2.8',
  breach: 'An SVG file has an event-handler attribute.',
  why: 'SVG files must not run code.',
  remedy: 'Remove the attribute, and handle the event in a .js file.',
  needs: [ELEMENTS],
  appliesTo: ({ extension }) => extension === 'svg',
  checkFile: async (file) => {
    const svg = await file.drawing(ELEMENTS)
    if (svg === null) return []
    return svg.elements.flatMap((element) =>
      element.attributes
        .filter(({ prefix, local }) => prefix === '' && /^on/i.test(local))
        .map(({ name, place }) => ({
          file: file.path,
          ...place,
          message: `The attribute ${name} of <${element.local}> is an event handler, which is not allowed in an SVG file.`,
        })),
    )
  },
}
