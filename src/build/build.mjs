#!/usr/bin/env node
// Builds dist/: the command line, the library, the browser code, the types.
import { rm } from 'node:fs/promises'
import { buildBrowserCode } from './browser-code.mjs'
import { buildManifestSchema } from './manifest-schema.mjs'
import { buildNodeCode } from './node-code.mjs'
import { DIST } from './paths.mjs'
import { buildReference } from './reference.mjs'
import { completeTemplates } from './template-files.mjs'
import { buildTypes } from './types.mjs'

await rm(DIST, { recursive: true, force: true })
await Promise.all([buildTypes(), buildNodeCode(), buildBrowserCode(), buildManifestSchema()])
await Promise.all([completeTemplates(), buildReference()])
