// `--threads <n>`.

import { InvalidArgumentError } from 'commander'

/** The same bounds as `sweep.workers`. Throws `InvalidArgumentError`. */
export function threadCount(text: string): number {
  const count = Number(text)
  if (text.trim() === '' || !Number.isInteger(count) || count < 1 || count > 256) {
    // commander names the option in front of the message
    throw new InvalidArgumentError(`expected a whole number from 1 to 256, got ${text}`)
  }
  return count
}
