import { makeByStandIn } from './ai-maker.js'
import { answerInThread } from './answer-in-thread.js'

/** The thread that draws and plays what AI would make, while the simulator's own goes on answering every seat. */
answerInThread(makeByStandIn)
