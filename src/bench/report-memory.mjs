// Preloaded into a measured process: writes its peak memory in KB to a file when it ends.
import { writeFileSync } from 'node:fs'

const report = process.env['MINIAPP_BENCH_MEMORY']
// Worker threads share the process and its peak, so only the main thread reports.
if (report !== undefined)
  process.on('exit', () => writeFileSync(report, String(process.resourceUsage().maxRSS)))
