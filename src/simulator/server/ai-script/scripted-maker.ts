import type { AiMaker } from '../../../host/ai/ai-maker.js'
import { makeByStandIn } from '../ai-maker.js'
import type { AiScript } from './ai-script.js'
import type { AiRecorder } from './recorder.js'

/** Answers as the script says, else by the stand-ins, and remembers what the stand-ins made. */
export const scriptedMaker = (script: AiScript, recorder: AiRecorder): AiMaker => ({
  scripted: (request) => script.answerTo(request),
  make: async (request) => {
    const made = await makeByStandIn(request)
    recorder.hear(request, made)
    return made
  },
  blocked: (request) => recorder.hear(request, { status: 'blocked' }),
})
