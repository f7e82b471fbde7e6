import { Option } from 'commander'
import type { RegisterCommand } from '../context.js'
import { allowOption, reportFormatOption, verboseOption } from '../options.js'
import type { PackFlags } from '../run-pack.js'

export const registerPack: RegisterCommand = (program, context) =>
  program
    .command('pack')
    .summary('check a folder and zip it for upload')
    .description(
      'Check a folder, write <app_id>-<version>.zip, then read the zip back and check it. The same files produce the same bytes on any system.',
    )
    .argument('[dir]', "the bundle's folder, or its project folder", '.')
    .option('--out <path>', 'the zip to write, or the folder to put it in')
    .addOption(
      new Option(
        '--bump <part>',
        'first raise the version in manifest.json, and in the file that a build copies it from',
      ).choices(['patch', 'minor', 'major']),
    )
    .option('--dry-run', 'write nothing; list included and excluded files')
    .option('--overwrite', 'replace an existing zip of the same name')
    .option('--optimize', 'losslessly re-encode PNGs in the zip where that makes them smaller')
    .option('--strict', 'also fail on flags and warnings')
    .addOption(allowOption())
    .addOption(verboseOption())
    .addOption(reportFormatOption())
    .examples(`
  miniapp pack                         the current folder
  miniapp pack hello --bump patch      raise 1.0.0 to 1.0.1, then pack
  miniapp pack hello --out dist --dry-run
  miniapp pack hello --optimize        with smaller PNGs, identical pixel for pixel
`)
    .action(async (directory: string, flags: PackFlags) => {
      const { runPack } = await import('../run-pack.js')
      await runPack(directory, flags, context)
    })
