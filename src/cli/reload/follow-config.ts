// A running bot that takes up another configuration: asked over its control port, or by SIGHUP where it has no terminal.

import type { Bot } from '../../bot/bot.js'
import { inWords } from '../../config/changes.js'
import type { Config } from '../../config/config.js'
import type { DeskParts } from '../../control/control-desk.js'
import { type Failure, QuoinError } from '../../domain/error.js'
import { YES } from '../../domain/market/side.js'
import type { CancelTimer, Clock } from '../../domain/time.js'
import type { StartedRun } from '../bot/bot-run.js'
import { journaled } from '../control/control-port.js'
import type { Wallet } from '../venue/open-wallet.js'
import { checkApart } from './check-apart.js'
import type { InForce } from './in-force.js'
import { needsRestart, type ReloadNews, type ReloadParts } from './reloading.js'

/** A turn that does not end for so long is a hung bot. */
const TURN_MS = 5000
const BEAT_MS = 500
/** A bot waits no longer for a check before its first turn: orders of a former run may rest, and nobody looks after them meanwhile. */
const EARLY_MS = 10_000

/** What asks for it; absent where there is no file to read again. What was asked for before the bot starts counts for its first turn. */
export async function followConfig(run: StartedRun, stopped: Promise<unknown>): Promise<DeskParts['reload']> {
  const { bot, reloading, name, mode, logger, metrics, clock, connection, context, hangUps } = run
  const { entry, env } = context
  if (name === undefined || entry === undefined) return undefined
  reloading.open({
    ...{ path: name, mode, env, write: journaled(run) },
    check: (path) => checkApart(path, entry, env),
    unsigned: (next, now) => unsignedBy(connection.wallet, next, now),
    apply: async (change) => {
      if (run.live.bot !== undefined) return applied(bot, change, clock)
      run.live.early.push(change)
    },
    quotes: () => quotesOf(bot),
    changed: (now, news) => changed(now, news, run),
    unchanged: (actor) =>
      logger.info({ event: 'config-unchanged', actor }, 'the configuration says what counts already: nothing changes'),
    refused: ({ code, message }: Failure, actor) => {
      metrics.onReload('refused')
      logger.error({ event: 'config-refused', actor, code, message }, `the configuration is not taken up: ${message}`)
    },
  })
  const request = { actor: 'SIGHUP', reason: 'a signal', dry: false, back: false }
  // what went wrong is in the log
  const hungUp = () =>
    reloading.reload(request).then(
      () => undefined,
      () => undefined,
    )
  if (hangUps !== undefined) await whileAlive(run, hangUps.follow(hungUp), stopped)
  return (request) => reloading.reload(request)
}

/** Whoever waits for a check does not hang: until it is done or the bot is stopped, and for `EARLY_MS` at most. */
export function whileAlive(
  { clock, live }: Pick<StartedRun, 'clock' | 'live'>,
  done: Promise<void>,
  stopped: Promise<unknown>,
): Promise<void> {
  return new Promise((over) => {
    let timer: CancelTimer
    const untilMs = clock.monoMs() + EARLY_MS
    const end = () => {
      timer()
      over()
    }
    const beat = () => {
      if (clock.monoMs() >= untilMs) return over()
      live.lastStepMonoMs = clock.monoMs()
      timer = clock.after(BEAT_MS, beat)
    }
    beat()
    void done.then(end)
    void stopped.then(end)
  })
}

function applied(bot: Bot, change: Parameters<ReloadParts['apply']>[0], clock: Clock): Promise<void> {
  return new Promise((done, refuse) => {
    const late = clock.after(TURN_MS, () =>
      refuse(new QuoinError('unreachable', `the bot has not taken it up within ${TURN_MS / 1000} s; it may still`)),
    )
    bot.change(change, () => {
      late()
      done()
    })
  })
}

/** What was beyond it before already is no reason: it was said at the start. */
function unsignedBy(wallet: Wallet | undefined, next: Config, now: Config): readonly string[] {
  const before = new Map(wallet?.narrowerFor(now).map(({ key, by }) => [key, by]))
  return (wallet?.narrowerFor(next) ?? []).flatMap(({ key, by, words }) => (by > (before.get(key) ?? 0) ? [words] : []))
}

function changed(now: InForce, { before, changes, left, actor }: ReloadNews, run: StartedRun): void {
  const { about, connection, clock, logger, metrics, alerts } = run
  const { config, hash } = now
  connection.wallet?.follow(config, clock)
  about.configHash = hash
  about.configLoadedAt = new Date(clock.wallMs()).toISOString()
  metrics.onConfig(hash, clock.wallMs())
  metrics.onReload('applied')
  // said at the level that lets more through
  logger.level = before.config.telemetry.logLevel
  const keys = changes.map(({ key }) => key)
  const words = [changes.map(inWords).join(', '), ...left.map(needsRestart)].join('; ')
  alerts.desk.tell('config', `by ${actor}: ${words}`)
  logger.warn({ event: 'config', actor, keys, from: before.hash, to: hash }, `the configuration has changed: ${words}`)
  logger.level = config.telemetry.logLevel
}

/** What may rest, by market, as `YES buy 20 @ 0.45`. */
function quotesOf({ core }: Bot): ReadonlyMap<string, string> {
  const { cells, approval } = core.conclusions()
  const quotes = new Map<string, string>()
  for (const { conditionId } of cells) {
    const market = core.beliefs.markets.get(conditionId)
    if (market === undefined) continue
    const lines = approval(conditionId).approved.map(({ outcome, side, price, size }) => {
      const shares = (size * Number(market.lotRaw)) / Number(market.unitRaw)
      return `${outcome === YES ? 'YES' : 'NO'} ${side.toLowerCase()} ${shares} @ ${price / market.ticksPerUnit}`
    })
    quotes.set(market.question, lines.length === 0 ? 'none' : lines.join(', '))
  }
  return quotes
}
