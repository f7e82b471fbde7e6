import express, { type Router } from 'express'
import type { Simulator } from '../simulator.js'

/** `control/ai`: the script of AI answers, and recording into it. */
export const aiRoutes = (simulator: Simulator): Router => {
  const router = express.Router()

  const state = () => ({
    file: simulator.ai.script.path,
    answers: simulator.ai.script.entries,
    problems: simulator.ai.script.problems,
    recordable: simulator.ai.recordable,
  })

  router.get('/ai', async (_request, response) => {
    await simulator.ai.script.refresh()
    response.json(state())
  })

  router.post('/ai/record', async (_request, response) => {
    const recorded = await simulator.recordAi()
    response.json({ recorded, ...state() })
  })

  return router
}
