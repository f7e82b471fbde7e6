import { makeByStandIn } from './ai-maker.js'
import { answerInThread } from './thread.js'

/** The thread that makes results in place of AI, so that the simulator's thread can answer calls. */
answerInThread(makeByStandIn)
