import type { RegisterCommand } from '../context.js'
import { registerApi } from './api.js'
import { registerCheck } from './check.js'
import { registerDev } from './dev.js'
import { registerDocs, registerRules } from './docs.js'
import { registerInit } from './init.js'
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
import { registerService } from './service.js'
import { registerLogin, registerLogout, registerStatus } from './sign-in.js'
import { registerTest } from './test.js'
import { registerCompletion, registerDoctor, registerHelp, registerMcp } from './tools.js'
import { registerStory, registerUpload } from './uploads.js'

/** Every command by name, in the order and under the heading of `--help`. */
export const COMMAND_GROUPS: Readonly<Record<string, Readonly<Record<string, RegisterCommand>>>> = {
  'Make an app:': {
    init: registerInit,
    check: registerCheck,
    pack: registerPack,
    dev: registerDev,
    test: registerTest,
    docs: registerDocs,
    rules: registerRules,
    replay: registerReplay,
    mcp: registerMcp,
  },
  'Post about it:': {
    login: registerLogin,
    logout: registerLogout,
    status: registerStatus,
    post: registerPost,
    upload: registerUpload,
    story: registerStory,
    feed: registerFeed,
    show: registerShow,
    profile: registerProfile,
    notifications: registerNotifications,
    chat: registerChat,
    categories: registerCategories,
    api: registerApi,
  },
  'More:': {
    service: registerService,
    doctor: registerDoctor,
    completion: registerCompletion,
    help: registerHelp,
  },
}
