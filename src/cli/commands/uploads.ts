import { Option } from 'commander'
import {
  PUBLISHED_STORY_LIFETIME_MS,
  RATING_NAMES,
  STORY_IMAGE_MAX_BYTES,
  STORY_VIDEO_MAX_BYTES,
  STORY_VIDEO_MAX_SECONDS,
} from '../../platform/publishing.js'
import { HOUR_MS, MB } from '../../platform/units.js'
import type { RegisterCommand } from '../context.js'
import { optimizeOption, sendOptions } from '../options.js'
import type { StoryFlags, UploadFlags } from '../publish/run-upload.js'

/** `miniapp upload`: upload files for posts. */
export const registerUpload: RegisterCommand = (program, context) =>
  program
    .command('upload')
    .summary('upload pictures or videos for posts')
    .description(
      'Upload pictures or videos and print a reference for each, to pass to post --media-ref. To upload and post in one step, use post --media. To upload a version of your app, use its page on the service.',
    )
    .argument('<file...>', 'pictures or videos')
    .addOption(optimizeOption())
    .addOptions(...sendOptions())
    .examples(`
  miniapp upload screenshot.png
  miniapp upload a.png b.mp4 --format json
  miniapp upload photo.jpg --optimize --strip-metadata
`)
    .action(async (files: readonly string[], flags: UploadFlags) => {
      const { runUpload } = await import('../publish/run-upload.js')
      await runUpload(files, flags, context)
    })

/** `miniapp story`: publish a story. */
export const registerStory: RegisterCommand = (program, context) =>
  program
    .command('story')
    .summary('publish a picture or short video as a story')
    .description(
      `Publish a story, which followers can see for ${PUBLISHED_STORY_LIFETIME_MS / HOUR_MS} hours: a picture (JPEG, PNG, GIF, WebP; up to ${STORY_IMAGE_MAX_BYTES / MB} MB) or a video (MP4, MOV; up to ${STORY_VIDEO_MAX_BYTES / MB} MB and ${STORY_VIDEO_MAX_SECONDS} seconds). A story must be suitable for everyone.`,
    )
    .argument('<file>', 'the picture or video')
    .addOption(
      new Option('--rating <rating>', 'sfw, the only rating allowed for a story').choices(RATING_NAMES),
    )
    .option('--reason <text>', 'the reason why it is suitable for everyone')
    .addOption(optimizeOption())
    .option('--yes', 'publish without asking', false)
    .option('--dry-run', 'check the file without sending', false)
    .addOptions(...sendOptions())
    .examples(`
  miniapp story level-1.png --reason "A screenshot of a puzzle"
  miniapp story clip.mp4 --reason "Game play without violence" --dry-run
`)
    .action(async (file: string, flags: StoryFlags) => {
      const { runStory } = await import('../publish/run-upload.js')
      await runStory(file, flags, context)
    })
