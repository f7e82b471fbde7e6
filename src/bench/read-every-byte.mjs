// The minimum that every check of a folder must do: `read-every-byte.mjs DIR`.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

let bytes = 0
for (const entry of readdirSync(process.argv[2] ?? '.', { recursive: true, withFileTypes: true }))
  if (entry.isFile()) bytes += readFileSync(join(entry.parentPath, entry.name)).length
console.log(bytes)
