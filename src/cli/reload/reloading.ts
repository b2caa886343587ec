// A running bot's configuration, read again: checked apart, compared key by key with what counts now, and taken up as a whole or not at all.
//
//   read --> check --> differs in keys that need a restart: refused by name, but where those stand in files beside it (a key, a passphrase, the
//                      strategy) and it does nothing but tighten limits: these are taken up, and the files named. Whoever lowers a limit means
//                      the money that is out there, and need not know who has rotated a key; one that is raised may be meant for the other key
//                  --> dry: shown
//                  --> written down --> one event of the core --> in force, and the one before is kept for `--back`

import type { BotChange } from '../../bot/bot-parts.js'
import {
  changesBetween,
  changesWhileRunning,
  inWords,
  isContent,
  type KeyChange,
  tightens,
} from '../../config/changes.js'
import { type Config, loadConfig, readYaml } from '../../config/config.js'
import type { ReloadRequest } from '../../control/control-desk.js'
import type { CoreSettings, SettingsChange } from '../../core/settings.js'
import { type Failure, QuoinError, toFailure } from '../../domain/error.js'
import type { TradingMode } from '../../domain/run/trading-mode.js'
import type { CommandContext } from '../command-context.js'
import { type InForce, inForce, recordedSections, settingsOf, strategyFile, withContentsOf } from './in-force.js'

/** Configurations that `--back` can return to. */
const MOST_KEPT = 20

export interface ReloadParts {
  /** Of the configuration's file. */
  readonly path: string
  readonly mode: TradingMode
  readonly env: CommandContext['env']
  /** Throws what `quoin check` would say. */
  readonly check: (path: string) => Promise<void>
  /** Why whoever signs would refuse what the one allows and the other does not; nothing where it would not. */
  readonly unsigned: (next: Config, now: Config) => readonly string[]
  /** Resolves when the bot works by it; rejects where it does not in time. */
  readonly apply: (change: BotChange) => Promise<void>
  /** Lines of what may rest, by market, for a person. */
  readonly quotes: () => Quotes
  readonly write: (entry: {
    readonly command: string
    readonly actor: string
    readonly reason: string
  }) => Failure | undefined
  /** It is in force. */
  readonly changed: (now: InForce, news: ReloadNews) => void
  readonly refused: (failure: Failure, actor: string) => void
  /** It was asked for, and says what counts already. */
  readonly unchanged: (actor: string) => void
}

export interface ReloadNews {
  readonly before: InForce
  readonly changes: readonly KeyChange[]
  readonly left: readonly KeyChange[]
  readonly actor: string
}

export interface ReloadReport {
  readonly applied: boolean
  readonly hash: string
  readonly changes: readonly KeyChange[]
  /** What has another content and needs a restart. */
  readonly left: readonly KeyChange[]
  /** Markets in which something else may rest at once, before and after. */
  readonly quotes?: readonly { readonly market: string; readonly from: string; readonly to: string }[]
}

export class Reloading {
  #now: InForce
  readonly #kept: InForce[] = []
  /** What an event of the core stands for, by its hash. */
  readonly #settings = new Map<string, CoreSettings>()
  #parts: ReloadParts | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(first: InForce) {
    this.#now = first
  }

  /** What the bot works by. */
  get now(): InForce {
    return this.#now
  }

  /** For the core. */
  settingsOf({ hash }: Pick<SettingsChange, 'hash'>): CoreSettings {
    const found = this.#settings.get(hash)
    if (found === undefined) throw new QuoinError('internal', `settings: expected a known configuration, got ${hash}`)
    return found
  }

  /** From now on it can be asked to. */
  open(parts: ReloadParts): void {
    this.#parts = parts
  }

  /** One after the other. Rejects with `bad-config`, and nothing has changed. */
  reload(request: ReloadRequest): Promise<ReloadReport> {
    const parts = this.#parts
    if (parts === undefined) return Promise.reject(new QuoinError('bad-config', 'expected a configuration in a file'))
    const run = this.#last.then(() => this.#reload(request, parts))
    this.#last = run.catch((error: unknown) => parts.refused(toFailure(error), request.actor))
    return run
  }

  async #reload(request: ReloadRequest, parts: ReloadParts): Promise<ReloadReport> {
    const before = this.#now
    const read = request.back ? this.#former() : await this.#read(parts)
    const { changes, left } = divided(changesBetween(comparable(before), comparable(read)), parts.mode)
    const next = left.length === 0 ? read : withContentsOf(before, read)
    refuseUnsigned(parts.unsigned(next.config, before.config))
    if (!request.dry && changes.length === 0) parts.unchanged(request.actor)
    if (request.dry || changes.length === 0) return { applied: false, hash: before.hash, changes, left }
    const reason = `${request.reason}: ${changes.map(inWords).join(', ')}`
    const failure = parts.write({ command: request.back ? 'reload --back' : 'reload', actor: request.actor, reason })
    if (failure) throw new QuoinError(failure.code, failure.message)
    const resting = parts.quotes()
    const applied = this.#apply(next, request, parts)
    // the event is on its way, whenever its turn comes
    this.#now = next
    if (request.back) this.#kept.pop()
    else this.#keep(before)
    parts.changed(next, { before, changes, left, actor: request.actor })
    await applied
    return { applied: true, hash: next.hash, changes, left, quotes: differing(resting, parts.quotes()) }
  }

  #apply(next: InForce, { actor }: ReloadRequest, { apply }: ReloadParts): Promise<void> {
    const { config, hash } = next
    const isSameChoice = JSON.stringify(config.markets) === JSON.stringify(this.#now.config.markets)
    this.#settings.set(hash, settingsOf(next))
    return apply({
      event: { actor, hash, config: recordedSections(next) },
      slowAfterMs: config.strategy.slowAfterMs,
      ...(isSameChoice ? {} : { choice: config.markets }),
    })
  }

  /** What was checked is what is taken up: files that change meanwhile are read again by a person. */
  async #read({ path, env, check }: ReloadParts): Promise<InForce> {
    const before = contentsOf(path)
    await check(path)
    const next = await inForce(loadConfig(path), env, this.#now)
    if (contentsOf(path) !== before) {
      throw new QuoinError('bad-config', `${path}: expected the file that was checked, got one that changed meanwhile`)
    }
    return next
  }

  #former(): InForce {
    const former = this.#kept.at(-1)
    if (former === undefined) throw new QuoinError('bad-config', 'expected a configuration before this one, got none')
    return former
  }

  #keep(before: InForce): void {
    this.#kept.push(before)
    if (this.#kept.length > MOST_KEPT) this.#kept.shift()
  }
}

type Quotes = ReadonlyMap<string, string>

function differing(before: Quotes, after: Quotes): NonNullable<ReloadReport['quotes']> {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((market) => {
    const [from, to] = [before.get(market) ?? 'none', after.get(market) ?? 'none']
    return from === to ? [] : [{ market, from, to }]
  })
}

const comparable = ({ config, strategy, sha256, secrets }: InForce) => {
  const { folder: _folder, params: _params, placeOf: _placeOf, ...file } = config
  return { config: file, params: strategy.params, sha256, secrets }
}

function contentsOf(path: string): string {
  const file = strategyFile(loadConfig(path))
  return [path, ...(file === undefined ? [] : [file])].map((name) => readYaml(name).text).join('\0')
}

interface Divided {
  /** Taken up. */
  readonly changes: readonly KeyChange[]
  readonly left: readonly KeyChange[]
}

/**
 * Throws where a restart is needed, and says what for. A strategy's file is program, not a value: live it has its first turn at a start, which
 * verifies before it places.
 */
function divided(all: readonly KeyChange[], mode: TradingMode): Divided {
  const isTaken = ({ key }: KeyChange) => (key === CONTENT ? mode === 'paper' : changesWhileRunning(key))
  const [changes, left] = [all.filter(isTaken), all.filter((change) => !isTaken(change))]
  const mayWait = changes.length > 0 && left.every(isContent)
  if (left.length === 0 || (mayWait && changes.every(tightens))) return { changes, left }
  const hint = mayWait ? ['beside it only limits that hold back more than before are taken up'] : []
  throw new QuoinError('bad-config', ['nothing is changed:', ...left.map(needsRestart), ...hint].join('\n  '))
}

export const needsRestart = (change: KeyChange): string => `${change.key} needs a restart (${inWords(change)})`

/** Such an order would be refused by the signer, and that halts the bot. */
function refuseUnsigned(limits: readonly string[]): void {
  if (limits.length > 0) throw new QuoinError('bad-config', ['nothing is changed:', ...limits].join('\n  '))
}

const CONTENT = 'strategy.file (content)'
