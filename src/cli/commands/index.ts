import type { Command } from 'commander'
import type { CommandContext } from '../context.js'
import { registerCheck } from './check.js'
import { registerCompletion } from './completion.js'
import { registerDev } from './dev.js'
import { registerDoctor } from './doctor.js'
import { registerHelp } from './help.js'
import { registerInit } from './init.js'
import { registerLogin } from './login.js'
import { registerLogout } from './logout.js'
import { registerPack } from './pack.js'
import { registerPost } from './post.js'
import {
  registerCategories,
  registerChat,
  registerFeed,
  registerNotifications,
  registerProfile,
  registerShow,
} from './reads.js'
import { registerReplay } from './replay.js'
import { registerRules } from './rules.js'
import { registerService } from './service.js'
import { registerStatus } from './status.js'
import { registerTest } from './test.js'
import { registerStory, registerUpload } from './uploads.js'

/** Adds a command to the program, without loading what it needs to run, and returns it. */
export type RegisterCommand = (program: Command, context: CommandContext) => Command

/** Every command, in the order of `--help`, under the heading that it has there. */
export const COMMAND_GROUPS: Readonly<Record<string, readonly RegisterCommand[]>> = {
  'Make an app:': [
    registerInit,
    registerCheck,
    registerPack,
    registerDev,
    registerTest,
    registerRules,
    registerReplay,
  ],
  'Post about it:': [
    registerLogin,
    registerLogout,
    registerStatus,
    registerPost,
    registerUpload,
    registerStory,
    registerFeed,
    registerShow,
    registerProfile,
    registerNotifications,
    registerChat,
    registerCategories,
  ],
  'More:': [registerService, registerDoctor, registerCompletion, registerHelp],
}
