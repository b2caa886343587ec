// An address that cannot be listened on, as an error that names the setting to be changed.

import { codeOf, QuoinError } from '../domain/error.js'

export interface ListenPlace {
  readonly host: string
  readonly port: number
  /** The names of the two: of settings, or of an option. */
  readonly keys: { readonly host: string; readonly port: string }
}

/** `bad-config`; `cause` is what `listen` failed with. */
export function unusableAddress({ host, port, keys }: ListenPlace, cause: unknown): QuoinError {
  const code = codeOf(cause) ?? 'unusable'
  const got = code === 'EADDRINUSE' ? 'one that another process listens on' : code
  const message =
    code === 'EADDRINUSE' || code === 'EACCES'
      ? `${keys.port}: expected a free port (0 picks one)`
      : `${keys.host}: expected an address of this machine`
  return new QuoinError('bad-config', `${message}, got ${got}: ${host}:${port}`, { cause })
}
