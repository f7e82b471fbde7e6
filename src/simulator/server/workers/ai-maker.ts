import type { AiMade, AiRequest } from '../../../host/ai/ai-maker.js'
import { AI_IMAGE_SIDE_PIXELS } from '../../../platform/limits.js'

/** Makes results in place of AI with the stand-ins, which are loaded when they are needed. */
export const makeByStandIn = async (request: AiRequest): Promise<AiMade> => {
  switch (request.capability) {
    case 'ai.image': {
      const { makePicture } = await import('../../../stand-ins/picture.js')
      const bytes = await makePicture(request)
      return { kind: 'picture', bytes, width: AI_IMAGE_SIDE_PIXELS, height: AI_IMAGE_SIDE_PIXELS }
    }
    case 'ai.audio': {
      const { makeSound } = await import('../../../stand-ins/sound.js')
      return { kind: 'sound', bytes: makeSound(request), seconds: request.seconds }
    }
    case 'ai.assistant': {
      const { makeAnswer } = await import('../../../stand-ins/answer.js')
      return { kind: 'answer', ...makeAnswer({ ...request, searched: request.webSearch }) }
    }
  }
}
