import { Option } from 'commander'
import type { RegisterCommand } from './register-command.js'

export interface PackFlags {
  readonly out?: string
  readonly bump?: 'patch' | 'minor' | 'major'
  readonly dryRun?: boolean
  readonly overwrite?: boolean
  readonly strict?: boolean
  readonly optimize?: boolean
  readonly format: 'text' | 'json' | 'sarif' | 'github'
}

export const registerPack: RegisterCommand = (program, context) =>
  program
    .command('pack')
    .summary('check a folder and zip it for the upload')
    .description(
      'Check a folder, write <app_id>-<version>.zip, read it back and check it again. The same files give the same bytes, on any system.',
    )
    .argument('[dir]', 'the folder of the bundle, or of its project', '.')
    .option('--out <path>', 'the zip to write, or the folder to write it into')
    .addOption(
      new Option(
        '--bump <part>',
        'raise the version in manifest.json first, and in the one that a build copies it from',
      ).choices(['patch', 'minor', 'major']),
    )
    .option('--dry-run', 'write nothing; list what would go in and what is left out')
    .option('--overwrite', 'replace a zip of the same name')
    .option('--optimize', 'encode PNGs anew without loss, in the zip, where that makes them smaller')
    .option('--strict', 'refuse on flags and warnings too')
    .addOption(
      new Option('--format <format>', 'how to report')
        .choices(['text', 'json', 'sarif', 'github'])
        .default('text'),
    )
    .addHelpText(
      'after',
      `
Examples:
  miniapp pack                         the folder that you are in
  miniapp pack hello --bump patch      raise 1.0.0 to 1.0.1 and pack it
  miniapp pack hello --out dist --dry-run
  miniapp pack hello --optimize        with smaller PNGs, pixel for pixel the same
`,
    )
    .action(async (directory: string, flags: PackFlags) => {
      const { runPack } = await import('../run-pack.js')
      await runPack(directory, flags, context)
    })
