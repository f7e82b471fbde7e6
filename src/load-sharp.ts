import type sharp from 'sharp'
import { usageFailure } from './failure.js'

/** The library that decodes pictures. */
export type Sharp = typeof sharp

/** Loads it; tests play an installation where that fails. */
export type LoadSharp = () => Promise<Sharp>

/**
 * Loads sharp, where a picture really must be decoded or drawn. It has a native part for each system: what was installed
 * for another one, or without optional packages, lacks it.
 * @throws {Failure} `usage` where it does not load, with what to do about it
 */
export const loadSharp: LoadSharp = () =>
  sharpFrom(async () => {
    const { default: sharp } = await import('sharp')
    // A picture that it remembers keeps its file open: on Windows, nobody could change or delete it.
    sharp.cache(false)
    return sharp
  })

/** The same by way of what loads it. */
export const sharpFrom = async (load: LoadSharp): Promise<Sharp> => {
  try {
    return await load()
  } catch (error) {
    throw usageFailure(
      'The library sharp, which decodes pictures, does not load: it was installed for another system, or without its optional packages.',
      'Install miniapp again on this system with `npm install --include=optional`, and look with `miniapp doctor`.',
      error,
    )
  }
}

/** Whether a picture cannot be read: libvips reports that as plain errors; a defect of ours has a more particular type. */
export const isDecodingError = (error: unknown): boolean =>
  error instanceof Error && error.constructor === Error
