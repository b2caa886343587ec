// The alerts of a configuration: its addresses read, each with what waits for it.

import { basename, resolve } from 'node:path'
import type { Alert } from '../../alerts/alert.js'
import { AlertDesk } from '../../alerts/alert-desk.js'
import { Outbox } from '../../alerts/outbox.js'
import { type Posted, post } from '../../alerts/post.js'
import type { WebhookSettings } from '../../alerts/schema.js'
import { bodyOf } from '../../alerts/webhook-body.js'
import type { Config } from '../../config/config.js'
import { QuoinError } from '../../domain/error.js'
import type { BotSnapshot } from '../../domain/run/snapshot.js'
import type { PnlMarks } from '../../domain/run/standing.js'
import type { Clock } from '../../domain/time.js'
import { findKey, shownName } from '../../venue/transport/key-source.js'
import type { CommandContext } from '../command-context.js'

/** Losses are looked at this often. */
const LOOK_MS = 5000

export interface AlertOptions {
  readonly mode: string
  /** Path of the configuration. */
  readonly path: string
  readonly env: CommandContext['env']
  readonly clock: Pick<Clock, 'monoMs' | 'wallMs' | 'after'>
  readonly warn: (message: string) => void
  readonly told?: (result: 'sent' | 'failed' | 'dropped') => void
}

export interface Watched {
  readonly words: string
  /** As the kill switch judges it. */
  readonly pnl: () => PnlMarks
  readonly limits: () => Config['risk']['killSwitch']
}

export interface Alerts {
  readonly desk: AlertDesk
  /** The bot has started: its losses are looked at from now on. */
  watch(bot: Watched): void
  /** What is quoted, looked at each second. */
  look(snapshot: BotSnapshot): void
  /** Sends what waits, for so long at most. */
  close(withinMs: number): Promise<void>
}

/** Throws `bad-config` for an address that is missing or none. */
export function openAlerts({ alerts, folder }: Config, options: AlertOptions): Alerts {
  const { env, clock, warn, told } = options
  const about = aboutBot(alerts.name, options)
  const boxes = (alerts.webhooks ?? []).map((webhook, index) => {
    const url = addressOf(webhook, index, { folder, env })
    const box = new Outbox({
      ...{ clock, perMinute: alerts.perMinute },
      post: (alert) => post(url, bodyOf(alert, about, webhook)),
      told: (result, reason) => {
        told?.(result)
        if (reason === '') return
        warn(`${nameOf(webhook, index)}: a message ${result === 'failed' ? 'is tried again' : 'is lost'}: ${reason}`)
      },
    })
    const wants = new Set<string>(webhook.alerts)
    return { box, wants: (kind: string) => wants.size === 0 || wants.has(kind) }
  })
  const send = (alert: Alert) => {
    for (const { box, wants } of boxes) if (wants(alert.kind)) box.send(alert)
  }
  const desk = new AlertDesk({ settings: alerts, clock, send })
  let endWatch: () => void = () => undefined
  return {
    desk,
    watch: ({ words, pnl, limits }) => {
      desk.tell('started', words)
      if (boxes.length === 0) return
      const look = () => {
        desk.losses(pnl(), limits())
        endWatch = clock.after(LOOK_MS, look)
      }
      look()
    },
    look: (snapshot) => desk.look(snapshot),
    close: async (withinMs) => {
      endWatch()
      desk.stop()
      await Promise.all(boxes.map(({ box }) => box.empty(withinMs)))
      for (const { box } of boxes) box.stop()
    },
  }
}

/** A message to each address, by its name. Throws as `openAlerts`. */
export function testAlerts(
  { alerts, folder }: Config,
  options: Pick<AlertOptions, 'mode' | 'path' | 'env' | 'clock'>,
): Promise<readonly { readonly webhook: string; readonly answer: Posted }[]> {
  const alert: Alert = { kind: 'test', text: 'a message that somebody asked for', atMs: options.clock.wallMs() }
  return Promise.all(
    (alerts.webhooks ?? []).map(async (webhook, index) => {
      const url = addressOf(webhook, index, { folder, env: options.env })
      const answer = await post(url, bodyOf(alert, aboutBot(alerts.name, options), webhook))
      return { webhook: nameOf(webhook, index), answer }
    }),
  )
}

const aboutBot = (name: string | undefined, { path, mode }: Pick<AlertOptions, 'path' | 'mode'>) => ({
  ...{ bot: name ?? basename(path).replace(/\.ya?ml$/, ''), mode },
})

const nameOf = ({ kind }: WebhookSettings, index: number) => `alerts.webhooks[${index}] (${kind})`

function addressOf(
  { urlFile, urlEnv = '' }: WebhookSettings,
  index: number,
  { folder, env }: { readonly folder: string; readonly env: AlertOptions['env'] },
): string {
  const fileFrom = `alerts.webhooks[${index}].urlFile`
  const file = urlFile === undefined ? {} : { file: resolve(folder, urlFile), fileFrom }
  const found = findKey({ name: urlEnv || 'QUOIN_WEBHOOK_URL', env, ...file })
  if (found === undefined) {
    throw new QuoinError(
      'bad-config',
      `alerts.webhooks[${index}].urlEnv: expected ${shownName(urlEnv)} to be set, got nothing`,
    )
  }
  const url = found.secret.reveal()
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url
  throw new QuoinError('bad-config', `alerts.webhooks[${index}]: expected an http or https address, got something else`)
}
