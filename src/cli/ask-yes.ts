// A person at the terminal is asked before something is done that costs money.

import { createInterface } from 'node:readline'
import type { CommandContext } from './command-context.js'

/** Whether the answer is `yes`, written out; any other, and an end of the input, is none. */
export async function saysYes({ streams }: Pick<CommandContext, 'streams'>, question: string): Promise<boolean> {
  const terminal = createInterface({ input: streams.stdin })
  streams.stderr.write(`${question} (yes/no): `)
  const { value, done } = await terminal[Symbol.asyncIterator]().next()
  terminal.close()
  return done !== true && String(value).trim().toLowerCase() === 'yes'
}
