#!/usr/bin/env node
// Builds dist/: the command line, the library, the browser code, the types. With `--development`, the code comes with source maps,
// and the shell's is not minified.
import { rm } from 'node:fs/promises'
import { buildBrowserCode } from './browser-code.mjs'
import { buildNodeCode } from './node-code.mjs'
import { DIST } from './paths.mjs'
import { buildReference } from './reference.mjs'
import { buildManifestSchema, completeTemplates } from './template-files.mjs'
import { writeThirdPartyLicences } from './third-party-licences.mjs'
import { buildTypes } from './types.mjs'

const isDevelopment = process.argv.includes('--development')
await rm(DIST, { recursive: true, force: true })
const [nodeModules, browserModules] = await Promise.all([
  buildNodeCode(isDevelopment),
  buildBrowserCode(isDevelopment),
  buildTypes(),
  buildManifestSchema(),
])
await Promise.all([
  writeThirdPartyLicences([...nodeModules, ...browserModules]),
  completeTemplates(),
  buildReference(),
])
