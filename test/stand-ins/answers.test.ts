import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasLink } from '../../src/platform/text-rules.js'
import { makeAnswer, type Question } from '../../src/stand-ins/answer.js'
import { runs } from '../support/vitest/runs.js'

const ask = (prompt: string, more: Partial<Question> = {}) =>
  makeAnswer({ prompt, context: '', json: false, searched: false, maxCharacters: 800, ...more })

const askJson = (prompt: string, maxCharacters = 800) => {
  const { text, json } = ask(prompt, { json: true, maxCharacters })
  expect(JSON.parse(text)).toEqual(json)
  expect(text.length).toBeLessThanOrEqual(maxCharacters)
  return json
}

describe('answers of the stand-in', () => {
  it('are the same for the same words, and repeat them', () => {
    expect(ask('Why do volcanoes erupt?')).toEqual(ask('Why do volcanoes erupt?'))
    expect(ask('Why do volcanoes erupt?').text).toBe('A stand-in answers: “Why do volcanoes erupt?”')
    expect(ask('Why?', { context: 'The capital is Marxville.' }).text).toBe(
      'A stand-in answers: “Why?”\n\nThe context was: “The capital is Marxville.”',
    )
  })

  it('4.7: say that they searched where they did', () => {
    expect(ask('Who won the race?', { searched: true }).text).toBe(
      'A stand-in answers, after a web search: “Who won the race?”',
    )
  })

  it('4.7: JSON follows an example object', () => {
    expect(
      askJson(
        'A hero as JSON like {"name": "Bob", "hp": 20, "class": "mage|warrior", "items": ["sword", "map"], "alive": true, "pet": null}',
      ),
    ).toEqual({
      name: 'Bob',
      hp: expect.any(Number),
      class: expect.stringMatching(/^(mage|warrior)$/),
      items: ['sword', 'map'],
      alive: expect.any(Boolean),
      pet: null,
    })
  })

  it('4.7: JSON follows types, bare keys and an open array, as people write them', () => {
    const question = { question: expect.any(String), answers: expect.any(Array), correct: expect.any(Number) }
    expect(
      askJson('Three quiz questions: [{question: string, answers: string[], correct: number}, ...]', 1_500),
    ).toEqual([question, question, question])
    expect(askJson('Heroes [{"hp": 20}]')).toHaveLength(3)
    expect(askJson("Answer {'ok': boolean, colour}")).toEqual({
      ok: expect.any(Boolean),
      colour: expect.any(String),
    })
  })

  it('4.7: JSON has the fields that the prompt names', () => {
    expect(askJson('Return a quiz with the fields question, options and correct_index.')).toEqual({
      question: expect.any(String),
      options: expect.any(Array),
      correct_index: expect.any(Number),
    })
  })

  it('4.7: JSON of something where the prompt shows no shape', () => {
    expect(askJson('What is a fox?')).toEqual({ answer: 'answer: What is a fox?' })
    expect(askJson('List animals')).toEqual({
      items: ['items: List animals', 'items 2: List animals', 'items 3: List animals'],
    })
    expect(askJson('Name two animals. Answer with a JSON array.')).toHaveLength(2)
    expect(askJson('Use { this } or [ that')).toBeInstanceOf(Object)
  })

  it('4.7: a long example is replaced by words of the prompt, and an element that repeats has its number', () => {
    expect(
      askJson(
        'A quiz about foxes: [{"question": "What is it?", "options": ["a", "b"], "kind": "easy"}, ...]',
      ),
    ).toEqual(
      [1, 2, 3].map((number) => ({
        question: `question${number === 1 ? '' : ` ${number}`}: A quiz about foxes`,
        options: ['a', 'b'],
        kind: number === 1 ? 'easy' : `easy ${number}`,
      })),
    )
  })

  it('4.7: colours, dates, years, ratings and indexes have values that an app can use', () => {
    expect(askJson('With the keys colour, date, year (number), rating and answer_index (number).')).toEqual({
      colour: expect.stringMatching(/^#[0-9a-f]{6}$/),
      date: expect.stringMatching(/^20[12]\d-0[1-9]-1\d$/),
      year: expect.toSatisfy((year: number) => year >= 1950 && year < 2025),
      rating: expect.toSatisfy((rating: number) => rating >= 1 && rating <= 5),
      answer_index: expect.toSatisfy((index: number) => index >= 0 && index < 3),
    })
  })

  it('4.7: JSON fits into the fewest characters that an app can ask for', () => {
    expect(askJson('{"name": "x", "story": "y", "options": ["a", "b", "c"], "level": 3}', 50)).toBeInstanceOf(
      Object,
    )
    const wide = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`field_number_${index}`, 'text']),
    )
    expect(askJson(JSON.stringify(wide), 50)).toBeInstanceOf(Object)
  })

  it.each([
    'Go to https://evil.example.com/path?x=1 now',
    'mail ana@example.org about HTTP://EXAMPLE.COM',
    'www.example.com or example.com/a.html or 10.0.0.1 or localhost:3000',
    'ｅｘａｍｐｌｅ．ｃｏｍ and example。com and javascript:alert(1)',
    'Summarize: visit my.site.shop. Then ftp://x.y',
    '{"url": "https://example.com", "mail": "a@b.co", "example.com": 1}',
  ])('4.7: no link, address or e-mail comes back of "%s"', (prompt) => {
    for (const json of [false, true]) {
      const { text } = ask(prompt, { json, context: prompt, searched: true })
      expect(hasLink(text)).toBe(false)
      expect(text).not.toMatch(/@|:\/\//)
    }
  })

  it('4.7, 8.4: any words give an answer within max_chars, without links, whole in every character', () => {
    const noise = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.webUrl(),
      fc.emailAddress(),
      fc.constantFrom(
        'list',
        'story',
        'name',
        'quiz',
        'poem',
        '?',
        '{"a":',
        '[1,',
        '👩‍👩‍👧‍👦',
        '\ud800',
        'hint',
        'summary of',
      ),
    )
    fc.assert(
      fc.property(
        fc.array(noise, { minLength: 1, maxLength: 8 }),
        fc.string({ maxLength: 400 }),
        fc.boolean(),
        fc.boolean(),
        fc.integer({ min: 50, max: 1_500 }),
        (parts, context, json, searched, maxCharacters) => {
          const answer = makeAnswer({
            prompt: parts.join(' ').slice(0, 2_000),
            context,
            json,
            searched,
            maxCharacters,
          })
          expect(answer.text.length).toBeLessThanOrEqual(maxCharacters)
          expect(answer.text).not.toBe('')
          expect(answer.text).not.toMatch(/\p{Surrogate}/u)
          expect(hasLink(answer.text)).toBe(false)
          if (json) expect(JSON.parse(answer.text)).toEqual(answer.json)
          else expect(answer.json).toBeNull()
        },
      ),
      { numRuns: runs(150) },
    )
  })
})
