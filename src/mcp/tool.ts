import * as z from 'zod'
import { MAX_SEATS } from '../host/control/switches.js'
import { jsonDocument } from '../terminal/json-text.js'

/** What a tool answers with. */
export type Content =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: 'image/png' }

/** Adds a tool: its name, what it does, its parameters, and its work. */
export type AddTool = <Shape extends z.ZodRawShape>(
  name: string,
  description: string,
  input: Shape,
  run: (given: z.output<z.ZodObject<Shape>>) => Promise<readonly Content[]>,
) => void

export const text = (words: string): Content => ({ type: 'text', text: words })
export const json = (value: unknown): Content => text(jsonDocument(value))
export const image = (png: Uint8Array): Content => ({
  type: 'image',
  data: Buffer.from(png).toString('base64'),
  mimeType: 'image/png',
})

/** Whose window a tool works in. */
export const seat = z.int().min(1).max(MAX_SEATS).default(1).describe('the seat, 1 to 8: one person each')
