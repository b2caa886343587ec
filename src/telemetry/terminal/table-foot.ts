// Below the table: the markets without a quote of ours, and whatever else is amiss, each as whole as the terminal carries it.

import type { BotSnapshot, MarketSnapshot } from '../../domain/run/snapshot.js'
import { visible } from '../../domain/visible-text.js'
import { displayWidth } from './display-width.js'
import { foldedLines } from './folded-lines.js'
import type { Ink } from './ink.js'
import { rowLabels } from './row-labels.js'
import { spanOfSeconds } from './span-of-seconds.js'

/** Of what is said of markets with the same words: told one by one. */
const MOST_TOLD = 3

const WIDEST_LABEL = 40

/** Lines of one message, the most that the terminal carries. */
const LINES_OF_ONE = [3, 2, 1]

/** At most `room` lines where that can be, each at most `width` columns. */
export function troubleLines(snapshot: BotSnapshot, size: { width: number; room: number }, ink: Ink): string[] {
  const silent = silences(snapshot, size.width)
  const amiss = troubles(snapshot, size.width)
  // a market that was chosen and has no quote is not as it shall be, whoever's doing it is
  const isIdle = snapshot.markets.some(({ dropped, notQuoting }) => dropped === undefined && notQuoting !== undefined)
  const isWell = amiss.length === 0 && !isIdle
  const tries = LINES_OF_ONE.map((most) => [
    ...silent.flatMap((text) => foldedLines(text, size.width, most)).map((line) => ink(line, 'yellow')),
    ...packed(amiss, size.width, most).map((line) => ink(line, 'red')),
    ...(isWell ? [ink('all well', 'green')] : []),
  ])
  return tries.find((lines) => lines.length <= size.room) ?? tries.at(-1) ?? []
}

/** Messages that are short side by side; all of them on one line where there is room for one. */
function packed(messages: readonly string[], width: number, most: number): string[] {
  if (messages.length === 0) return []
  if (most === 1) return foldedLines(messages.join('   '), width, 1)
  const lines: string[] = []
  for (const message of messages) {
    const beside = `${lines.at(-1)}   ${message}`
    if (lines.length > 0 && displayWidth(beside) <= width) lines[lines.length - 1] = beside
    else lines.push(...foldedLines(message, width, most))
  }
  return lines
}

/** Markets without a quote of ours, and why; what concerns all of them, and a fault, is said as trouble already. */
function silences({ markets, halted, waiting }: BotSnapshot, width: number): string[] {
  if (halted || waiting) return []
  const silent = (market: MarketSnapshot) =>
    market.notQuoting === undefined || market.fault !== undefined
      ? undefined
      : `${market.notQuoting.reason}: ${market.notQuoting.detail ?? ''}`
  const { told, more } = saidOf(markets, silent, width)
  const lines = told.map(({ who, text }) => `no quotes in ${who}: ${text}`)
  return more > 0 ? [...lines, `… and in ${more} more`] : lines
}

function troubles(snapshot: BotSnapshot, width: number): string[] {
  const { halted, waiting, totals, clockErrorMs, markets, signedIn } = snapshot
  const chosen = markets.filter(({ dropped }) => dropped === undefined)
  const stale = chosen.filter(({ feed }) => feed.health === 'stale').length
  const paused = chosen.filter((market) => market.paused !== undefined).length
  const slowed = markets.filter((market) => market.slowed).length
  const faults = saidOf(markets, ({ fault }) => fault, width)
  const changes = saidOf(markets, ({ changed }) => changed, width)
  return [
    ...(halted === undefined ? [] : [`HALTED by ${halted.actor}: ${visible(halted.reason)}`]),
    ...(waiting === undefined ? [] : [`WAITING (${waiting.cause}): ${visible(waiting.reason)}`]),
    ...(signedIn ? [] : ['not signed in']),
    ...(markets.length === 0 ? ['no markets'] : []),
    ...(stale > 0 ? [`${stale} of ${chosen.length} feeds stale`] : []),
    ...faults.told.map(({ who, text }) => `fault (${who}): ${text}`),
    ...(faults.more > 0 ? [`faults in ${faults.more} more`] : []),
    ...(slowed > 0 ? [`strategy slow in ${slowed} of ${markets.length} markets`] : []),
    ...changes.told.map(({ who, text }) => `market changed (${who}): ${text}`),
    ...(changes.more > 0 ? [`${changes.more} more changed`] : []),
    ...(paused > 0 ? [`${paused} of ${chosen.length} markets paused`] : []),
    ...(totals.unknownOrders > 0 ? [`${totals.unknownOrders} orders of unknown outcome`] : []),
    ...(clockErrorMs > 1000 ? [`clock unsure by ${spanOfSeconds(clockErrorMs)}`] : []),
  ]
}

/** What is said of markets, each text once: of whom, and how many markets more there are than are told of. */
function saidOf(
  markets: readonly MarketSnapshot[],
  said: (market: MarketSnapshot) => string | undefined,
  width: number,
): { told: readonly { who: string; text: string }[]; more: number } {
  const labels = rowLabels(
    markets.map(({ question }) => visible(question)),
    Math.min(WIDEST_LABEL, Math.floor(width / 2)),
  )
  const whoByText = new Map<string, string[]>()
  for (const [index, market] of markets.entries()) {
    const text = said(market)
    if (text !== undefined) whoByText.set(text, [...(whoByText.get(text) ?? []), labels[index] ?? ''])
  }
  const all = [...whoByText].map(([text, who]) => ({
    text: visible(text),
    who: who.length === 1 ? (who[0] ?? '') : `${who.length} markets`,
    markets: who.length,
  }))
  return { told: all.slice(0, MOST_TOLD), more: all.slice(MOST_TOLD).reduce((sum, { markets: n }) => sum + n, 0) }
}
