import fc from 'fast-check'
import { parseFragment } from 'parse5'
import { describe, expect, it } from 'vitest'
import { DeclaredRoots, OPEN_MODE } from '../../src/platform/declared-roots.js'

/** What becomes of a text that comes in pieces: where the mode was inserted, as `|`. */
const marked = (...pieces: string[]): string => {
  const roots = new DeclaredRoots()
  let out = ''
  for (const character of pieces.join('')) out += `${roots.read(character) ? '|' : ''}${character}`
  return out
}

describe('declared shadow roots', () => {
  it.each([
    '<template shadowrootmode|=closed>',
    '<template shadowrootmode|>',
    '<template shadowrootmode| = "closed">',
    '<template\tSHADOWRootMode|=closed>',
    '<TEMPLATE/shadowrootmode|/>',
    '<template a shadowrootmode|=closed>',
    '<template a=b shadowrootmode|=closed>',
    '<template a="b"shadowrootmode|=closed>',
    `<template a='>'\nshadowrootmode|=closed>`,
    '<template =a shadowrootmode|=closed>',
    '<!-- <template shadowrootmode|=closed> -->',
    '<p title="<template shadowrootmode|=closed>">',
    '<template a="<template shadowrootmode|=closed>" shadowrootmode|=closed>',
    '<<template shadowrootmode|=closed>',
    '</script> shadowrootmode|=closed>',
    `</script >" shadowrootmode|=closed>`,
    `</script>' b shadowrootmode|=closed>`,
  ])('2.10: are opened in %j', (expected) => {
    expect(marked(expected.replaceAll('|', ''))).toBe(expected)
  })

  it.each([
    'shadowrootmode=closed',
    '<p shadowrootmode=closed>',
    '<templates shadowrootmode=closed>',
    '<template>shadowrootmode=closed',
    '<template > shadowrootmode=closed',
    '<template title="shadowrootmode=closed">',
    '<template a=shadowrootmode>',
    '<template data-shadowrootmode=closed shadowrootmodes=open>',
    'const shadowrootmode = 1',
    '</script><p>shadowrootmode = 1',
    `template.setAttribute('shadowrootmode', 'closed')`,
    'template[shadowrootmode] { color: red }',
  ])('2.10: are none in %j', (text) => {
    expect(marked(text)).toBe(text)
  })

  it('2.10: no tag that parses as a template declares a closed one', () => {
    const piece = fc.constantFrom(
      ...[
        '<template',
        '<div',
        ' ',
        '/',
        '"',
        "'",
        '=',
        '>',
        'shadowrootmode',
        'ShadowRootMode',
        'closed',
        'a',
        '\n',
        '</template>',
        '<p>',
        '\f',
      ],
    )
    const modes = (node: object): string[] => {
      const { nodeName, attrs, content, childNodes } = node as {
        nodeName: string
        attrs?: { name: string; value: string }[]
        content?: object
        childNodes?: object[]
      }
      const own = attrs?.find(({ name }) => name === 'shadowrootmode')?.value
      return [
        ...(nodeName === 'template' && own !== undefined ? [own] : []),
        ...[...(content === undefined ? [] : [content]), ...(childNodes ?? [])].flatMap(modes),
      ]
    }
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
        const opened = marked(`<template ${pieces.join('')}>`).replaceAll('|', OPEN_MODE)
        expect(modes(parseFragment(opened)).filter((mode) => mode !== 'open')).toEqual([])
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    ['text', ''],
    ['<template shadowrootmode=closed>', ''],
    ['a <', ' '],
    ['<temp', ' '],
    ['<template', ' '],
    ['<template shadow', ' '],
    ['<template shadowrootmode', `${OPEN_MODE} `],
    ['<template a="shadow', ''],
    ['<table', ''],
  ])('2.10: after %j, other text cannot complete a name: %j is added', (text, terminator) => {
    const roots = new DeclaredRoots()
    for (const character of text) roots.read(character)
    expect(roots.terminator).toBe(terminator)
  })

  it('takes time in proportion to the text, however it is made', () => {
    const roots = new DeclaredRoots()
    for (const character of `<template a='</script>'<template b="`.repeat(20_000)) roots.read(character)
    expect(roots.isAfterScript).toBe(false)
  })
})
