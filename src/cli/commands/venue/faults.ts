// `quoin faults`: makes, lists and clears faults of a bundled server.

import { fetch } from 'undici'
import { type Config, loadConfig } from '../../../config/config.js'
import { messageOf, QuoinError } from '../../../domain/error.js'
import { maskKeys } from '../../../domain/key-like.js'
import { activeFault, activeFaultList, clearedFaults, type WireActiveFault } from '../../../venue/wire/fault-schema.js'
import { errorBody } from '../../../venue/wire/primitives.js'
import { SANDBOX_CHAIN_ID } from '../../../venue/wire/profile.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { alignColumns } from '../../text-columns.js'
import { apiKeyOf } from '../../venue/connect.js'

export interface FaultsOptions {
  /** Kind of a new fault; without one the faults are listed. */
  readonly kind?: string | undefined
  /** Settings of the new fault as `name=value`. */
  readonly settings: readonly string[]
  /** Clears all, or the one with this id. */
  readonly clear?: string | true
}

const DEADLINE_MS = 5000

export async function faults(path: string, options: FaultsOptions, context: CommandContext): CommandResult {
  const { kind, settings, clear } = options
  if (clear !== undefined && kind !== undefined)
    throw new QuoinError('bad-argument', '--clear: expected no kind beside it')
  if (kind === undefined && settings.length > 0)
    throw new QuoinError('bad-argument', 'settings: expected a kind in front')
  const config = loadConfig(path)
  const ask = sandboxClient(config, context)
  const { out } = context
  if (clear !== undefined) {
    const { cleared } = clearedFaults.parse(await ask('DELETE', clear === true ? '' : `/${encodeURIComponent(clear)}`))
    out.data({ cleared }, () => [`cleared: ${cleared}`])
  } else if (kind !== undefined) {
    const made = activeFault.parse(await ask('POST', '', { ...settingsOf(settings), kind }))
    out.data(made, () => describe([made]))
  } else {
    const { data } = activeFaultList.parse(await ask('GET', ''))
    out.data({ faults: data }, () => describe(data))
  }
  return 'ok'
}

/** `delayMs=500` and `carriedOut=false` as JSON values, everything else as text. Throws `bad-argument`. */
function settingsOf(settings: readonly string[]): Record<string, unknown> {
  const entries = settings.map((setting) => {
    const mark = setting.indexOf('=')
    if (mark < 1) throw new QuoinError('bad-argument', `setting: expected name=value, got ${maskKeys(setting)}`)
    return [setting.slice(0, mark), jsonValue(setting.slice(mark + 1))] as const
  })
  return Object.fromEntries(entries)
}

function jsonValue(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

type Ask = (method: string, suffix: string, body?: unknown) => Promise<unknown>

/** Throws `bad-config` for a profile that is not the bundled server's: nothing is sent to a live venue. */
function sandboxClient(config: Config, { env, out }: CommandContext): Ask {
  const { profile, url } = config.venue
  if (profile.typedData.domain.chainId !== SANDBOX_CHAIN_ID) {
    throw new QuoinError('bad-config', `venue.profile: expected the bundled server's, got ${profile.name}`)
  }
  const key = apiKeyOf(config, { env, warn: out.note })
  return async (method, suffix, body) => {
    const response = await fetch(new URL(`/sandbox/faults${suffix}`, url), {
      method,
      signal: AbortSignal.timeout(DEADLINE_MS),
      headers: { 'x-api-key': key.reveal(), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((cause: unknown) => {
      throw new QuoinError('unreachable', `${url}: ${messageOf(cause)}`, {
        cause,
      })
    })
    const answer: unknown = await response.json().catch(() => undefined)
    if (!response.ok) throw refusal(response.status, answer)
    return answer
  }
}

function refusal(status: number, answer: unknown): QuoinError {
  const read = errorBody.safeParse(answer)
  const text = read.success ? read.data.message : 'no JSON'
  const code =
    status === 401 ? 'bad-api-key' : status === 404 ? 'not-found' : status < 500 ? 'bad-request' : 'venue-failed'
  return new QuoinError(code, typeof text === 'string' ? text : text.join('; '))
}

function describe(faults: readonly WireActiveFault[]): string[] {
  if (faults.length === 0) return ['no faults']
  return alignColumns([
    ['ID', 'KIND', 'HITS', 'LEFT', 'UNTIL', 'SETTINGS'],
    ...faults.map(({ id, fault, hits, left, untilMs }) => {
      const { kind, ...settings } = fault
      return [
        id,
        kind,
        String(hits),
        left === undefined ? '-' : String(left),
        untilMs === undefined ? 'cleared' : new Date(untilMs).toISOString(),
        JSON.stringify(settings),
      ]
    }),
  ])
}
