import { describe, expect, it } from 'vitest'
import type { Engine } from '../../../../src/browser/engines.js'
import { frameBox } from '../../../../src/playtest/page/shell-questions.js'
import type { ContractWindows } from '../contract-windows.js'

/** What an app can do with files and the clipboard (2.10), through a real frame. */
export const describeFiles = (engine: Engine, opened: () => ContractWindows): void => {
  describe('2.10: files and the clipboard', () => {
    it('no file input opens, however it is asked to, and the log says so', async () => {
      const { ask, window } = await opened().app()
      await ask(`contract.call('ready', {})`)
      await ask(`void (() => { ${FILE_INPUTS} })()`)
      const frame = await window.askShell(frameBox, null)
      if (frame === null) throw new Error('The app has no frame.')
      const denied = () => opened().logged('The sandbox does not open file inputs.')
      const press = (index: number) => window.click({ x: frame.x + 60, y: frame.y + 30 + index * 60 })
      for (const index of BUTTONS.keys()) {
        await press(index)
        await expect
          .poll(async () => (await denied()).length, { message: BUTTONS[index] ?? '' })
          .toBe(index + 1)
      }
      // A browser opens no chooser for a click whose default is prevented; the last two make no click that the page hears.
      expect(await ask('prevented')).toEqual([true, true, true])
      expect(await ask('thrown')).toBe('SecurityError')
      await press(BUTTONS.length)
      await expect.poll(() => ask(`document.getElementById('check').checked`)).toBe(true)
      expect(await denied()).toHaveLength(BUTTONS.length)
    })

    it('files are not dropped; what the app drags by itself is', async () => {
      const { ask } = await opened().app()
      expect(
        await ask(`(() => { ${TRANSFERS}; return [send(files, drops), send(text, drops), heard] })()`),
      ).toEqual([
        // False says that the default was prevented: the browser does not open a file that is dropped either.
        [false, false],
        [false, true],
        ['drop 0'],
      ])
    })

    it('files are not pasted; texts are', async ({ skip }) => {
      skip(engine === 'firefox', 'Firefox lets no script make an event that pastes a file.')
      const { ask } = await opened().app()
      expect(
        await ask(`(() => { ${TRANSFERS}; return [send(files, pastes), send(text, pastes), heard] })()`),
      ).toEqual([[false], [true], ['paste 0']])
    })

    it('scripts copy, cut and paste nothing; what else they command is done', async () => {
      const { ask, window } = await opened().app()
      await ask(`contract.call('ready', {})`)
      await ask(`void (() => { ${COPYING} })()`)
      await window.click({ x: 300, y: 400 })
      await expect.poll(() => ask('copied')).toEqual([false, false, false, true])
      await expect
        .poll(() => opened().kindsLogged('The sandbox has no clipboard'))
        .toEqual(['console', 'console', 'console'])
    })
  })
}

const BUTTONS = [
  'an input',
  'its label',
  'a click by script',
  'an input outside the page',
  'its picker',
] as const

/** One below the other, sixty pixels each: the ways to open a file input, and then a checkbox. */
const FILE_INPUTS = `
  document.body.innerHTML = '<style>body > * { position: fixed; left: 10px; width: 100px; height: 40px; margin: 0 }</style>' +
    '<input type="file" id="input" style="top: 10px"><label for="input" style="top: 70px; background: gray">Photo</label>' +
    '<button id="click" style="top: 130px">Click</button><button id="made" style="top: 190px">Make</button>' +
    '<button id="picker" style="top: 250px">Picker</button><input type="checkbox" id="check" style="top: 310px">'
  const input = document.getElementById('input')
  const on = (id, does) => document.getElementById(id).addEventListener('click', does)
  on('click', () => input.click())
  on('made', () => Object.assign(document.createElement('input'), { type: 'file' }).click())
  on('picker', () => { try { input.showPicker() } catch (error) { window.thrown = error.name } })
  window.prevented = []
  addEventListener('click', ({ target, defaultPrevented }) => { if (target === input) prevented.push(defaultPrevented) })`

const TRANSFERS = `
  const heard = []
  for (const name of ['drop', 'paste'])
    document.body.addEventListener(name, ({ dataTransfer, clipboardData }) => {
      heard.push(name + ' ' + (dataTransfer ?? clipboardData).files.length)
    })
  document.body.addEventListener('dragover', (event) => event.preventDefault())
  const init = { bubbles: true, cancelable: true, composed: true }
  const drops = (dataTransfer) => ['dragover', 'drop'].map((name) => new DragEvent(name, { ...init, dataTransfer }))
  const pastes = (clipboardData) => [new ClipboardEvent('paste', { ...init, clipboardData })]
  const send = (data, events) => events(data).map((event) => document.body.dispatchEvent(event))
  const files = new DataTransfer()
  files.items.add(new File(['x'], 'a.png', { type: 'image/png' }))
  const text = new DataTransfer()
  text.setData('text/plain', 'a card of the game')`

const COPYING = `
  document.body.innerHTML = '<p id="text">secret</p><button style="position: fixed; inset: 0">Copy</button>'
  window.copied = null
  addEventListener('click', () => {
    getSelection().selectAllChildren(document.getElementById('text'))
    window.copied = ['copy', 'Cut', 'paste', 'selectAll'].map((name) => document.execCommand(name))
  })`
