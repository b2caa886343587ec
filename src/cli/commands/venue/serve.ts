// `quoin serve`: the bundled server, until a signal.

import { readYaml } from '../../../config/config.js'
import { type KeyPlaces, parseYaml } from '../../../config/yaml-file.js'
import { messageOf, QuoinError } from '../../../domain/error.js'
import { type RunningServer, type StartServerOptions, startServer } from '../../../server/http/start-server.js'
import { serverConfig } from '../../../server/schema.js'
import { backUp } from '../../../server/store/files/back-up.js'
import { describeSigning } from '../../../signing/open-signing.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { refuseIdle } from '../../idle-options.js'
import { watchStopSignals } from '../../process/stop-signals.js'
import { unusableAddress } from '../../unusable-address.js'

export interface ServeOptions {
  readonly config?: string | undefined
  /** Instead of the configured one. */
  readonly port?: number
  /** Keeps the venue in this file; without it, it ends with the process. */
  readonly data?: string
  /** Copies `data` there instead of serving. */
  readonly backup?: string
  /** Ends when standard input does, so that the server never outlives who started it. */
  readonly untilStdinEnds?: boolean
}

export async function serve(options: ServeOptions, { out, streams }: CommandContext): CommandResult {
  if (options.backup !== undefined) {
    refuseIdle(options, ['port', 'untilStdinEnds'], 'expected without --backup, which serves nothing, got both')
    return copyTo(options.backup, options.data, out)
  }
  const source = options.config === undefined ? { file: '(no file)', text: '' } : readYaml(options.config)
  const file = parseYaml(source, serverConfig, mayHoldKeys)
  const config = options.port === undefined ? file : { ...file, port: options.port }
  const signals = watchStopSignals()
  const server = await start(config, options.data, {
    onFault: (error) => out.error({ code: 'internal', message: messageOf(error) }),
    onWarning: (message) => out.error({ code: 'warning', message }),
  })
  const keys = server.keys.map(({ record, key }) => ({ name: record.name, tier: record.tier, key }))
  const { path } = server.signing.signing
  if (path === 'viem') out.error({ code: 'warning', message: describeSigning(server.signing) })
  const data = { url: server.url, apiKey: server.sharedKey, keys, signatures: path, profile: server.published }
  out.data(data, () => describe(server))
  await Promise.race([signals.first, ...(options.untilStdinEnds ? [ended(streams.stdin)] : [])])
  await server.close()
  signals.release()
  return 'ok'
}

function copyTo(copy: string, dataFile: string | undefined, out: CommandContext['out']): Awaited<CommandResult> {
  if (dataFile === undefined)
    throw new QuoinError('bad-argument', '--backup: expected --data <file> beside it, got none')
  const commits = backUp(dataFile, copy)
  out.data({ backup: copy, commits }, () => [`${copy}: ${commits} commits of ${dataFile}`])
  return 'ok'
}

/** Keys that the server hands out, and ids of its own making. */
const MAY_HOLD_KEYS = new Set<unknown>(['sharedKey', 'keys', 'markets', 'groups', 'faults', 'switches'])
const mayHoldKeys: KeyPlaces = ([section]) => MAY_HOLD_KEYS.has(section)

async function start(
  config: Parameters<typeof startServer>[0]['config'],
  dataFile: string | undefined,
  hear: Required<Pick<StartServerOptions, 'onFault' | 'onWarning'>>,
) {
  try {
    const kept = dataFile === undefined ? {} : { dataFile }
    return await startServer({ config, ...kept, ...hear })
  } catch (cause) {
    if (cause instanceof QuoinError) throw cause
    const { host, https } = config
    const failed = cause instanceof Error && 'port' in cause ? cause.port : undefined
    // plain HTTP is listened for after HTTPS, so it is the one that failed
    const name = https !== undefined && failed === https.redirectPort ? 'https.redirectPort' : 'port'
    const port = typeof failed === 'number' ? failed : config.port
    throw unusableAddress({ host, port, keys: { host: 'host', port: name } }, cause)
  }
}

function describe({ url, sharedKey, keys, published, signing }: RunningServer): string[] {
  const { domain, variant } = published.typedData
  return [
    `url: ${url}`,
    `shared key: ${sharedKey}`,
    ...keys.map(({ record, key }) => `key ${record.name} (${record.tier}): ${key}`),
    `profile: ${published.name}, chain ${domain.chainId}, ${domain.name} ${domain.version}, ${variant}`,
    `exchange: ${domain.verifyingContract}`,
    describeSigning(signing),
    `everything about it: ${url}/`,
  ]
}

function ended(stdin: NodeJS.ReadStream): Promise<void> {
  return new Promise((resolve) => {
    stdin.once('end', resolve)
    stdin.once('close', resolve)
    stdin.resume()
  })
}
