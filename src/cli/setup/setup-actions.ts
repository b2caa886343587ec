// What commands with actions take, apart from their work, so that help and completion load none of it.

export const KEY_ACTIONS = ['new', 'import', 'address'] as const
export type KeyAction = (typeof KEY_ACTIONS)[number]

export const SCHEMA_KINDS = ['bot', 'profile', 'server', 'signer'] as const
export type SchemaKind = (typeof SCHEMA_KINDS)[number]

export const PLACES = ['sandbox', 'testnet', 'live'] as const
export type Place = (typeof PLACES)[number]

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]
