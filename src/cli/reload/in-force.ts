// A configuration that a bot works by, with its strategy as it was loaded; and what the tape is told of it.

import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { type Config, shownConfig } from '../../config/config.js'
import { secretFiles } from '../../config/secret-files.js'
import type { CoreSettings } from '../../core/settings.js'
import { coreSettings } from '../bot/settings/core-settings.js'
import type { CommandContext } from '../command-context.js'
import { type LoadedStrategy, loadStrategy, withParams } from '../strategy/load-strategy.js'
import { fileHash } from '../tape/tape-recording.js'

type Env = CommandContext['env']

export interface InForce {
  readonly config: Config
  readonly strategy: LoadedStrategy
  /** Of the content of the strategy's file. */
  readonly sha256: string | undefined
  /** Of the content of each file of secrets that is named, by the key or the variable that names it; in no record, for a passphrase can be guessed by it. */
  readonly secrets: ReadonlyMap<string, string>
  /** Of the effective values and the strategy's file, 16 hexadecimal digits: another one is another configuration. */
  readonly hash: string
}

export const strategyFile = ({ strategy, folder }: Config): string | undefined =>
  strategy.file === undefined ? undefined : resolve(folder, strategy.file)

/**
 * `before`: its strategy is taken where nothing of it differs, so that it goes on with what it remembers; and its program where only the
 * parameters do, so that what the file imports comes in with another content of the file alone.
 */
export async function inForce(config: Config, env: Env, before?: InForce): Promise<InForce> {
  const file = strategyFile(config)
  const sha256 = file === undefined ? undefined : fileHash(file)
  const strategy =
    before !== undefined && isSameProgram(before, config, sha256)
      ? sameProgram(before, config)
      : await loadStrategy(config)
  return withHash({ config, strategy, sha256, secrets: secretsOf(config, env, before?.secrets) })
}

/** Another configuration with what the files beside it have told before: the strategy, and the secrets. */
export function withContentsOf({ strategy, sha256, secrets }: InForce, { config }: InForce): InForce {
  return withHash({ config, strategy, sha256, secrets })
}

function withHash(parts: Omit<InForce, 'hash'>): InForce {
  const text = JSON.stringify([shownConfig(parts.config), parts.sha256])
  return { ...parts, hash: createHash('sha256').update(text).digest('hex').slice(0, 16) }
}

/** A file that is gone, as a passphrase that was shown for the start alone, holds what was read: it is no other secret. */
function secretsOf(config: Config, env: Env, before?: InForce['secrets']): ReadonlyMap<string, string> {
  const contents = new Map<string, string>()
  for (const [key, path] of secretFiles(config, env)) {
    const content = contentOf(path) ?? before?.get(key)
    if (content !== undefined) contents.set(key, content)
  }
  return contents
}

/** `undefined` where it cannot be read: whoever needs it says so. */
function contentOf(path: string): string | undefined {
  try {
    return fileHash(path)
  } catch {
    return undefined
  }
}

export const settingsOf = ({ config, strategy }: InForce): CoreSettings => coreSettings(config, strategy.quote)

function isSameProgram(before: InForce, { strategy, folder }: Config, sha256: string | undefined): boolean {
  const { name, file } = before.config.strategy
  const isSameFile = before.config.folder === folder && file === strategy.file
  return before.sha256 === sha256 && isSameFile && name === strategy.name
}

function sameProgram({ config: { strategy: before }, strategy }: InForce, config: Config): LoadedStrategy {
  const isSame = JSON.stringify(before.params) === JSON.stringify(config.strategy.params)
  return isSame ? strategy : withParams(strategy, config)
}

/** The sections that a running bot may take up, as plain data; the strategy's file where it was, as in a tape's manifest. */
export function recordedSections({ config, sha256 }: InForce): Readonly<Record<string, unknown>> {
  const { markets, risk, execution, feed, estimates, strategy } = config
  const file = strategyFile(config)
  const found = file === undefined ? {} : { file }
  return {
    ...{ markets, risk, execution, feed, estimates, strategy: { ...strategy, ...found } },
    ...(sha256 === undefined ? {} : { sha256 }),
  }
}
