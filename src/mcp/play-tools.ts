import * as z from 'zod'
import { Failure, usageFailure } from '../failure.js'
import type { Point, TestWindow } from '../playtest/drivers/driver.js'
import { pictureOf } from '../playtest/look.js'
import { labelledControls } from '../playtest/page/labelled-controls.js'
import { pageSize } from '../playtest/page/questions.js'
import { seen } from '../playtest/page/seen.js'
import { focusFrame, frameBox } from '../playtest/page/shell-questions.js'
import type { AppSession } from './app-session.js'
import { type AddTool, image, json, seat, text } from './tool.js'

/** What a person does with the app: look, tap, swipe, type. */
export const addPlay = (ask: AddTool, act: AddTool, session: AppSession): void => {
  ask(
    'screenshot',
    'A picture of the app as a person sees it, including the sheets of the host, with its text and what can be tapped. Positions are CSS pixels of the app.',
    { seat },
    async ({ seat: of }) => {
      const window = await session.window(of)
      const picture = await pictureOf(window)
      if (picture === null) return [text('No app is open in this seat.')]
      const page = await window.askApp(seen, null)
      const controls = (await window.askApp(labelledControls, null)) ?? []
      const size = await window.askApp(pageSize, null)
      return [
        image(picture),
        json({
          size,
          lines: page?.lines ?? [],
          controls: controls.map(({ x, y, label }) => ({ x: Math.round(x), y: Math.round(y), label })),
        }),
      ]
    },
  )
  act(
    'tap',
    'Tap in the app, at a place or on the control whose label contains the words.',
    { x: z.number().optional(), y: z.number().optional(), label: z.string().optional(), seat },
    async ({ x, y, label, seat: of }) => {
      const window = await session.window(of)
      const at = label === undefined ? place(x, y) : await controlWith(window, label)
      await window.press(await inShell(window, at))
      return [text(`Tapped at ${Math.round(at.x)}, ${Math.round(at.y)}.`)]
    },
  )
  act(
    'swipe',
    'Drag a finger over the app.',
    { fromX: z.number(), fromY: z.number(), toX: z.number(), toY: z.number(), seat },
    async ({ fromX, fromY, toX, toY, seat: of }) => {
      const window = await session.window(of)
      await window.drag(
        await inShell(window, { x: fromX, y: fromY }),
        await inShell(window, { x: toX, y: toY }),
      )
      return [text('Done.')]
    },
  )
  act(
    'type',
    'Press keys in the app: a text, or named keys such as ArrowLeft, Enter and Space.',
    { text: z.string().default(''), keys: z.array(z.string()).default([]), seat },
    async ({ text: words, keys, seat: of }) => {
      const window = await session.window(of)
      if (words === '' && keys.length === 0) throw usageFailure('Nothing to type.', 'Give text or keys.')
      await window.askShell(focusFrame, null)
      for (const key of [...[...words].map((one) => (one === ' ' ? 'Space' : one)), ...keys])
        await window.key(key).catch((error: unknown) => {
          if (!(error instanceof Error && error.message.includes('Unknown key'))) throw error
          throw usageFailure(
            `There is no key ${JSON.stringify(key)}.`,
            'Use names such as ArrowLeft, Enter and Space.',
          )
        })
      return [text('Done.')]
    },
  )
}

const place = (x: number | undefined, y: number | undefined): Point => {
  if (x === undefined || y === undefined) throw usageFailure('Missing place.', 'Give x and y, or label.')
  return { x, y }
}

const controlWith = async (window: TestWindow, label: string): Promise<Point> => {
  const controls = (await window.askApp(labelledControls, null)) ?? []
  const wanted = label.toLowerCase()
  const found =
    controls.find((one) => one.label.toLowerCase() === wanted) ??
    controls.find((one) => one.label.toLowerCase().includes(wanted))
  if (found !== undefined) return found
  const labels = controls.map((one) => JSON.stringify(one.label)).join(', ')
  throw usageFailure(
    `Nothing visible is labelled ${JSON.stringify(label)}.`,
    labels === '' ? 'Give x and y instead of label.' : `Tap one of ${labels}.`,
  )
}

/** A point of the app's page as one of the shell's, in which its frame may be scaled. @throws {Failure} if no app is open */
const inShell = async (window: TestWindow, { x, y }: Point): Promise<Point> => {
  const box = await window.askShell(frameBox, null)
  const size = await window.askApp(pageSize, null)
  if (box === null || size === null)
    throw new Failure('refused', 'No app is open in this seat.', 'Call state and calls to see why.')
  const { width, height } = size
  if (x < 0 || y < 0 || x >= width || y >= height)
    throw usageFailure(
      `${x}, ${y} is outside the app, which is ${width} × ${height} pixels.`,
      'Call screenshot for what is visible.',
    )
  return { x: box.x + (x / width) * box.width, y: box.y + (y / height) * box.height }
}
