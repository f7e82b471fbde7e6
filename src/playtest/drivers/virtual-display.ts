import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { Failure } from '../../failure.js'

/** A screen in memory. */
export interface VirtualDisplay {
  /** For `DISPLAY`: `:99`. */
  readonly name: string
  readonly stop: () => Promise<void>
}

/**
 * Starts Xvfb, for browsers that cannot run without a display.
 * @throws {Failure} `usage` if it is not installed
 */
export const startVirtualDisplay = async (): Promise<VirtualDisplay> => {
  // It chooses a free number itself, and writes it to the third file once it listens.
  const xvfb = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '3200x2600x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => {
    xvfb.once('exit', () => resolve())
    xvfb.once('error', () => resolve())
  })
  const number = await Promise.race([firstLine(xvfb.stdio[3] as Readable), ended.then(() => null)])
  if (number === null)
    throw new Failure(
      'usage',
      'WebKit needs a display, and there is none here.',
      'Install Xvfb (on Debian the package xvfb), which miniapp then starts, or set DISPLAY.',
    )
  return {
    name: `:${number}`,
    stop: async () => {
      xvfb.kill()
      await ended
    },
  }
}

const firstLine = async (output: Readable): Promise<string | null> => {
  let text = ''
  for await (const piece of output) {
    text += String(piece)
    if (text.includes('\n')) return text.trim()
  }
  return null
}
