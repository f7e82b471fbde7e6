import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nicknameFault, suggestNicknames } from '../../src/host/nickname-rules.js'
import { hasHashtag, hasLink, hasTag } from '../../src/host/text-rules.js'

describe('4.6: nicknames', () => {
  it.each([
    ['Al', null],
    ['A', 'too-short'],
    ['  A  ', 'too-short'],
    ['x'.repeat(20), null],
    ['x'.repeat(21), 'too-long'],
    ['😀'.repeat(20), null],
    ['Zoë', null],
    ['Владимир', null],
    ['小さな猫', null],
    ['محمد علي', null],
    ['Scunthorpe', null],
    ['Player 1234', null],
    ['Player 12345', 'digits'],
    ['1 2 3 4 5', 'digits'],
    ['٠١٢٣٤', 'digits'],
    ['a@b', 'at-sign'],
    ['＠home', 'at-sign'],
    ['no#1', 'hash'],
    ['example.com', 'link'],
    ['www.site', 'link'],
    ['discord.gg/x', 'link'],
    ['exam\u200bple.com', 'characters'],
    ['ｅｘａｍｐｌｅ．ｃｏｍ', 'link'],
    ['Admin', 'imitation'],
    ['Аdmin', 'imitation'],
    ['s u p p o r t', 'imitation'],
    ['M0derator', 'imitation'],
    ['Official Support', 'imitation'],
    ['Supporting Ana', null],
    ['n1gg3r', 'slur'],
    ['two\nlines', 'characters'],
    ['abc\u202edef', 'characters'],
    ['\u3164\u3164\u3164', 'characters'],
  ])('%j is %s', (nickname, fault) => {
    expect(nicknameFault(nickname)).toBe(fault)
  })

  it('4.6: every suggestion is one that an adult could type, and they differ', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        let state = seed
        const random = (): number => {
          state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
          return state / 0x80000000
        }
        const names = suggestNicknames(random, 5)
        expect(new Set(names).size).toBe(5)
        expect(names.map(nicknameFault)).toEqual([null, null, null, null, null])
      }),
    )
  })
})

describe('4.4: what words may not hold', () => {
  it.each([
    ['come to example.com now', true],
    ['http://x', true],
    ['HTTPS://EXAMPLE.ORG', true],
    ['app://open', true],
    ['javascript:alert(1)', true],
    ['me@example.org', true],
    ['192.168.0.1', true],
    ['I got 3.5 points. Nice', false],
    ['v1.0 is out', false],
    ['Score: 10', false],
    ['Dr.Who', false],
  ])('a link in %j: %s', (text, expected) => {
    expect(hasLink(text)).toBe(expected)
  })

  it.each([
    ['hi @ana', true],
    ['@ana', true],
    ['5 @ 3', false],
    ['＠ana', true],
  ])('a tag in %j: %s', (text, expected) => {
    expect(hasTag(text)).toBe(expected)
  })

  it.each([
    ['#fun', true],
    ['so #1', true],
    ['C#', false],
    ['a#b', false],
    ['# 1', false],
  ])('a hashtag in %j: %s', (text, expected) => {
    expect(hasHashtag(text)).toBe(expected)
  })
})
