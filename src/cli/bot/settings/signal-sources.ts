// The sources of signals that a configuration names.

import { resolve } from 'node:path'
import type { Config } from '../../../config/config.js'
import { QuoinError } from '../../../domain/error.js'
import type { Clock } from '../../../domain/time.js'
import { FileSource } from '../../../signals/file-source.js'
import { HttpSource } from '../../../signals/http-source.js'
import type { SignalSource } from '../../../signals/signal-source.js'
import { findKey, shownName } from '../../../venue/transport/key-source.js'

export interface SignalSourceParts {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly warn: (message: string) => void
}

type HttpSettings = NonNullable<Config['signals']['http']>[number]

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Nothing is read yet. Throws `bad-config` for a header that is named and not there. */
export function signalSources(
  { signals: { files = [], http = [] }, folder }: Pick<Config, 'signals' | 'folder'>,
  parts: SignalSourceParts,
): SignalSource[] {
  const { clock } = parts
  return [
    ...files.map(({ path, everyMs }) => new FileSource({ path: resolve(folder, path), everyMs, clock })),
    ...http.map((settings, index) => {
      const authorization = authorizationOf(settings, index, parts)
      const { name, url, value, timeoutMs, maxBytes, everySec, at, market } = settings
      return new HttpSource({
        ...{ name, url, value, timeoutMs, maxBytes, clock },
        everyMs: everySec * 1000,
        ...(at === undefined ? {} : { at }),
        ...(market === undefined ? {} : { market }),
        ...(authorization === undefined ? {} : { authorization }),
      })
    }),
  ]
}

function authorizationOf(
  settings: HttpSettings,
  index: number,
  { env, warn }: SignalSourceParts,
): (() => string) | undefined {
  const name = settings.authorizationEnv
  if (name === undefined) return undefined
  const { protocol, hostname } = new URL(settings.url)
  if (protocol === 'http:' && !LOOPBACK.has(hostname)) {
    throw new QuoinError('bad-config', `signals.http.${index}.url: expected https with authorizationEnv, got http`)
  }
  const found = findKey({ name, env })
  if (found === undefined) {
    throw new QuoinError(
      'bad-config',
      `signals.http.${index}.authorizationEnv: expected ${shownName(name)} to be set, got nothing`,
    )
  }
  for (const warning of found.warnings) warn(warning)
  return () => found.secret.reveal()
}
