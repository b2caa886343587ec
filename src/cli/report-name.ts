// The name of a report on the command line.

import { InvalidArgumentError } from 'commander'

/** Throws for an empty one, as of a variable that is not set: its files would lie beside the working folder. */
export function reportName(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('expected a name or a folder, got nothing')
  return text
}
