// What can be said of a configuration without asking anybody: placeholders, files, disk, ports.

import { existsSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../../config/config.js'
import { placeholdersIn } from '../../config/placeholders.js'
import { type Finding, failed, failedBy, ok, warning } from '../../doctor/finding.js'
import { codeOf } from '../../domain/error.js'
import type { Address } from '../../domain/market/market.js'
import { otherWallets, otherWalletWords, WHAT_TO_DO_WITH_OTHERS } from '../../execution/journal/other-wallets.js'
import { isAnswered } from '../../local-port/socket-file.js'
import { createRealClock } from '../../venue/transport/real-clock.js'
import { assumedLines, HOW_TO_KNOW, stillAssumed } from '../bot/settings/assumed.js'
import { journalSettings } from '../bot/settings/journal-settings.js'
import type { CommandContext } from '../command-context.js'
import { controlPlace } from '../control/control-place.js'
import { stateFolder } from '../control/state-folder.js'

export function placeholders(path: string): Finding {
  const found = placeholdersIn(path)
  if (found.length === 0) return ok('placeholders', 'none in the configuration and the profile')
  const fix = "put the deployment's own values there; its GET /, its documentation or its operator has them"
  return failed('placeholders', { evidence: found.join('\n'), fix })
}

/** Files that the configuration names. Keys have a finding of their own. */
export function files({ strategy, signals, backtest, folder }: Config): Finding {
  const named: readonly (readonly [string, string | undefined])[] = [
    ['strategy.file', strategy.file],
    ['backtest.tape', backtest.tape],
    ...(signals.files ?? []).map(({ path }, index) => [`signals.files[${index}].path`, path] as const),
  ]
  const given = named.flatMap(([key, path]) => (path === undefined ? [] : [{ key, path: resolve(folder, path) }]))
  const missing = given.filter(({ path }) => !existsSync(path))
  if (missing.length === 0) {
    return ok('files', given.length === 0 ? 'none beside the profile and the keys' : `${given.length} named, all there`)
  }
  const evidence = missing.map(({ key, path }) => `${key}: expected a file, got none at ${path}`).join('\n')
  const fix = 'paths are relative to the folder of the configuration'
  return missing.every(({ key }) => key.startsWith('signals'))
    ? warning('files', { evidence, fix: `${fix}; another program may still write them` })
    : failed('files', { evidence, fix })
}

/** A log of a busy month. */
const ENOUGH_BYTES = 1024 ** 3
const LEAST_BYTES = 64 * 1024 ** 2

/** What of the profile nobody has seen; on paper nothing depends on it. */
export function assumptions({ venue, mode }: Config): Finding {
  const names = stillAssumed(venue)
  if (names.length === 0) return ok('assumptions', 'nothing that money depends on is only assumed')
  const trouble = { evidence: `only assumed:\n${assumedLines(names).join('\n')}`, fix: HOW_TO_KNOW }
  return mode === 'live' ? failed('assumptions', trouble) : warning('assumptions', trouble)
}

/** Folders that a run writes to. */
export function disk({ execution, report, recording, mode }: Config, env: CommandContext['env']): Finding {
  const folders: readonly (readonly [string, string | undefined])[] = [
    ['state folder', stateFolder(env)],
    ['execution.journal.path', mode === 'live' ? execution.journal.path : undefined],
    ['report.folder', report.write ? report.folder : undefined],
    ['recording.folder', recording.folder],
  ]
  let least = Number.POSITIVE_INFINITY
  for (const [key, folder] of folders) {
    if (folder === undefined) continue
    try {
      least = Math.min(least, freeBytes(resolve(folder)))
    } catch (thrown) {
      const got = codeOf(thrown) ?? String(thrown)
      const evidence = `${key}: expected a folder that can be written to, got ${got} at ${resolve(folder)}`
      return failed('disk', { evidence, fix: 'name a folder that this user may write to', exit: 'journal' })
    }
  }
  const evidence = `${(least / 1024 ** 3).toFixed(1)} GiB are free where a run writes`
  const fix = 'make room, or name folders on another disk: a full disk ends a live bot'
  if (least < LEAST_BYTES) return failed('disk', { evidence, fix, exit: 'journal' })
  return least < ENOUGH_BYTES ? warning('disk', { evidence, fix }) : ok('disk', evidence)
}

/** Of the nearest folder that exists; throws where nothing can be written. */
function freeBytes(folder: string): number {
  let at = folder
  while (!existsSync(at)) at = dirname(at)
  if (!statSync(at).isDirectory()) throw Object.assign(new Error('no folder'), { code: 'ENOTDIR' })
  rmSync(mkdtempSync(join(at, '.quoin-doctor-')), { recursive: true })
  const { bavail, bsize } = statfsSync(at)
  return bavail * bsize
}

/** Wallets whose journals lie beside that of `account`, as after its key was replaced. */
export async function others(config: Config, account: Address): Promise<Finding> {
  const settings = journalSettings(config)
  try {
    const left = await otherWallets({ ...settings, account, nowMs: createRealClock().wallMs() })
    if (left.length === 0) return ok('other wallets', `none has left orders, as far as ${settings.folder} knows`)
    const evidence = left.map(otherWalletWords).join('\n')
    return warning('other wallets', { evidence, fix: WHAT_TO_DO_WITH_OTHERS })
  } catch (thrown) {
    return failedBy('other wallets', thrown, 'name a folder that can be read in execution.journal.path')
  }
}

/** Where a run would listen. A bot of this configuration that runs already holds them itself. */
export async function ports(config: Config, path: string, env: CommandContext['env']): Promise<Finding> {
  const { host, port } = config.telemetry
  try {
    const place = controlPlace(config, path, env)
    if (place?.kind === 'socket' && (await isAnswered(place.path))) {
      const evidence = 'a bot of this configuration runs, and holds them'
      return warning('ports', { evidence, fix: 'stop it before another one starts: quoin status tells of it' })
    }
    const control = place?.kind === 'loopback' ? [{ key: 'control', host: '127.0.0.1', port: place.port }] : []
    const all = [{ key: 'telemetry', host, port }, ...control].filter((one) => one.port !== 0)
    for (const one of all) {
      const trouble = await listenTrouble(one)
      if (trouble === undefined) continue
      const evidence = `${one.key}.port: expected a free port, got ${trouble} at ${one.host}:${one.port}`
      return failed('ports', { evidence, fix: `set ${one.key}.port to another one; 0 picks a free one` })
    }
    return ok(
      'ports',
      all.length === 0 ? 'picked when it starts' : all.map((one) => `${one.host}:${one.port}`).join(', '),
    )
  } catch (thrown) {
    return failedBy('ports', thrown, 'see "control" in the configuration')
  }
}

function listenTrouble({ host, port }: { readonly host: string; readonly port: number }): Promise<string | undefined> {
  return new Promise((done) => {
    const server = createServer()
    server.once('error', (error) => done('code' in error ? String(error.code) : error.message))
    server.listen({ host, port }, () => server.close(() => done(undefined)))
  })
}
