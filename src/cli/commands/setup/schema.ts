// `quoin schema`: the JSON schema of a configuration, a venue profile or a server's configuration.

import type { CommandContext, CommandResult } from '../../command-context.js'
import { jsonSchemaOf } from '../../setup/config-schema.js'
import type { SchemaKind } from '../../setup/setup-actions.js'

export async function schema(kind: SchemaKind, { out }: CommandContext): CommandResult {
  const made = jsonSchemaOf(kind)
  out.data(made, () => JSON.stringify(made, undefined, 2).split('\n'))
  return 'ok'
}
