import { asNode, isFunction, memberName } from '../../check/facts/script/node.js'
import type { Edit } from '../edits.js'
import { firstIn, parseProgram } from './parse-program.js'

/**
 * The edit that lets a module of Google Web Toolkit run in the page itself. Its loader, NAME.nocache.js, puts the code into an
 * empty frame and reads that frame's document, which no page without an origin may (2.10). The code asks for `$wnd`
 * first, and is at home in any window. Source: gwtproject.org, "The Linker", and `CrossSiteIframeLinker` of GWT 2.5 to 2.11.
 */
export const gwtLoaderEdits = (script: string): readonly Edit[] => {
  if (
    !/\.contentWindow\.document\b/.test(script) ||
    !/\b__gwt_activeModules\b|\b__gwtStatsEvent\b/.test(script)
  )
    return []
  const program = parseProgram(script, 'script')
  if (program === null) return []
  const found = firstIn(program, (node, ancestors) => {
    const value = node.type === 'AssignmentExpression' ? asNode(node['right']) : null
    const frame =
      value?.type === 'MemberExpression' && memberName(value) === 'document' ? asNode(value['object']) : null
    const place = asNode(node['left'])
    const around = ancestors.findLast(isFunction)
    const body = asNode(around?.['body'])
    return frame?.type === 'MemberExpression' &&
      memberName(frame) === 'contentWindow' &&
      place !== null &&
      body !== null
      ? { place, body }
      : null
  })
  if (found === null) return []
  const { place, body } = found
  const name = script.slice(place.start, place.end)
  return [
    {
      start: body.start,
      end: body.end,
      text: `{${name}=(window.$wnd=window).document}`,
      change: {
        kind: 'removed',
        from: script.slice(body.start, body.end),
        to: `${name} = document`,
        why: 'the loader reads the document of a frame, which a mini app cannot do: its code now runs in the page itself',
      },
    },
  ]
}
