import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { AiRequest, AnswerRequest } from '../../../../src/host/ai/ai-maker.js'
import { AiScript } from '../../../../src/simulator/server/ai-script/ai-script.js'
import { fitSound } from '../../../../src/simulator/server/ai-script/fit-sound.js'
import { AiRecorder } from '../../../../src/simulator/server/ai-script/recorder.js'
import { readScript } from '../../../../src/simulator/server/ai-script/script-document.js'
import { makeSound } from '../../../../src/stand-ins/sound.js'
import { contentOf, DAMAGES } from '../../../support/fakes/file-damage.js'
import { missing } from '../../../support/vitest/missing.js'
import { temporaryFolder } from '../../../support/vitest/temporary-folder.js'

const ask = (prompt: string, more: Partial<AnswerRequest> = {}): AnswerRequest => ({
  capability: 'ai.assistant',
  prompt,
  context: '',
  webSearch: false,
  json: false,
  maxCharacters: 800,
  ...more,
})
const PICTURE: AiRequest = {
  capability: 'ai.image',
  prompt: 'A Red Cat!',
  avoid: '',
  quality: 'fast',
  seed: 1,
}
const SOUND: AiRequest = { capability: 'ai.audio', prompt: 'beep', kind: 'sound', seconds: 3, seed: 1 }

const project = async (script?: unknown) => {
  const folder = await temporaryFolder()
  const places = { path: join(folder, '.miniapp', 'ai.json'), project: folder }
  const told: string[] = []
  const save = async (path: string, content: string | Uint8Array) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  if (script !== undefined)
    await save('.miniapp/ai.json', typeof script === 'string' ? script : JSON.stringify(script))
  return { folder, places, told, save, script: new AiScript(places, (message) => told.push(message)) }
}
const answers = (...entries: readonly unknown[]) => ({ schema: 1, answers: entries })
const problemsOf = (script: unknown) => {
  const read = readScript(typeof script === 'string' ? script : JSON.stringify(script))
  return 'problems' in read ? read.problems : []
}

describe('ai.json', () => {
  it('answers by the whole prompt, a part of it, or a pattern; the first entry that fits counts', async () => {
    const { script } = await project(
      answers(
        { for: 'ai.assistant', prompt: ' Who won? ', text: 'whole' },
        { for: 'ai.assistant', contains: 'CAPITAL', text: 'part' },
        { for: 'ai.assistant', pattern: '^name (a|the) ', text: 'pattern' },
        { for: 'ai.image', refuse: 'blocked' },
        { for: 'ai.assistant', delay: '1.5s' },
      ),
    )
    const said = async (request: AiRequest) => await script.answerTo(request)
    expect(await said(ask('who WON?'))).toEqual({
      location: 'ai.json, answers.0',
      delayMs: null,
      answer: { kind: 'answer', text: 'whole', json: null },
    })
    expect(await said(ask('who won? really'))).toMatchObject({ delayMs: 1_500, answer: null })
    expect(await said(ask('the capital?'))).toMatchObject({ answer: { text: 'part' } })
    expect(await said(ask('Name a fox'))).toMatchObject({ answer: { text: 'pattern' } })
    expect(await said(PICTURE)).toMatchObject({ answer: { status: 'blocked' } })
    expect(await said(SOUND)).toBeNull()
  })

  it('4.7: answers JSON, JSON that does not parse as null, and never more than max_chars', async () => {
    const { script } = await project(
      answers(
        { for: 'ai.assistant', contains: 'good', json: { a: [1, null] } },
        { for: 'ai.assistant', contains: 'bad', text: '{"a": 1' },
        { for: 'ai.assistant', contains: 'long', text: 'word '.repeat(100) },
      ),
    )
    const said = async (request: AiRequest) => (await script.answerTo(request))?.answer
    expect(await said(ask('good', { json: true }))).toEqual({
      kind: 'answer',
      text: '{"a":[1,null]}',
      json: { a: [1, null] },
    })
    expect(await said(ask('good'))).toMatchObject({ text: '{"a":[1,null]}', json: null })
    expect(await said(ask('bad', { json: true }))).toEqual({ kind: 'answer', text: '{"a": 1', json: null })
    const long = await said(ask('long', { maxCharacters: 50 }))
    expect(long !== null && long !== undefined && 'text' in long && long.text.length).toBeLessThanOrEqual(50)
  })

  it('4.7: gives files of the project as what AI makes: a PNG of 384 by 384, a WAV of the seconds asked', async () => {
    const { script, save, told } = await project(
      answers({ for: 'ai.image', file: 'art/wide.jpg' }, { for: 'ai.audio', file: 'beep.wav' }),
    )
    await save(
      'art/wide.jpg',
      await sharp({ create: { width: 60, height: 20, channels: 3, background: '#f00' } })
        .jpeg()
        .toBuffer(),
    )
    await save('beep.wav', makeSound({ prompt: 'bell', kind: 'sound', seconds: 6, seed: 1 }))
    const picture = (await script.answerTo(PICTURE))?.answer
    if (picture === null || picture === undefined || !('bytes' in picture))
      throw new Error('No picture came.')
    expect(await sharp(picture.bytes).metadata()).toMatchObject({ format: 'png', width: 384, height: 384 })
    const sound = (await script.answerTo(SOUND))?.answer
    expect(sound).toMatchObject({ kind: 'sound', seconds: 3, bytes: { length: 44 + 3 * 44_100 * 2 } })
    expect(told).toEqual([])
  })

  it('reports a file that is missing, outside the project or of another type, and leaves it to the stand-in', async () => {
    const { script, save, told } = await project(
      answers(
        { for: 'ai.image', contains: 'gone', file: 'gone.png' },
        { for: 'ai.image', contains: 'out', file: '../out.png' },
        { for: 'ai.image', contains: 'text', file: 'notes.txt' },
        { for: 'ai.audio', file: 'notes.txt' },
      ),
    )
    await save('notes.txt', 'no picture')
    await save('../out.png', '')
    for (const prompt of ['gone', 'out', 'text'])
      expect(await script.answerTo({ ...PICTURE, prompt })).toMatchObject({ answer: null })
    expect(await script.answerTo(SOUND)).toMatchObject({ answer: null })
    expect(told).toEqual([
      'ai.json, answers.0: gone.png cannot be read: no such file or folder. The stand-in answers instead.',
      'ai.json, answers.1: ../out.png is outside the project. The stand-in answers instead.',
      'ai.json, answers.2: notes.txt is not a picture. The stand-in answers instead.',
      'ai.json, answers.3: notes.txt is not a WAV file with PCM samples. The stand-in answers instead.',
    ])
  })

  it('does not follow a link out of the project', async ({ skip }) => {
    skip(...missing.links)
    const { script, folder, told } = await project(answers({ for: 'ai.image', file: 'link.png' }))
    await symlink('/', join(folder, 'link.png'))
    expect(await script.answerTo(PICTURE)).toMatchObject({ answer: null })
    expect(told).toEqual([
      'ai.json, answers.0: link.png is outside the project. The stand-in answers instead.',
    ])
  })

  it('counts as it was saved last; what is damaged is told once and not used', async () => {
    const { script, save, told } = await project()
    expect(await script.answerTo(ask('x'))).toBeNull()
    await save('.miniapp/ai.json', '{ "answers": [ // mine\n { "for": "ai.assistant", "text": "one" }, ] }')
    expect(await script.answerTo(ask('x'))).toMatchObject({ answer: { text: 'one' } })
    await save('.miniapp/ai.json', '{ "answers": [\n  { "for": "ai.assistant" "text": "one" } ] }')
    expect(await script.answerTo(ask('x'))).toBeNull()
    expect(await script.answerTo(ask('x'))).toBeNull()
    expect(told).toEqual(['ai.json is not used: line 2, column 27: comma expected. Fix it and save it.'])
    expect(script.problems).toHaveLength(1)
    await save('.miniapp/ai.json', JSON.stringify(answers({ for: 'ai.assistant', text: 'two' })))
    expect(await script.answerTo(ask('x'))).toMatchObject({ answer: { text: 'two' } })
    expect(script.problems).toEqual([])
  })

  it('counts as it was saved last, also where an earlier look at it takes longer', async () => {
    const { places, save, told } = await project('{ "answers": [ ')
    let slowly = true
    const script = new AiScript(
      places,
      (message) => told.push(message),
      async (path) => {
        const text = await readFile(path, 'utf8')
        if (slowly) {
          slowly = false
          for (let turn = 0; turn < 1_000; turn += 1) await new Promise(setImmediate)
        }
        return text
      },
    )
    const earlier = script.refresh()
    // The file was read, and its content is on its way, when the file is saved again.
    while (slowly) await new Promise(setImmediate)
    await save('.miniapp/ai.json', JSON.stringify(answers({ for: 'ai.assistant', text: 'Rex' })))
    const later = script.answerTo(ask('Who?'))
    await earlier
    expect((await later)?.answer).toMatchObject({ text: 'Rex' })
    expect({ entries: script.entries, problems: script.problems }).toEqual({ entries: 1, problems: [] })
  })

  it('names every fault with its place', () => {
    expect(problemsOf({})).toEqual([expect.stringMatching(/^answers: /)])
    expect(problemsOf(answers({ for: 'ai.video', text: 'x' }))).toEqual([
      expect.stringMatching(/^answers\.0\.for: /),
    ])
    expect(
      problemsOf(
        answers(
          { for: 'ai.image' },
          { for: 'ai.image', prompt: 'a', contains: 'b', refuse: 'blocked' },
          { for: 'ai.image', text: 'x' },
          { for: 'ai.assistant', file: 'x.png' },
          { for: 'ai.assistant', text: 'x', refuse: 'blocked' },
          { for: 'ai.assistant', pattern: '(', text: 'x' },
          { for: 'ai.assistant', delay: 'soon' },
        ),
      ),
    ).toEqual([
      'answers.0.for: has no answer: add `text`, `json`, `file`, `refuse` or `delay`',
      'answers.1.contains: is one too many: use only one of `prompt`, `contains` and `pattern`',
      'answers.2.text: is only for ai.assistant: use `file` for ai.image',
      'answers.3.file: is only for pictures and sounds: use `text` or `json`',
      'answers.4.refuse: is one too many: use only one of `text`, `json`, `file` and `refuse`',
      'answers.5.pattern: is not a regular expression',
      'answers.6.delay: must be a time such as "500ms", "5s" or "1m"',
    ])
  })
})

describe('recording into ai.json', () => {
  it('adds what was asked and answered, each prompt once, and answers the same from then on', async () => {
    const { places, script, told } = await project()
    const recorder = new AiRecorder()
    const picture = await sharp({ create: { width: 384, height: 384, channels: 3, background: '#0f0' } })
      .png()
      .toBuffer()
    const sound = makeSound({ prompt: 'bell', kind: 'sound', seconds: 3, seed: 1 })
    recorder.add(PICTURE, { kind: 'picture', bytes: picture, width: 384, height: 384 })
    recorder.add(SOUND, { kind: 'sound', bytes: sound, seconds: 3 })
    recorder.add(ask('Why?'), { kind: 'answer', text: 'So.', json: null })
    recorder.add(ask('why? '), { kind: 'answer', text: 'Another time.', json: null })
    recorder.add(ask('Rude'), { status: 'blocked' })
    expect(await recorder.record(places)).toBe(4)
    expect(JSON.parse(await readFile(places.path, 'utf8'))).toEqual(
      answers(
        { for: 'ai.image', prompt: 'A Red Cat!', file: '.miniapp/ai/1-a-red-cat.png' },
        { for: 'ai.audio', prompt: 'beep', file: '.miniapp/ai/2-beep.wav' },
        { for: 'ai.assistant', prompt: 'Why?', text: 'So.' },
        { for: 'ai.assistant', prompt: 'Rude', refuse: 'blocked' },
      ),
    )
    expect(await script.answerTo(SOUND)).toMatchObject({ answer: { kind: 'sound', bytes: sound } })
    expect(await script.answerTo(PICTURE)).toMatchObject({ answer: { kind: 'picture' } })
    expect(await script.answerTo(ask('Why?'))).toMatchObject({ answer: { text: 'So.' } })
    expect(await script.answerTo(ask('Rude'))).toMatchObject({ answer: { status: 'blocked' } })
    expect(await recorder.record(places)).toBe(0)
    expect(told).toEqual([])
  })

  it('leaves what is there as it is, comments too, and adds nothing that it answers already', async () => {
    const before =
      '{\n  // mine\n  "answers": [\n    { "for": "ai.assistant", "contains": "why", "text": "Because." }\n  ]\n}\n'
    const { places } = await project(before)
    const recorder = new AiRecorder()
    recorder.add(ask('Why?'), { kind: 'answer', text: 'So.', json: null })
    recorder.add(ask('When?'), { kind: 'answer', text: 'Now.', json: null })
    expect(await recorder.record(places)).toBe(1)
    const after = await readFile(places.path, 'utf8')
    expect(after).toContain('// mine')
    expect(readScript(after)).toEqual({
      answers: [
        { for: 'ai.assistant', contains: 'why', text: 'Because.' },
        { for: 'ai.assistant', prompt: 'When?', text: 'Now.' },
      ],
    })
  })

  it('touches no damaged script', async () => {
    const { places } = await project('{ "answers": [ }')
    const recorder = new AiRecorder()
    recorder.add(ask('Why?'), { kind: 'answer', text: 'So.', json: null })
    await expect(recorder.record(places)).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('line 1'),
    })
    expect(await readFile(places.path, 'utf8')).toBe('{ "answers": [ }')
  })

  it('keeps no more than it can hold, the latest', () => {
    const recorder = new AiRecorder()
    for (let i = 0; i < 600; i++) recorder.add(ask(`${i}`), { kind: 'answer', text: 'x', json: null })
    expect(recorder.size).toBe(500)
    recorder.add(PICTURE, {
      kind: 'picture',
      bytes: new Uint8Array(300 * 1_048_576),
      width: 384,
      height: 384,
    })
    expect(recorder.size).toBe(0)
  })
})

describe('fitSound', () => {
  it('cuts and fills up to the second, with any other parts in the file', () => {
    const wav = makeSound({ prompt: 'bell', kind: 'sound', seconds: 3, seed: 1 })
    const longer = fitSound(wav, 6)
    expect(longer?.length).toBe(44 + 6 * 44_100 * 2)
    expect(longer?.slice(44, 44 + 3 * 44_100 * 2)).toEqual(wav.slice(44))
    expect(fitSound(wav, 3)).toEqual(wav)
    const listed = Buffer.concat([
      wav.slice(0, 36),
      Buffer.from('LIST\u0003\0\0\0abc\0', 'latin1'),
      wav.slice(36),
    ])
    expect(fitSound(listed, 3)).toEqual(wav)
  })

  it.each([
    [''],
    ['RIFF'],
    ['RIFF\0\0\0\0WAVE'],
    ['RIFF\0\0\0\0WAVEdata\0\0\0\0'],
    ['no sound at all, but long enough to be one'],
  ])('takes no %j', (text) => {
    expect(fitSound(Buffer.from(text, 'latin1'), 3)).toBeNull()
  })
})

describe('an ai.json that cannot be used', () => {
  it.each(
    Object.entries({
      ...DAMAGES,
      'in a newer format': (path: string) => writeFile(path, '{"schema":2,"answers":[]}'),
    }),
  )('%s: it is named, the stand-in answers, and nothing is recorded over it', async (_name, damage) => {
    const { script, told, places } = await project(answers({ for: 'ai.assistant', text: 'Mine.' }))
    await damage(places.path)
    const damaged = await contentOf(places.path)
    expect(await script.answerTo(ask('Who?'))).toBeNull()
    expect(told).toEqual([expect.stringMatching(/^ai\.json is not used: .* Fix it and save it\.$/)])
    const recorder = new AiRecorder()
    recorder.add(ask('Who?'), { kind: 'answer', text: 'Me.', json: null })
    await expect(recorder.record(places)).rejects.toThrow(/ai\.json/)
    expect(await contentOf(places.path)).toBe(damaged)
  })
})
