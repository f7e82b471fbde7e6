import { Option } from 'commander'
import { RATING_NAMES } from '../../platform/publishing.js'
import { answerTimeoutOption } from '../answer-timeout-option.js'
import { baseUrlOption } from '../base-url-option.js'
import { formatOption } from '../format-option.js'
import { profileOption } from '../profile-option.js'
import type { StoryFlags, UploadFlags } from '../publish/run-upload.js'
import { addStripMetadataOptions } from '../strip-metadata-options.js'
import type { RegisterCommand } from './register-command.js'

/** `miniapp upload`: upload files for posts. */
export const registerUpload: RegisterCommand = (program, context) =>
  addStripMetadataOptions(
    program
      .command('upload')
      .summary('upload pictures or videos for posts')
      .description(
        'Upload pictures or videos and print a reference for each, to pass to post --media-ref.\npost --media uploads and posts in one step.',
      )
      .argument('<file...>', 'pictures or videos')
      .addOption(
        new Option('--optimize', 'shrink pictures over 30 MB; asks first on a terminal').default(false),
      )
      .addOption(baseUrlOption())
      .addOption(answerTimeoutOption())
      .addOption(profileOption())
      .addOption(formatOption()),
  )
    .addHelpText(
      'after',
      `
Examples:
  miniapp upload screenshot.png
  miniapp upload a.png b.mp4 --format json
  miniapp upload photo.jpg --optimize --strip-metadata
`,
    )
    .action(async (files: readonly string[], flags: UploadFlags) => {
      const { runUpload } = await import('../publish/run-upload.js')
      await runUpload(files, flags, context)
    })

/** `miniapp story`: publish a story. */
export const registerStory: RegisterCommand = (program, context) =>
  addStripMetadataOptions(
    program
      .command('story')
      .summary('publish a picture or short video as a story')
      .description(
        'Publish a picture (JPEG, PNG, GIF, WebP; up to 30 MB) or video (MP4, MOV; up to 100 MB and 30 seconds) as a\nstory, shown to followers for 48 hours. A story must be suitable for everyone.',
      )
      .argument('<file>', 'the picture or video')
      .addOption(
        new Option('--rating <rating>', 'sfw, the only rating allowed for a story').choices(RATING_NAMES),
      )
      .addOption(new Option('--reason <text>', 'the reason why it is suitable for everyone'))
      .addOption(
        new Option('--optimize', 'shrink pictures over 30 MB; asks first on a terminal').default(false),
      )
      .addOption(new Option('--yes', 'publish without asking').default(false))
      .addOption(new Option('--dry-run', 'check the file without sending').default(false))
      .addOption(baseUrlOption())
      .addOption(answerTimeoutOption())
      .addOption(profileOption())
      .addOption(formatOption()),
  )
    .addHelpText(
      'after',
      `
Examples:
  miniapp story level-1.png --reason "A screenshot of a puzzle"
  miniapp story clip.mp4 --reason "Game play without violence" --dry-run
`,
    )
    .action(async (file: string, flags: StoryFlags) => {
      const { runStory } = await import('../publish/run-upload.js')
      await runStory(file, flags, context)
    })
