import { Argument, InvalidArgumentError } from 'commander'
import { HTTP_METHODS, type HttpMethod } from '../../publish/requests/bounded-fetch.js'
import type { RegisterCommand } from '../context.js'
import { answerTimeoutOption, baseUrlOption, formatOption, jqOption, profileOption } from '../options.js'
import type { ApiFlags } from '../publish/run-api.js'

/** `miniapp api`: a raw request. */
export const registerApi: RegisterCommand = (program, context) =>
  program
    .command('api')
    .summary('send a raw request to the API')
    .description(
      'Send a request to a path below /v1 of the service, with your token, and print the answer. Fields become the JSON body or, for GET and with --input, the query.\nThe exit code follows the status: 1 refused, 3 not signed in, 4 not found, 5 service error, 6 rate limited.',
    )
    .addArgument(
      new Argument('<method>', HTTP_METHODS.join(', ')).argParser((text): HttpMethod => {
        const method = HTTP_METHODS.find((name) => name === text.toUpperCase())
        if (method !== undefined) return method
        throw new InvalidArgumentError(`Choose ${HTTP_METHODS.join(', ')}.`)
      }),
    )
    .argument('<path>', 'the path, such as /v1/profile')
    .option(
      '-F, --field <name=value>',
      'add a field; true, false, null and integers keep their type, @FILE reads a file, @- reads stdin; may be repeated',
      added,
    )
    .option('-f, --raw-field <name=value>', 'add a field whose value is always text; may be repeated', added)
    .option('--input <file>', 'send a file as the body; - reads stdin')
    .option('-i, --include', 'also print the status and the headers of the response', false)
    .addOptions(jqOption(), baseUrlOption(), answerTimeoutOption(), profileOption(), formatOption())
    .examples(`
  miniapp api GET /v1/profile
  miniapp api GET /v1/updates --field limit=5
  miniapp api GET /v1/posts/none --jq .error
  miniapp api POST /v1/posts -f content="Hello" -f content_rating=sfw -f rating_reasoning="A greeting"
  miniapp api POST /v1/posts --input post.json --include
`)
    .action(async (method: HttpMethod, path: string, flags: ApiFlags) => {
      const { runApi } = await import('../publish/run-api.js')
      await runApi(method, path, flags, context)
    })

/** Collects a repeated flag. */
const added = (text: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  text,
]
