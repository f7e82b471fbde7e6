/** What rules ask about in SVG files: most attributes of a drawing are numbers and colours. */

/** Whether rules ask about elements of this name, whatever their attributes; of any, in another namespace. */
export const isAskedSvgElement = (local: string): boolean => ASKED_ELEMENTS.has(local.toLowerCase())

const ASKED_ELEMENTS: ReadonlySet<string> = new Set(['script', 'style'])

/** Whether rules ask about an attribute, by its name with its prefix or by its value. */
export const isAskedSvgAttribute = (name: string, value: string): boolean =>
  isAskedSvgName(name) || isAskedSvgValue(value)

/** Whether rules ask about every attribute of this name, its prefix included. */
export const isAskedSvgName = (name: string): boolean => ASKED_NAME.test(name)

/** Whether rules ask about an attribute for its value; of a text that holds many values, whether they may. */
export const isAskedSvgValue = (value: string): boolean => ASKED_VALUE.test(value)

const ASKED_NAME = /^on|href$|^src$|^xml|^style$|^(to|from|by|values)$/i
const ASKED_VALUE = /url|image-set|src\(|\\/i
