import { Option } from 'commander'
import { wholeNumber } from './number-option.js'

const MAX_SECONDS = 3_600

/** `--answer-timeout` of commands that send files: in seconds. */
export const answerTimeoutOption = (): Option =>
  new Option(
    '--answer-timeout <seconds>',
    `how long to wait for the answer after the last byte, 1 to ${MAX_SECONDS} (default: 30; 300 for a video)`,
  ).argParser(wholeNumber(1, MAX_SECONDS))
