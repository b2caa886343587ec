// A tool that is started by hand, `npm run <script> -- [options]`: what it may be given is what its help says, and what it does not take
// is refused with a line.

import { Command, InvalidArgumentError } from 'commander'

/** Exits with 0 after its help, with 2 for what it does not take. */
export function handTool(script: string, does: string): Command {
  return new Command(`npm run ${script} --`)
    .description(does)
    .allowExcessArguments(false)
    .showHelpAfterError()
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
}

/** Reads a whole number from `least` on. */
export const wholeFrom = (least: number) => (text: string) => {
  const number = Number(text)
  if (text.trim() !== '' && Number.isSafeInteger(number) && number >= least) return number
  throw new InvalidArgumentError(`expected a whole number from ${least} on, got '${text}'`)
}

/** Reads a number above 0. */
export function aboveZero(text: string): number {
  const number = Number(text)
  if (number > 0 && Number.isFinite(number)) return number
  throw new InvalidArgumentError(`expected a number above 0, got '${text}'`)
}
