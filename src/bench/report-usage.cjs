// Required by a measured process: writes what it used to a file when it ends. CommonJS starts without a loader of modules.
const { writeFileSync } = require('node:fs')

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const usage = { cpu: (userCPUTime + systemCPUTime) / 1_000, memory: maxRSS / 1_024 }
  writeFileSync(process.env['MINIAPP_BENCH_USAGE'] ?? '', JSON.stringify(usage))
})
