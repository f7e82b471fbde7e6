import type { Command } from 'commander'
import type { CommandContext } from '../context.js'

/** Adds a command to the program without loading its implementation, and returns it. */
export type RegisterCommand = (program: Command, context: CommandContext) => Command
