// `quoin api-keys`: the wallet's own API keys at the venue. A secret goes into a file, and is never printed.

import { resolve } from 'node:path'
import type { z } from 'zod'
import { type Config, loadConfig } from '../../../config/config.js'
import { type Answer, QuoinError } from '../../../domain/error.js'
import { awaitAnswer } from '../../../venue/await-answer.js'
import type { HttpCall, Received } from '../../../venue/session/rest/http-client.js'
import { Secret } from '../../../venue/transport/secret.js'
import { type apiKey, apiKeyList, createdApiKey, emptyResult } from '../../../venue/wire/order-schema.js'
import type { ApiKeyAction } from '../../account/account-actions.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { runningBot } from '../../control/running-bot.js'
import { writtenDown } from '../../control/written-down.js'
import { refuseIdle } from '../../idle-options.js'
import { reserveFile } from '../../setup/new-file.js'
import { alignColumns } from '../../text-columns.js'
import { apiKeyOf } from '../../venue/connect.js'
import { type OwnConnection, withWallet } from '../../venue/with-connection.js'

export interface ApiKeyFlags {
  readonly action: ApiKeyAction
  /** create: its name; rotate, revoke: its id. */
  readonly key?: string | undefined
  /** create, rotate: a new file for the secret. */
  readonly out?: string
}

type Keys = readonly z.infer<typeof apiKey>[]

export async function apiKeys(path: string, flags: ApiKeyFlags, context: CommandContext): CommandResult {
  const config = loadConfig(path)
  const { out } = context
  const wanted = check(flags)
  return withWallet(config, context, async (connection): CommandResult => {
    const { action, key } = wanted
    if (action === 'list') {
      const { data } = await ask(connection, { route: 'apiKeys', schema: apiKeyList })
      out.data({ keys: data }, () => lines(data))
      return 'ok'
    }
    const { account } = connection.trading
    if (action !== 'create') await checkUnused(key, { config, connection, env: context.env })
    const asked = action === 'create' ? { name: key } : { id: key }
    const operation = { config, account, context, command: `api-keys ${action}`, asked }
    return writtenDown(operation, async (tell) => {
      if (action === 'revoke') {
        await ask(connection, { route: 'revokeKey', params: { id: key }, schema: emptyResult })
        out.data({ revoked: key }, () => [`revoked: ${key}`])
        return 'ok'
      }
      const made = await issue(connection, wanted)
      tell({ id: made.id })
      out.data({ ...made, file: wanted.out }, () => [...lines([made]), `its secret is in ${wanted.out}`])
      return 'ok'
    })
  })
}

interface Wanted {
  readonly action: ApiKeyAction
  readonly key: string
  readonly out: string
}

/** Throws `bad-argument` for what is missing, or has no use. */
function check(flags: ApiKeyFlags): Wanted {
  const { action, key = '', out = '' } = flags
  const what = action === 'create' ? 'a name' : 'the id of a key, as quoin api-keys list shows it'
  if (action !== 'list' && key === '') throw new QuoinError('bad-argument', `key: expected ${what}, got nothing`)
  if (action === 'list' && key !== '')
    throw new QuoinError('bad-argument', `key: expected none, for all are listed, got ${key}`)
  const hasSecret = action === 'create' || action === 'rotate'
  if (!hasSecret) refuseIdle(flags, ['out'], `expected only with create or rotate, got ${action}`)
  if (hasSecret && out === '')
    throw new QuoinError('bad-argument', '--out: expected a new file for the secret, which the venue tells only once')
  return { action, key, out: out === '' ? '' : resolve(out) }
}

interface Use {
  readonly config: Config
  readonly connection: OwnConnection
  readonly env: CommandContext['env']
}

/**
 * Throws `bad-argument` for the key that this configuration and so, as far as is seen here, its running bot uses: from the next moment on bot
 * and watchdog could cancel nothing, and what rests would be matched until it expires.
 */
async function checkUnused(id: string, { config, connection, env }: Use): Promise<void> {
  const bot = await runningBot(config, connection.trading.account, env)
  if (bot === undefined) return
  const { data } = await ask(connection, { route: 'apiKeys', schema: apiKeyList })
  const prefix = data.find((key) => key.id === id)?.prefix
  const inUse = apiKeyOf(config, { env, warn: () => undefined }).reveal()
  if (prefix === undefined || prefix === '' || !inUse.startsWith(prefix)) return
  throw new QuoinError(
    'bad-argument',
    `key: expected one that no running bot uses, got that of process ${bot.pid} on ${bot.host}, which could cancel nothing any more: stop it first; or create another key, start it with that one, and revoke this one`,
  )
}

/** The file is there before the venue is asked: a secret without a place would be lost. */
async function issue(connection: OwnConnection, { action, key, out }: Wanted): Promise<Keys[number]> {
  const file = reserveFile(out)
  try {
    const { key: text, ...made } = await ask(connection, {
      ...(action === 'create'
        ? { route: 'createKey', body: JSON.stringify({ name: key }) }
        : { route: 'rotateKey', params: { id: key } }),
      schema: createdApiKey,
    })
    file.write(`${new Secret(text).reveal()}\n`)
    return made
  } catch (thrown) {
    file.drop()
    throw thrown
  }
}

async function ask<T>({ own }: OwnConnection, call: HttpCall<T>): Promise<T> {
  const { value } = await awaitAnswer<Received<T>>((done: (answer: Answer<Received<T>>) => void) =>
    own.call(call, done),
  )
  return value
}

function lines(keys: Keys): string[] {
  if (keys.length === 0) return ['no keys']
  const rows = keys.map(({ id, name, prefix, tier, createdAt = '' }) => [id, name, `${prefix}…`, tier, createdAt])
  return alignColumns([['ID', 'NAME', 'BEGINS WITH', 'TIER', 'CREATED'], ...rows])
}
