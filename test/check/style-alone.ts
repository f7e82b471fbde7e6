import { type CssNode, parse, walk } from 'css-tree'

/** The declaration that holds an offset, in its rule, or the at-rule without a block; null where there is neither. */
export const styleAlone = (css: string, offset: number): string | null => {
  let innermost: CssNode | undefined
  let around: CssNode | undefined
  walk(parse(css, { positions: true, parseCustomProperty: false }), {
    enter: (node: CssNode) => {
      const { loc } = node
      if (loc === undefined || loc === null || offset < loc.start.offset || offset >= loc.end.offset) return
      if (node.type === 'Rule' || (node.type === 'Atrule' && node.block !== null)) around = node
      if (node.type === 'Declaration' || node.type === 'Raw') innermost ??= node
      if (node.type === 'Atrule' && node.block === null) innermost = node
    },
  })
  const held = innermost?.loc
  if (held === undefined || held === null) return null
  const slice = css.slice(held.start.offset, held.end.offset)
  if (innermost?.type === 'Atrule') return slice
  const outer = around?.loc
  if (outer === undefined || outer === null) return slice
  // What is not closed at the end of the file stays so.
  const close = held.end.offset === css.length ? '' : '}'
  return `${css.slice(outer.start.offset, css.indexOf('{', outer.start.offset))}{${slice}${close}`
}
