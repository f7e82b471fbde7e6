import { describe, expect, it } from 'vitest'
import { injectIntoDrawing } from '../../../../src/simulator/server/bundle-origin/inject-into-drawing.js'

const SCRIPT = '<script xmlns="http://www.w3.org/2000/svg"><![CDATA[run()]]></script>'
const inject = (drawing: string): string | null => {
  const injected = injectIntoDrawing(Buffer.from(drawing), 'run()')
  return injected === null ? null : Buffer.from(injected).toString('utf8')
}

describe('injectIntoDrawing', () => {
  it.each([
    '<svg>|<script/></svg>',
    '<?xml version="1.0"?>\n<!-- <svg> --><svg a="<x>" b=\'/>\'>|<g/></svg>',
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x>y"><svg>|</svg>',
    '<!DOCTYPE svg [<!ENTITY a "]><svg>"><!-- ]> --><?x ]>?>]><s:svg xmlns:s="x">|</s:svg>',
    '\ufeff  <svg title="é😀">|é</svg>',
  ])('goes right after the start of the root: %s', (drawing) => {
    expect(inject(drawing.replace('|', ''))).toBe(drawing.replace('|', SCRIPT))
  })

  it('leaves a drawing without content as it is', () => {
    expect(inject('<svg/>')).toBe('<svg/>')
  })

  it.each([
    '',
    'text',
    '<',
    '<svg',
    '<!-- <svg>',
    '<!DOCTYPE svg [ <svg>',
    '<?xml <svg>',
    '<![CDATA[<svg>]]>',
    '<svg a="',
  ])('finds no root in %j', (drawing) => {
    expect(inject(drawing)).toBeNull()
  })
})
