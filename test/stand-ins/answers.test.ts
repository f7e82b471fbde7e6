import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasLink } from '../../src/platform/text-rules.js'
import { makeAnswer, type Question } from '../../src/stand-ins/answers/make-answer.js'
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
  it('are the same for the same words, and take up the words of the prompt', () => {
    expect(ask('Why do volcanoes erupt?')).toEqual(ask('Why do volcanoes erupt?'))
    expect(ask('Why do volcanoes erupt?').text).toContain('volcanoes erupt')
    expect(ask('Why do volcanoes erupt?').text).not.toBe(ask('Why do glaciers melt?').text)
  })

  it('see what is asked for: a list, names, a story, a quiz, a poem, a name', () => {
    expect(
      ask('List three ideas about lighthouses')
        .text.split('\n')
        .map((line) => line.slice(0, 2)),
    ).toEqual(['1.', '2.', '3.'])
    expect(ask('Give me 7 names for ships').text.split('\n')).toHaveLength(7)
    expect(ask('Tell me a story about a fox').text).toMatch(/^Once .*fox/)
    expect(ask('A quiz question about planets').text).toMatch(
      /planets[\s\S]*A\) [\s\S]*D\) [\s\S]*Answer: [A-D]$/,
    )
    expect(ask('A poem about the moon').text.split('\n')).toHaveLength(4)
    expect(ask('Name my dog').text).toMatch(/^\p{Lu}\p{Ll}+$/u)
    const context = 'The postcard shows a lighthouse.'
    expect(ask('Write a short greeting for a postcard', { context }).text).toMatch(
      /^(Wish you were here!|Greetings from far away\.|A little hello) .*(corner|you|soon)[.!]$/,
    )
  })

  it('quote the sentence of the context that fits best', () => {
    const context = 'Freedonia is small. The capital of Freedonia is Marxville. People like duck soup.'
    expect(ask('What is the capital of Freedonia?', { context }).text).toContain(
      '“The capital of Freedonia is Marxville.”',
    )
    expect(ask('What about soup?', { context }).text).toContain('“People like duck soup.”')
  })

  it('4.7: say that they searched where they did', () => {
    expect(ask('Who won the race?', { searched: true }).text).toMatch(/^Searching the web/)
  })

  it('4.7: JSON follows an example object', () => {
    expect(
      askJson(
        'A hero as JSON like {"name": "Bob", "hp": 20, "class": "mage|warrior", "items": ["sword", "map"], "alive": true, "pet": null}',
      ),
    ).toEqual({
      name: expect.any(String),
      hp: expect.any(Number),
      class: expect.stringMatching(/^(mage|warrior)$/),
      items: [expect.any(String), expect.any(String)],
      alive: expect.any(Boolean),
      pet: null,
    })
  })

  it('4.7: JSON follows types, bare keys and an open array, as people write them', () => {
    const question = { question: expect.any(String), answers: expect.any(Array), correct: expect.any(Number) }
    expect(
      askJson('Three quiz questions: [{question: string, answers: string[], correct: number}, ...]', 1_500),
    ).toEqual([question, question, question])
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
    expect(askJson('What is a fox?')).toEqual({ answer: expect.any(String) })
    expect(askJson('List animals')).toEqual({ items: expect.any(Array) })
    expect(askJson('Use { this } or [ that')).toBeInstanceOf(Object)
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
