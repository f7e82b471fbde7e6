// A thread that runs one jq filter: a filter may run forever, and only a thread of its own can be stopped.
import { parentPort, workerData } from 'node:worker_threads'
import type { JqInput } from './jq-filter.js'
import { filterJson } from './jq-filter.js'

parentPort?.postMessage(await filterJson(workerData as JqInput))
