// `quoin watchdog`: cancels everything of a wallet when its bot shows no sign of life any more.

import { emergencyDesk } from '../../../bot/mass-cancel.js'
import { loadConfig } from '../../../config/config.js'
import { inWords, messageOf, QuoinError } from '../../../domain/error.js'
import { heartbeatPath } from '../../../execution/journal/lock/wallet-lock.js'
import { startTelemetry } from '../../../telemetry/http.js'
import { bareTrading } from '../../../venue/session/rest/order-pages.js'
import { createRealClock } from '../../../venue/transport/real-clock.js'
import { DeadMansSwitch, type SwitchNews, type SwitchState } from '../../../watchdog/dead-mans-switch.js'
import { readBeat } from '../../../watchdog/heartbeat.js'
import { openAlerts } from '../../alerts/open-alerts.js'
import { openGoneNotice } from '../../bot/fleet/open-gone-notice.js'
import { openLeaseLook } from '../../bot/fleet/open-lease-look.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { stateFolder } from '../../control/state-folder.js'
import { outliveHangUp, watchStopSignals } from '../../process/stop-signals.js'
import { unusableAddress } from '../../unusable-address.js'
import { connect } from '../../venue/connect.js'

/** What is to be told yet may take so long. */
const ALERTS_MS = 2000

export interface WatchdogFlags {
  /** Where /healthz and /metrics are served; absent: nowhere. */
  readonly port?: number
}

export async function watchdog(path: string, { port }: WatchdogFlags, context: CommandContext): CommandResult {
  const { out, env } = context
  const config = loadConfig(path)
  const clock = createRealClock()
  const signals = watchStopSignals()
  outliveHangUp(signals, context)
  const alerts = openAlerts(config, { path, mode: 'watchdog', env, clock, warn: out.note })
  const connection = await connect(config, { env, clock, wallet: 'needed', warn: out.note })
  try {
    const { trading, own } = connection
    if (trading === undefined || own === undefined)
      throw new QuoinError('internal', 'expected a session that trades, got a reading one')
    await connection.checkProfile().catch((error: unknown) => {
      // one who watches waits for a venue that is away
      if (error instanceof QuoinError && error.code === 'profile-mismatch') throw error
      out.note(`the profile could not be compared: ${messageOf(error)}`)
    })
    trading.start()
    const { chainId } = config.venue.profile.typedData.domain
    const wallet = { folder: stateFolder(env), chainId, account: trading.account }
    const place = heartbeatPath(wallet)
    const lease = openLeaseLook(config, wallet)
    const gone = openGoneNotice(config, { account: trading.account, note: out.note })
    const deadMan = new DeadMansSwitch({
      // before all else that is asked with the key: nobody else cancels now
      trading: bareTrading({ trading, own }, emergencyDesk(connection.budget.desk)),
      ...{ clock, beat: () => readBeat(place), inFlightMs: config.execution.submitInFlightSec * 1000 },
      follower: () => lease?.other(),
      tell: (news) => {
        gone?.hear(news)
        if (news.event !== 'heart') alerts.desk.tell('watchdog', words(news))
        out.data({ watchdog: { at: new Date(clock.wallMs()).toISOString(), ...news } }, () => [words(news)])
      },
    })
    const state = () => deadMan.state
    const health = () => healthOf(state())
    const sources = { metrics: async () => metricsOf(state()), health, ready: health, status: () => undefined }
    const { host } = config.telemetry
    const telemetry =
      port === undefined
        ? undefined
        : await startTelemetry(sources, { host, port }).catch((cause: unknown) => {
            throw unusableAddress({ host, port, keys: { host: 'telemetry.host', port: '--port' } }, cause)
          })
    const addresses = telemetry === undefined ? {} : { metrics: `${telemetry.url}/metrics` }
    const watching = { account: trading.account, heartbeat: place, ...addresses }
    out.data({ watching }, () => [`watching ${place}`])
    deadMan.start()
    try {
      await signals.first
    } finally {
      deadMan.stop()
      gone?.close()
      lease?.close()
      await alerts.close(ALERTS_MS)
      await telemetry?.close()
    }
    return deadMan.state.isUnverified ? 'pending' : 'ok'
  } finally {
    signals.release()
    await connection.close()
  }
}

const HEARTS = {
  waiting: 'no sign of life of a bot of this wallet has been read yet: waiting',
  beating: 'a sign of life of the bot is there: watching',
  stopped: 'the bot has stopped cleanly, and left nothing',
  silent: 'the bot shows no sign of life',
  followed:
    'the bot shows no sign of life, and another has its wallet by the lease in Redis: what rests is that one’s affair',
} as const

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

function words(news: SwitchNews): string {
  if (news.event === 'heart') return HEARTS[news.heart]
  if (news.event === 'probe-failed') return `nothing could be cancelled now: ${inWords(news.failure)}`
  if (news.event === 'unreadable')
    return `the sign of life is there and tells nothing, so nobody knows whether the bot lives: ${news.reason}`
  if (news.event === 'readable') return 'the sign of life can be read again, or is gone'
  if (news.event === 'gave-way') {
    const to = news.to === undefined ? 'the bot, which is there again' : `${news.to}, which has the wallet now`
    return `gave way to ${to}; ${news.cancelled} cancelled, and what rests is its own affair`
  }
  const since = `${seconds(news.sinceBeatMs)} after the last sign of life`
  if (news.event === 'verified')
    return `verified by listing, ${since}: nothing rests; ${news.cancelled} cancelled, ${news.pending} settle`
  if (news.event !== 'failed')
    return news.event === 'fired'
      ? `cancelling everything, ${since}`
      : `listing again, ${since}: what was on its way has arrived`
  const why = news.failure === undefined ? '' : `: ${inWords(news.failure)}`
  return `not verified, ${since}, ${news.left} orders known to rest${why}; tried until it is`
}

function healthOf({ trouble, unreadable, isUnverified }: SwitchState) {
  const reasons = [
    ...(unreadable === undefined ? [] : [`the sign of life cannot be read: ${unreadable}`]),
    ...(trouble === undefined ? [] : [inWords(trouble)]),
    ...(isUnverified ? ['the bot is silent, and no list has shown yet that nothing rests'] : []),
  ]
  return { ok: reasons.length === 0, reasons }
}

/** Prometheus text. */
function metricsOf(state: SwitchState): string {
  const rows = [
    ['heartbeat_age_seconds', 'gauge', 'Since the last sign of life of the bot was seen', state.sinceBeatMs / 1000],
    ['armed', 'gauge', '1 while a bot is watched that has not stopped cleanly', armed(state) ? 1 : 0],
    ['fired_total', 'counter', 'Times that the bot was silent and everything was cancelled', state.fired],
    ['cancelled_orders_total', 'counter', 'Orders that it cancelled', state.cancelled],
    [
      'unverified',
      'gauge',
      '1 while it has fired and no list has shown that nothing rests',
      state.isUnverified ? 1 : 0,
    ],
    [
      'trouble',
      'gauge',
      '1 while the venue would not let it cancel, or the sign of life cannot be read',
      state.trouble === undefined && state.unreadable === undefined ? 0 : 1,
    ],
  ] as const
  return rows
    .map(([name, kind, help, value]) => {
      const metric = `quoin_watchdog_${name}`
      return `# HELP ${metric} ${help}\n# TYPE ${metric} ${kind}\n${metric} ${value}\n`
    })
    .join('')
}

const armed = ({ heart }: SwitchState) => heart === 'beating' || heart === 'silent'
