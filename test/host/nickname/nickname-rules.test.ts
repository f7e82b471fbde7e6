import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nicknameFault, suggestNicknames } from '../../../src/host/nickname/nickname-rules.js'
import { hasHashtag, hasLink, hasTag } from '../../../src/platform/text-rules.js'
import { runs } from '../../support/vitest/runs.js'

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

/** Names that real people might choose, of which some look bad in part, or with their digits read as letters. */
const INNOCENT =
  'Person 455|455 Person|Person-455|Person_455|Person 6640|Ben_664|800 Владимир|9800 Ben|645-Maria|Anna 455|Player 8008|Class 455|Glass 455|Team 7175|Person 455 7|Agent 007|Route 66|R2 D2|Apollo 13|Sum 41|Maroon 5|Zoe 2014|Ben.455|Assam|Cassandra|Dickens|Essex|Hancock|Titan|Therapist|Fukuoka|Matsushita|Shiitake|Nigel|Nigeria|Montenegro|Massachusetts|Peacock|Cucumber|Document|Scunthorpe|Penistone|Wankel|Vandyke|Fagin|Shital|Pussycat|Arsenal|Tycoon|Klondike|Kitten|Buttercup|Othello|Grape|Nazir|Spicy|Woodpecker|Canal|Janus|Uranus|Семён'.split(
    '|',
  )

/** The same slurs in every guise, with and without an honest number beside them. */
const DISGUISED =
  'n1gg3r|n i g g e r|n 1 g g 3 r|n-1-g-g-3-r|N1GG3R 455|455 n1gg3r|Mr n1gg3r 99|n1gga 2012|nigg 3r|nigg 44|f4gg0t|f 4 g g 0 t|b1tch|b 1 t c h|b 17 ch|b17ch 2012|sh1t|5h17|sh 17|sh 1t|t1t5|t 17 s|a55h0le|a 55|a 5 5|4 5 5|455|455h0le|fu ck|f u c k|Fuck 455|cun7|cu n7|k1k3|5lu7|slu 77|wh0re'.split(
    '|',
  )

describe('4.6: slurs', () => {
  it.each(INNOCENT)('are none in %s', (nickname) => {
    expect(nicknameFault(nickname)).toBeNull()
  })

  it.each(DISGUISED)('are seen in %s', (nickname) => {
    expect(nicknameFault(nickname)).toBe('slur')
  })

  it('a number beside a name does not change it, in digits of any script', () => {
    const number = fc.integer({ min: 0, max: 9_999 }).map(String)
    const name = fc.constantFrom('Person', 'Anna', 'Владимир', '小さな猫', 'f4gg0t', 'wh0re')
    fc.assert(
      fc.property(
        name,
        number,
        fc.constantFrom(' ', '  ', '_', '-'),
        fc.boolean(),
        (word, digits, by, first) => {
          const both = first ? `${digits}${by}${word}` : `${word}${by}${digits}`
          expect(nicknameFault(both)).toBe(nicknameFault(word))
        },
      ),
      { numRuns: runs(200) },
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
    ['so #1', false],
    ['we are #1 and #42', false],
    ['#1st', true],
    ['＃4_2', true],
    ['C#', false],
    ['a#b', false],
    ['# 1', false],
  ])('a hashtag in %j: %s', (text, expected) => {
    expect(hasHashtag(text)).toBe(expected)
  })
})
