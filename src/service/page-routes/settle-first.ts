import type { NextFunction, Request, Response } from 'express'
import type { World } from '../world.js'

/** Lets time do its work before a page is shown: what it shows is true at that moment. */
export const settleFirst =
  ({ miniApps }: World) =>
  async (_request: Request, _response: Response, next: NextFunction): Promise<void> => {
    await miniApps.settled()
    next()
  }
