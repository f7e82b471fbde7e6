/**
 * Finds `shadowrootmode` in the text of a page, so that every shadow root that the parser makes is open: no frame can hide
 * in it (2.10). A page cannot be searched for a closed one afterwards.
 *
 * A browser may read the text in another context than any parser here, because a script can write half a tag or half a
 * comment before it. So every `<template` counts as a tag wherever it stands, and so does what follows a script, which may
 * have written the start of one. The text may come in pieces of any size: the reader goes on where it stopped.
 *
 * It also runs in the app's page, where everything that is looked up through a prototype may have been replaced.
 */
export class DeclaredRoots {
  /** Tags that start with `<template`. */
  readonly #tags = new Attributes()
  /** What follows a script: the inside of a tag whose start the script may have written. */
  readonly #afterScripts = new Attributes()
  /** How many characters of `<template` and `</script` the text ends with. */
  #template = 0
  #scriptEnd = 0
  #isAfterScript = false

  /**
   * Reads the next character.
   * @returns whether `OPEN_MODE` must be inserted before it
   */
  read(character: string): boolean {
    const found = this.#tags.read(character)
    const foundAfterScript = this.#afterScripts.read(character)
    if (this.#template === TEMPLATE.length && (isSpace(character) || character === '/')) this.#tags.start()
    this.#template = advance(this.#template, character, TEMPLATE)
    this.#isAfterScript = this.#scriptEnd === SCRIPT_END.length && character === '>'
    if (this.#isAfterScript) {
      this.#afterScripts.start()
      this.#afterScripts.startInQuotes()
    }
    if (this.#isAfterScript || this.#scriptEnd < SCRIPT_END.length)
      this.#scriptEnd = advance(this.#scriptEnd, character, SCRIPT_END)
    return found || foundAfterScript
  }

  /**
   * What ends a name at the end of the text so far, so that text from elsewhere cannot complete it to a `<template` or a
   * `shadowrootmode`. Empty where it ends with no such beginning.
   */
  get terminator(): string {
    if (this.#tags.isAtMode) return `${OPEN_MODE} `
    return this.#template > 0 || this.#tags.isInMode ? ' ' : ''
  }

  /** Whether the last character ended a script element. */
  get isAfterScript(): boolean {
    return this.#isAfterScript
  }
}

/**
 * Inserted after the attribute's name: the first of two attributes with one name counts. The original value becomes that of
 * another attribute.
 */
export const OPEN_MODE = '=open data-mode'

const TEMPLATE = '<template'
const SCRIPT_END = '</script'
const MODE = 'shadowrootmode'

/** The attributes of all tags that the text may be in, as the states of HTML's tokenizer in which each of them is. */
class Attributes {
  #states = 0
  /** How many characters of `shadowrootmode` the current name has, of the tag where it has only these. */
  #mode = 0

  start(): void {
    this.#states |= BEFORE_NAME
  }

  startInQuotes(): void {
    this.#states |= DOUBLE_QUOTED | SINGLE_QUOTED
  }

  get isAtMode(): boolean {
    return this.#mode === MODE.length
  }

  get isInMode(): boolean {
    return this.#mode > 0
  }

  /** @returns whether a name that ended is `shadowrootmode` */
  read(character: string): boolean {
    const before = this.#states
    const mode = this.#mode
    this.#mode = 0
    if (before === 0 && mode === 0) return false
    const isEnd = character === '>'
    const space = isSpace(character)
    const isFound = mode === MODE.length && (space || isEnd || character === '/' || character === '=')
    let states = 0
    if ((before & (BEFORE_NAME | AFTER_NAME)) !== 0 && !isEnd) {
      if (character === '/') states |= BEFORE_NAME
      else if (space) states |= before & (BEFORE_NAME | AFTER_NAME)
      else if (character === '=' && (before & AFTER_NAME) !== 0) states |= BEFORE_VALUE
      if (!space && character !== '/' && (character !== '=' || (before & BEFORE_NAME) !== 0)) {
        if (isSame(character, MODE, 0)) this.#mode = 1
        else states |= NAME
      }
    }
    if (((before & NAME) !== 0 || mode > 0) && !isEnd) {
      if (space) states |= AFTER_NAME
      else if (character === '/') states |= BEFORE_NAME
      else if (character === '=') states |= BEFORE_VALUE
      else {
        const goesOn = mode > 0 && mode < MODE.length && isSame(character, MODE, mode)
        if (goesOn) this.#mode = mode + 1
        if ((before & NAME) !== 0 || !goesOn) states |= NAME
      }
    }
    if ((before & BEFORE_VALUE) !== 0 && !isEnd) {
      if (space) states |= BEFORE_VALUE
      else if (character === '"') states |= DOUBLE_QUOTED
      else if (character === "'") states |= SINGLE_QUOTED
      else states |= UNQUOTED
    }
    if ((before & DOUBLE_QUOTED) !== 0) states |= character === '"' ? BEFORE_NAME : DOUBLE_QUOTED
    if ((before & SINGLE_QUOTED) !== 0) states |= character === "'" ? BEFORE_NAME : SINGLE_QUOTED
    if ((before & UNQUOTED) !== 0 && !isEnd) states |= space ? BEFORE_NAME : UNQUOTED
    this.#states = states
    return isFound
  }
}

const BEFORE_NAME = 1
const NAME = 2
const AFTER_NAME = 4
const BEFORE_VALUE = 8
const DOUBLE_QUOTED = 16
const SINGLE_QUOTED = 32
const UNQUOTED = 64

const isSpace = (character: string): boolean =>
  character === ' ' || character === '\n' || character === '\t' || character === '\r' || character === '\f'

const UPPER = {
  __proto__: null,
  a: 'A',
  c: 'C',
  d: 'D',
  e: 'E',
  h: 'H',
  i: 'I',
  l: 'L',
  m: 'M',
  o: 'O',
  p: 'P',
  r: 'R',
  s: 'S',
  t: 'T',
  w: 'W',
} as const

/** Whether a character is that of a lower-case ASCII word, in either case. */
const isSame = (character: string, word: string, at: number): boolean =>
  character === word[at] || character === UPPER[word[at] as keyof typeof UPPER]

/** @returns how many characters of the word the text ends with, whose first character occurs in it only once */
const advance = (matched: number, character: string, word: string): number => {
  if (character === word[0]) return 1
  return matched > 0 && matched < word.length && isSame(character, word, matched) ? matched + 1 : 0
}
