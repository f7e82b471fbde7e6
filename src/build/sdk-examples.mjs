#!/usr/bin/env node
// Writes the examples of the reference into the declarations of the SDK. A unit test fails when they are out of date.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './paths.mjs'
import { readExamples } from './reference.mjs'

const DECLARATIONS = join(ROOT, 'src/sdk/service-miniapp.d.ts')

/** `@example <caption>miniapp docs pay</caption>` at the end of a comment, with the lines below it. */
const EXAMPLE = /^( *)\* @example <caption>miniapp docs ([\w.]+)<\/caption>\n(?:\1\*(?!\/).*\n)*/gm

/**
 * The declarations with the example of each call that names one.
 * @param {string} declarations
 * @param {Readonly<Record<string, string>>} examples by name
 */
export const withExamples = (declarations, examples) =>
  declarations.replace(EXAMPLE, (_, indent, name) => {
    const code = examples[name]
    if (code === undefined) throw new Error(`There is no example ${name}.`)
    const lines = code.split('\n').map((line) => `${indent}* ${line}`.trimEnd())
    return `${indent}* @example <caption>miniapp docs ${name}</caption>\n${lines.join('\n')}\n`
  })

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await writeFile(DECLARATIONS, withExamples(await readFile(DECLARATIONS, 'utf8'), await readExamples()))
