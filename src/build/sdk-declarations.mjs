import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { wrapAnsi } from 'fast-wrap-ansi'
import { parseSync } from 'rolldown/utils'
import { DIST, ROOT } from './paths.mjs'
import { loadReference } from './reference.mjs'

/** @typedef {import('../docs/topic.js').Topic} Topic */
/** @typedef {import('../docs/topic.js').Entry} Entry */
/** @typedef {ReturnType<typeof parseSync>['program']['body'][number]} Statement */
/** @typedef {Extract<Statement, { type: 'TSTypeAliasDeclaration' }>} Alias */
/** @typedef {Extract<Alias['typeAnnotation'], { type: 'TSTypeLiteral' }>['members'][number]} Member */
/** @typedef {Extract<Member, { type: 'TSMethodSignature' }>} Method */
/** @typedef {readonly [member: Member, paragraphs: readonly string[]]} Comment */

/**
 * The declarations of the SDK for those who write apps: with the comments of calls, their parameters and events, and with the
 * names of calls and codes, all of which the reference has.
 * @param {string} declarations
 * @param {readonly Topic[]} topics
 * @returns {string}
 * @throws {Error} where the two do not name the same calls, parameters and events
 */
export const documented = (declarations, topics) => {
  const types = typesOf(declarations)
  const comments = [
    ...callComments(types, types.membersNamed('Sdk'), '', topics),
    ...eventComments(types, topics),
  ]
  const edits = [
    // The words to contributors.
    { start: 0, end: declarations.indexOf('/**'), put: '' },
    // Several calls share the option that shows their progress.
    ...new Map(comments.map((comment) => [comment[0].start, commentEdit(declarations, comment)])).values(),
    nameEdit(types, 'CallName', topics, ({ kind, id }) => (kind === 'call' ? `'${id}'` : null)),
    nameEdit(types, 'ErrorCode', topics, ({ kind, title, summary }) =>
      kind === 'error' ? `'${title}' // ${summary}` : null,
    ),
  ]
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, put }) => text.slice(0, start) + put + text.slice(end), declarations)
}

/**
 * The types that the declarations name.
 * @param {string} declarations
 */
const typesOf = (declarations) => {
  const namespace = parseSync('service-miniapp.d.ts', declarations).program.body.find(
    (statement) => statement.type === 'TSModuleDeclaration',
  )
  /** @type {readonly unknown[]} */
  const body = namespace?.body?.type === 'TSModuleBlock' ? namespace.body.body : []
  const statements = /** @type {readonly Statement[]} */ (body)
  /** @param {string} name @returns {readonly Member[]} those of an interface, and of what it extends */
  const membersNamed = (name) => {
    const found = statements.find((one) => one.type === 'TSInterfaceDeclaration' && one.id.name === name)
    if (found?.type !== 'TSInterfaceDeclaration') return []
    const inherited = found.extends.map(({ expression }) =>
      expression.type === 'Identifier' ? membersNamed(expression.name) : [],
    )
    return [...found.body.body, ...inherited.flat()]
  }
  /** @param {Alias['typeAnnotation'] | undefined} type @returns {readonly Member[]} also those of a name, or of a union */
  const membersOf = (type) => {
    if (type?.type === 'TSTypeLiteral') return type.members
    if (type?.type === 'TSUnionType') return type.types.flatMap(membersOf)
    const name = type?.type === 'TSTypeReference' ? type.typeName : null
    return name?.type === 'Identifier' ? membersNamed(name.name) : []
  }
  /** @param {string} name */
  const aliasNamed = (name) => {
    const found = statements.find((one) => one.type === 'TSTypeAliasDeclaration' && one.id.name === name)
    if (found?.type !== 'TSTypeAliasDeclaration') throw new Error(`${name} is not declared.`)
    return found
  }
  return { membersNamed, membersOf, aliasNamed }
}

/** @param {Member} member */
const nameOf = (member) => {
  const key = 'key' in member ? member.key : null
  if (key?.type === 'Identifier') return key.name
  return key?.type === 'Literal' ? String(key.value) : ''
}

/**
 * The comments of calls and of their areas.
 * @param {ReturnType<typeof typesOf>} types
 * @param {readonly Member[]} members of the SDK, or of an object in it
 * @param {string} prefix of their names
 * @param {readonly Topic[]} topics
 * @returns {readonly Comment[]}
 */
const callComments = (types, members, prefix, topics) => {
  const calls = topics.filter(({ id, kind }) => kind === 'call' && id.startsWith(prefix))
  const declared = members.map(nameOf)
  const missing = calls.find(({ id }) => !declared.includes(id.slice(prefix.length).split('.', 1)[0] ?? ''))
  if (missing !== undefined) throw new Error(`${missing.id} is not declared.`)
  return members.flatMap((member) => {
    const id = `${prefix}${nameOf(member)}`
    const topic = topics.find((one) => one.id === id)
    if (member.type === 'TSPropertySignature')
      return [
        ...(topic === undefined ? [] : [/** @type {const} */ ([member, [withSections(topic)]])]),
        ...callComments(types, types.membersOf(member.typeAnnotation?.typeAnnotation), `${id}.`, topics),
      ]
    if (member.type !== 'TSMethodSignature' || topic === undefined)
      throw new Error(`The reference has no call ${id}.`)
    return commentsOfCall(types, member, topic)
  })
}

/**
 * The comments of a call and of its options.
 * @param {ReturnType<typeof typesOf>} types
 * @param {Method} method
 * @param {Topic} topic
 * @returns {readonly Comment[]}
 */
const commentsOfCall = (types, method, topic) => {
  const entries = new Map(
    partOf(topic, 'Parameters')?.entries?.map((entry) => [entry.name.replace('?', ''), entry]),
  )
  /** @param {string} name */
  const takeText = (name) => {
    const entry = entries.get(name)
    if (entry === undefined) throw new Error(`${topic.id} has no parameter ${name}.`)
    entries.delete(name)
    return entryText(entry)
  }
  /** @type {string[]} */
  const tags = []
  /** @type {Comment[]} */
  const fields = []
  for (const parameter of method.params) {
    if (parameter.type !== 'Identifier') continue
    const type = parameter.typeAnnotation?.typeAnnotation
    const members = entries.has(parameter.name) ? [] : types.membersOf(type)
    if (members.length === 0) tags.push(`@param ${parameter.name} ${takeText(parameter.name)}`)
    for (const member of members)
      if (type?.type === 'TSTypeReference') fields.push([member, [takeText(nameOf(member))]])
      else tags.push(`@param ${parameter.name}.${nameOf(member)} ${takeText(nameOf(member))}`)
  }
  for (const name of entries.keys()) throw new Error(`The parameter ${name} of ${topic.id} is not declared.`)
  return [[method, [...sentencesOf(topic), ...tags, ...endOf(topic)]], ...fields]
}

/**
 * The comments of the host's events.
 * @param {ReturnType<typeof typesOf>} types
 * @param {readonly Topic[]} topics
 * @returns {readonly Comment[]}
 */
const eventComments = ({ membersNamed }, topics) =>
  membersNamed('Events').map((member) => {
    const topic = topics.find(({ id }) => id === `events/${nameOf(member)}`)
    if (topic === undefined) throw new Error(`The reference has no event ${nameOf(member)}.`)
    return [member, [`${topic.summary} ${partOf(topic, 'Data')?.text}`]]
  })

/**
 * @param {Topic} topic
 * @param {string} title
 */
const partOf = ({ parts }, title) => parts.find((part) => part.title === title)

/** @param {Topic} topic */
const withSections = ({ summary, sections }) => `${summary.replace(/\.$/, '')} (${sections.join(', ')}).`

/** @param {Entry} entry @returns {string} what a parameter is, and its bounds, which its type ends in */
const entryText = ({ type = '', text }) => {
  const bounds = /^(?:string|number), (.+)$/.exec(type)?.[1]
  return bounds === undefined ? text : `${text} ${bounds[0]?.toUpperCase()}${bounds.slice(1)}.`
}

/** @param {Topic} topic @returns {readonly string[]} what a call does and needs, its codes and its limits */
const sentencesOf = (topic) => {
  const tap = partOf(topic, 'At a glance')?.entries?.find(({ name }) => name === 'Tap')?.text ?? ''
  const limits = partOf(topic, 'Limits')?.entries ?? []
  const codes = partOf(topic, 'Rejects with')?.entries ?? []
  return [
    [withSections(topic), ...(tap.startsWith('Required') ? [`A tap is r${tap.slice(1)}`] : [])].join(' '),
    ...(codes.length === 0 ? [] : [`Rejects with ${codes.map(({ name }) => `\`${name}\``).join(', ')}.`]),
    ...limits.map(({ name, text }) => `- ${text.slice(0, -1)}: ${name}`),
  ]
}

/** @param {Topic} topic @returns {readonly string[]} what a call results in, and its example */
const endOf = (topic) => {
  const result = partOf(topic, 'Result')?.text
  return [
    ...(result === undefined ? [] : [`@returns ${result}`]),
    `@example <caption>miniapp docs ${topic.id}</caption>\n${partOf(topic, 'Example')?.code}`,
  ]
}

const LONGEST_LINE = 120

/**
 * Puts a comment before what it is about.
 * @param {string} declarations
 * @param {Comment} comment
 */
const commentEdit = (declarations, [{ start }, paragraphs]) => {
  const line = declarations.lastIndexOf('\n', start) + 1
  const indent = declarations.slice(line, start)
  const [first = '', ...others] = paragraphs
  const short = `/** ${first} */`
  const width = LONGEST_LINE - indent.length - ' * '.length
  const isShort = others.length === 0 && indent.length + short.length <= LONGEST_LINE
  const lines = paragraphs
    .flatMap((paragraph) =>
      (paragraph.startsWith('@example') ? paragraph : wrapAnsi(paragraph, width)).split('\n'),
    )
    .map((one) => `${indent} * ${one}`.trimEnd())
  const isFirst = declarations.slice(0, line).endsWith('{\n')
  return {
    start: line,
    end: line,
    put: isShort
      ? `${indent}${short}\n`
      : `${isFirst ? '' : '\n'}${indent}/**\n${lines.join('\n')}\n${indent} */\n`,
  }
}

/**
 * Puts the names that the reference has in place of the type that stands for them.
 * @param {ReturnType<typeof typesOf>} types
 * @param {string} alias
 * @param {readonly Topic[]} topics
 * @param {(topic: Topic) => string | null} nameOfTopic null where it is another kind of topic
 */
const nameEdit = ({ aliasNamed }, alias, topics, nameOfTopic) => {
  const { id, typeAnnotation } = aliasNamed(alias)
  const names = topics.map(nameOfTopic).filter((name) => name !== null)
  return {
    start: id.end,
    end: typeAnnotation.end,
    put: ` =${names.map((name) => `\n    | ${name}`).join('')}`,
  }
}

/** Writes the declarations of the SDK into dist/. */
export const buildDeclarations = async () => {
  const [declarations, { topics }] = await Promise.all([
    readFile(join(ROOT, 'src/sdk/service-miniapp.d.ts'), 'utf8'),
    loadReference({ rules: [], ruleExamples: {} }),
  ])
  await writeFile(join(DIST, 'sdk/service-miniapp.d.ts'), documented(declarations, topics))
}
