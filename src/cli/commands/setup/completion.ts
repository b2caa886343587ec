// `quoin completion`: the script with which a shell completes commands, options and their values.

import type { Command } from 'commander'
import type { CommandContext, CommandResult } from '../../command-context.js'
import type { Shell } from '../../setup/setup-actions.js'
import { completionScript } from '../../setup/shell-words.js'

export async function completion(shell: Shell, commands: readonly Command[], { out }: CommandContext): CommandResult {
  const lines = completionScript(shell, commands)
  out.data({ shell, script: lines.join('\n') }, () => lines)
  return 'ok'
}
