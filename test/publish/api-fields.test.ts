import { describe, expect, it } from 'vitest'
import { fieldsObject, fieldsQuery, parseField, typedValue } from '../../src/publish/api-fields.js'

const parse = async (...texts: readonly string[]) =>
  Promise.all(texts.map((text) => parseField(text, async (value) => typedValue(value))))

describe('the fields of a raw request', () => {
  it('make an object, with lists and objects in it', async () => {
    const fields = await parse(
      'content=a=b',
      'media_urls[]=x',
      'media_urls[]=y',
      'none[]',
      'a[b][c]=1',
      'a[b][d][]=true',
      '__proto__=x',
    )
    expect(JSON.stringify(fieldsObject(fields))).toBe(
      '{"content":"a=b","media_urls":["x","y"],"none":[],"a":{"b":{"c":1,"d":[true]}},"__proto__":"x"}',
    )
  })

  it('make a query', async () => {
    const fields = await parse('limit=5', 'x[]=a', 'x[]=b', 'y[]', 'empty=')
    expect(fieldsQuery(fields)).toEqual([
      ['limit', '5'],
      ['x[]', 'a'],
      ['x[]', 'b'],
      ['empty', ''],
    ])
  })

  it.each([
    ['true', true],
    ['false', false],
    ['null', null],
    ['0', 0],
    ['-12', -12],
    ['-0', '-0'],
    ['007', '007'],
    ['1.5', '1.5'],
    ['12345678901234567890', '12345678901234567890'],
    ['True', 'True'],
    ['', ''],
  ])('%j is %j', (text, value) => {
    expect(typedValue(text)).toBe(value)
  })

  it.each(['content', '=x', '[a]=x', 'a[=x', 'a]b=x', 'a[][b]=x', 'a[]b=x'])(
    '%j is refused',
    async (text) => {
      await expect(parse(text)).rejects.toMatchObject({ kind: 'usage' })
    },
  )

  it.each([
    [['a=1', 'a=2']],
    [['a=1', 'a[]=2']],
    [['a[]=1', 'a=2']],
    [['a[]=1', 'a[b]=2']],
    [['a=1', 'a[b]=2']],
    [['a[b]=1', 'a[]=2']],
  ])('%j contradict each other', async (texts) => {
    const fields = await parse(...texts)
    expect(() => fieldsObject(fields)).toThrow(expect.objectContaining({ kind: 'usage' }))
  })
})
