// What commands about an account take, apart from their work, so that help and completion load none of it.

export const EXPORT_KINDS = ['fills', 'fees', 'sets', 'redemptions'] as const
export type ExportKind = (typeof EXPORT_KINDS)[number]

export const API_KEY_ACTIONS = ['list', 'create', 'rotate', 'revoke'] as const
export type ApiKeyAction = (typeof API_KEY_ACTIONS)[number]
