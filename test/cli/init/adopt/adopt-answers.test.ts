import { describe, expect, it } from 'vitest'
import type { Hints } from '../../../../src/adopt/project/hints.js'
import { readHints } from '../../../../src/adopt/project/hints.js'
import { askApp, chooseEntry } from '../../../../src/cli/init/adopt/adopt-answers.js'
import type { Prompts } from '../../../../src/cli/prompts.js'

/** A person who takes what is offered: the fallback of a text, the first of a choice. */
const agreeable = (): Prompts & { readonly questions: string[] } => {
  const questions: string[] = []
  return {
    questions,
    begin: () => undefined,
    text: async ({ message, fallback, flaw }) => {
      questions.push(`${message} [${fallback}]`)
      expect(fallback === 'none yet' ? undefined : flaw(fallback)).toBeUndefined()
      return fallback
    },
    confirm: async (message) => {
      throw new Error(`Asked: ${message}`)
    },
    choice: async ({ message, options }) => {
      questions.push(`${message} [${options.map(({ label }) => label).join(' ')}]`)
      const [first] = options
      if (first === undefined) throw new Error('Nothing is offered.')
      return first.value
    },
  }
}

const NO_HINTS: Hints = {
  title: null,
  description: null,
  orientation: null,
  size: null,
  isShownWhole: false,
  background: null,
  icons: [],
}

describe('what is asked when a game is adopted', () => {
  it('offers what the game says of itself, fit for the manifest (2.2)', async () => {
    const prompts = agreeable()
    const hints = {
      ...NO_HINTS,
      title: 'The quite remarkable adventures of Tom',
      description: `A ${'very '.repeat(30)}long story`,
    }
    expect(await askApp({ from: 'x' }, hints, '/tmp/snake', prompts, false)).toEqual({
      name: 'The quite remarkable',
      summary: `A ${'very '.repeat(15).trim()}…`,
      ageRating: '4+',
      appId: null,
      defaults: [],
    })
    expect(prompts.questions).toEqual([
      'Name [The quite remarkable]',
      `Summary: one line of 10 to 80 characters [A ${'very '.repeat(15).trim()}…]`,
      'Age rating [4+ 9+ 13+ 16+ 18+]',
      'App ID (leave empty if not registered yet) [none yet]',
    ])
  })

  it.each([
    ['blocks.js - a simple game of falling blocks', 'blocks.js', 'a simple game of falling blocks'],
    ['Snake: the one that eats its own tail, again', 'Snake', 'the one that eats its own tail, again'],
    ['A short title - and its line', 'A short title - and its line', 'and its line'],
  ])('takes a title apart where it is too long: %s', async (title, name, summary) => {
    expect(
      await askApp({ from: 'x', ageRating: '4+' }, { ...NO_HINTS, title }, '/tmp/x', null, false),
    ).toMatchObject({
      name,
      summary,
    })
  })

  it('is not what flags say; a folder names what nothing else does', async () => {
    const prompts = agreeable()
    const flags = { from: 'x', summary: 'Eat and grow.', ageRating: '9+', appId: 'ma_abcdefghij' }
    expect(await askApp(flags, NO_HINTS, '/tmp/space-snake', prompts, false)).toEqual({
      name: 'Space snake',
      summary: 'Eat and grow.',
      ageRating: '9+',
      appId: 'ma_abcdefghij',
      defaults: [],
    })
    expect(prompts.questions).toEqual(['Name [Space snake]'])
  })

  it('without a terminal, a missing summary names its flag', async () => {
    await expect(
      askApp({ from: 'x', ageRating: '4+' }, NO_HINTS, '/tmp/x', null, false),
    ).rejects.toMatchObject({
      kind: 'usage',
      remedy: expect.stringContaining('--summary'),
    })
  })

  it('without a terminal, one message names all that is missing', async () => {
    await expect(askApp({ from: 'x' }, NO_HINTS, '/tmp/x', null, false)).rejects.toMatchObject({
      kind: 'usage',
      message: 'The game needs a summary and an age rating.',
      remedy:
        'Add --summary "A snake that eats its way home." and --age-rating with one of 4+, 9+, 13+, 16+, 18+, or take defaults with --yes.',
    })
    await expect(
      askApp({ from: 'x', summary: 'A snake.' }, NO_HINTS, '/tmp/x', null, false),
    ).rejects.toMatchObject({
      message: 'Missing age rating.',
    })
  })

  it('has defaults where nobody is asked and nothing else says it, for a person to look at', async () => {
    const described = { ...NO_HINTS, description: 'Eat and grow, and grow.' }
    expect(await askApp({ from: 'x' }, NO_HINTS, '/tmp/space-snake', null, true)).toEqual({
      name: 'Space snake',
      summary: 'Describe your app here, in one line.',
      ageRating: '4+',
      appId: null,
      defaults: ['summary', 'age_rating'],
    })
    expect(await askApp({ from: 'x', ageRating: '9+' }, described, '/tmp/x', null, true)).toMatchObject({
      summary: 'Eat and grow, and grow.',
      ageRating: '9+',
      defaults: [],
    })
  })

  it('is the entry, only where it is not clear, the likeliest first', async () => {
    const prompts = agreeable()
    expect(await chooseEntry(['a.html', 'index.html', 'z/index.html'], { from: 'x' }, prompts)).toBe(
      'index.html',
    )
    expect(await chooseEntry(['deep/er/game.htm', 'a.js'], { from: 'x' }, prompts)).toBe('deep/er/game.htm')
    expect(prompts.questions).toEqual([])
    const pages = ['d/e/index.html', 'd/index.html', 'help.html']
    expect(await chooseEntry(pages, { from: 'x' }, prompts)).toBe('help.html')
    expect(prompts.questions).toEqual(['Page to open [help.html d/index.html d/e/index.html]'])
  })
})

describe('what a game says of itself', () => {
  const files = (contents: Readonly<Record<string, string>>) =>
    new Map(Object.entries(contents).map(([path, text]) => [path, Buffer.from(text)]))

  it('is in its page and its web manifest', () => {
    const html = `<title> A\n game </title><meta name=Description content="It is &amp; was.">
      <link rel="manifest" href="/app.webmanifest"><link rel="icon" href="i/16.png"><link rel="apple-touch-icon" href="/i/180.png">`
    const web =
      '{ "orientation": "landscape", "theme_color": "#123456", "icons": [{ "src": "i/512.png" }, {}, 4] }'
    expect(
      readHints(
        files({
          'index.html': html,
          'app.webmanifest': web,
          'i/16.png': '',
          'i/180.png': '',
          'i/512.png': '',
        }),
        'index.html',
      ),
    ).toEqual({
      title: 'A game',
      description: 'It is & was.',
      orientation: 'landscape',
      size: null,
      isShownWhole: false,
      background: '#123456',
      icons: ['i/180.png', 'i/512.png', 'i/16.png'],
    })
  })

  it('is nothing where it says nothing, or nonsense', () => {
    expect(readHints(files({ 'index.html': '<p>', 'manifest.json': '[{' }), 'index.html')).toEqual(NO_HINTS)
  })
})
