import { type Command, Option } from 'commander'

/** `--strip-metadata` and its opposite. Without either, the user is asked on a terminal where a file has a place. */
export const addStripMetadataOptions = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--strip-metadata',
        'remove metadata such as place and camera before sending (default: asks on a terminal if a file has a place; elsewhere sends it unchanged, with a warning)',
      ),
    )
    .addOption(new Option('--no-strip-metadata', 'send files unchanged, without asking'))
