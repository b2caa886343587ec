// A key pasted where a path, an address or a name belongs on the command line: from then on nothing prints it.

import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { keysIn } from '../domain/key-like.js'
import { registerSecret } from '../venue/transport/secret.js'

/** Ids look like keys, and are to be seen. */
const IDS: ReadonlySet<string> = new Set(['market', 'settings', 'key', 'run', 'clear'])

/** Of the chosen command, before it runs. */
export function hidePastedKeys(command: Command): void {
  const places = [
    ...command.registeredArguments.map((argument, index) => [argument.name(), command.processedArgs[index]]),
    ...Object.entries(command.opts()),
  ]
  for (const [name, value] of places) {
    if (IDS.has(name)) continue
    for (const text of [value].flat()) if (typeof text === 'string' && !existsSync(text)) hide(text)
  }
}

/** What exists is a file with such a name: in a tape of one market, say, its id is no secret. */
function hide(text: string): void {
  for (const key of keysIn(text)) registerSecret(key)
}
