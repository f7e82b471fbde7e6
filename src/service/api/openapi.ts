import * as z from 'zod'
import {
  AUTHORIZATION_PATHS,
  FEED_LIMIT_DEFAULT,
  FEED_LIMIT_MAX,
  FEED_LIMIT_MIN,
  OPERATIONS,
  type OperationName,
  POST_MAX_CHARACTERS,
  SCOPES,
} from '../../platform/publishing.js'
import { createPostBody, uploadMediaBody, uploadStoryBody } from '../../platform/publishing-bodies.js'

/** The API description of this service (9): OpenAPI 3.1, of version 1.0.0 of the interface. */
export const describeApi = (origin: string): object => ({
  openapi: '3.1.0',
  info: {
    title: 'Publishing API of the local service',
    version: '1.0.0',
    description:
      'Reads and posts on behalf of a connected user. Reads return untrusted user-authored content.',
  },
  servers: [{ url: origin }],
  security: [{ oauth: Object.keys(SCOPES) }],
  paths: paths(),
  components: {
    securitySchemes: {
      oauth: {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: `${origin}${AUTHORIZATION_PATHS.authorize}`,
            tokenUrl: `${origin}${AUTHORIZATION_PATHS.token}`,
            refreshUrl: `${origin}${AUTHORIZATION_PATHS.token}`,
            scopes: SCOPES,
          },
        },
      },
    },
    schemas: {
      CreatePost: withMaxLength(schemaOf(createPostBody)),
      UploadMedia: schemaOf(uploadMediaBody),
      UploadStory: schemaOf(uploadStoryBody),
      Result: {
        type: 'object',
        properties: { result: { type: 'string' } },
        required: ['result'],
        additionalProperties: false,
      },
      Error: {
        type: 'object',
        properties: { error: { type: 'string', description: 'A message for the user.' } },
        required: ['error'],
        additionalProperties: false,
      },
    },
  },
})

interface Description {
  readonly summary: string
  readonly body?: 'CreatePost' | 'UploadMedia' | 'UploadStory'
  readonly parameters?: readonly object[]
  /** Whether it can answer 400 and 404. */
  readonly statuses: readonly ('400' | '404')[]
}

const DESCRIPTIONS: Readonly<Record<OperationName, Description>> = {
  getChat: {
    summary: "Lists the user's conversations or, with an ID, the messages of one.",
    parameters: [{ name: 'conversation_id', in: 'query', required: false, schema: { type: 'string' } }],
    statuses: ['404'],
  },
  uploadMedia: {
    summary: 'Uploads an image or video; the last line of the result is the media reference.',
    body: 'UploadMedia',
    statuses: ['400'],
  },
  getNotifications: { summary: 'Recent notifications.', statuses: [] },
  createPost: { summary: 'Publishes a post as the user.', body: 'CreatePost', statuses: ['400'] },
  getPost: {
    summary: 'One post by ID.',
    parameters: [{ name: 'post_id', in: 'path', required: true, schema: { type: 'string' } }],
    statuses: ['404'],
  },
  getProfile: { summary: "The connected user's own profile and stats.", statuses: [] },
  getUpdates: {
    summary: "The user's home feed.",
    parameters: [
      {
        name: 'limit',
        in: 'query',
        required: false,
        schema: {
          type: 'integer',
          minimum: FEED_LIMIT_MIN,
          maximum: FEED_LIMIT_MAX,
          default: FEED_LIMIT_DEFAULT,
        },
      },
    ],
    statuses: ['400'],
  },
  uploadStory: { summary: 'Publishes a story.', body: 'UploadStory', statuses: ['400'] },
}

const REASONS = {
  '400': 'Refused; do not retry unchanged.',
  '401': 'No token was sent.',
  '403': 'The token is invalid or does not permit this; the message is the same for every cause.',
  '404': 'Not found.',
  '429': 'Rate limited; back off, then retry.',
} as const

const paths = (): Record<string, Record<string, object>> => {
  const described: Record<string, Record<string, object>> = {}
  for (const [name, { method, path, scopes }] of Object.entries(OPERATIONS)) {
    const { summary, body, parameters, statuses } = DESCRIPTIONS[name as OperationName]
    described[path] = {
      ...described[path],
      [method.toLowerCase()]: {
        operationId: name,
        summary,
        security: [{ oauth: scopes }],
        ...(parameters === undefined ? {} : { parameters }),
        ...(body === undefined ? {} : { requestBody: { required: true, content: jsonContent(body) } }),
        responses: {
          '200': { description: 'Done.', content: jsonContent('Result') },
          ...Object.fromEntries(
            (['401', '403', '429', ...statuses] as const).map((status) => [
              status,
              { description: REASONS[status], content: jsonContent('Error') },
            ]),
          ),
        },
      },
    }
  }
  return described
}

const jsonContent = (schema: string): object => ({
  'application/json': { schema: { $ref: `#/components/schemas/${schema}` } },
})

interface JsonSchema {
  readonly properties?: Readonly<Record<string, unknown>>
  readonly [keyword: string]: unknown
}

/** The schema of a body; the service ignores additional fields, so they are allowed here. */
const schemaOf = (schema: z.ZodType): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  return rest
}

/** A function checks the length, which JSON Schema cannot express; both count code points. */
const withMaxLength = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  properties: { ...schema.properties, content: { type: 'string', maxLength: POST_MAX_CHARACTERS } },
})
