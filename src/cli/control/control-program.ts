// The commands that ask a running bot, or tell it something, their arguments and options.

import { Option } from 'commander'
import type { ControlCommand } from '../../control/control-protocol.js'
import type { CommandLine, Given } from '../command-line.js'
import type { ControlFlags } from '../commands/operate/control.js'
import type { GapsFlags } from '../commands/operate/gaps.js'
import type { LogsFlags } from '../commands/operate/logs.js'
import { refuseIdle } from '../idle-options.js'
import { duration, wholeNumber } from '../option-values.js'

const bot = () => new Option('--bot <config>', 'the bot of this configuration; needed where several run')
const reasonOf = (words: readonly string[]) => (words.length === 0 ? {} : { reason: words.join(' ') })

export function offerControl(line: CommandLine): void {
  const { command, start } = line
  const run = (what: Exclude<ControlCommand, 'logs'>, given: Given<ControlFlags>) =>
    start(given, async (ctx) => (await import('../commands/operate/control.js')).control(what, given, ctx))
  const ask = (name: 'status' | 'positions' | 'fills' | 'decisions', description: string) =>
    command(name, description)
      .addOption(bot())
      .action((given: Given<ControlFlags>) => run(name, given))
  const tell = (name: 'halt' | 'resume', description: string) =>
    command(`${name} [reason...]`, description)
      .addOption(bot())
      .action((words: readonly string[], given: Given<ControlFlags>) => run(name, { ...given, ...reasonOf(words) }))
  const ofMarket = (name: 'pause' | 'unpause', description: string) =>
    command(`${name} <market> [reason...]`, description)
      .addOption(bot())
      .action((market: string, words: readonly string[], given: Given<ControlFlags>) =>
        run(name, { ...given, market, ...reasonOf(words) }),
      )

  ask('status', 'what a running bot does, and why not, market by market')
  ask('positions', 'what a running bot holds')
  ask('fills', 'the last fills that a running bot has heard of')
  ask('decisions', 'the last orders and cancels that a running bot decided on, and why')
  command('explain <market>', 'why a quote is there in a market of a running bot, and why none is')
    .addOption(bot())
    .action((market: string, given: Given<ControlFlags>) => run('explain', { ...given, market }))
  command('logs', "the last lines of a running bot's log")
    .addOption(bot())
    .addOption(
      new Option('--lines <n>', 'so many of the past, up to 1000')
        .argParser((text) => wholeNumber(text, 1, 1000))
        .default(20, '20'),
    )
    .addOption(new Option('--follow', 'and those that come, until a signal or the end of the bot'))
    .action((given: Given<LogsFlags>) =>
      start(given, async (ctx) => (await import('../commands/operate/logs.js')).logs(given, ctx)),
    )
  offerGaps(line)
  tell('halt', 'cancel everything of a running bot; it quotes nothing until it is resumed, restarts included')
  tell('resume', 'lift a halt, whatever its cause; where it was for a loss, losses count anew from here')
  ofMarket('pause', 'cancel what rests in one market of a running bot; nothing is quoted there until it is unpaused')
  ofMarket('unpause', 'quote in a paused market again')
  command(
    'reload [reason...]',
    'make a running bot read its configuration again: checked first, then taken up whole or not',
  )
    .addOption(bot())
    .addOption(new Option('--dry', 'only show what would change'))
    .addOption(new Option('--back', 'return to the configuration before instead'))
    .action((words: readonly string[], given: Given<ControlFlags>) => run('reload', { ...given, ...reasonOf(words) }))
  for (const name of ['orders', 'cancel-all'] as const) offerBoth(line, name)
}

function offerGaps({ command, start }: CommandLine): void {
  command('gaps <log>', 'when which market had no quote, and why, from a log of JSON lines alone (telemetry.logFile)')
    .addOption(new Option('--market <name>', 'only this one: its condition id, or a part of its question'))
    .addOption(
      new Option('--least <time>', 'list those alone that lasted so long, such as 10s, 5m')
        .argParser(duration)
        .default(1000, '1s'),
    )
    .action((path: string, given: Given<Omit<GapsFlags, 'leastMs'> & { readonly least: number }>) =>
      start(given, async (ctx) =>
        (await import('../commands/operate/gaps.js')).gaps(path, { ...given, leastMs: given.least }, ctx),
      ),
    )
}

const BOTH = {
  orders: 'list own orders that are not over: at the venue of a configuration, or, without one, those of a running bot',
  'cancel-all':
    'cancel every own order and verify it: at the venue of a configuration, or, without one, halt a running bot and wait until nothing rests',
}

/** With a configuration the venue is asked, and a bot that runs is only told of. */
function offerBoth({ command, start }: CommandLine, name: 'orders' | 'cancel-all'): void {
  const offered = command(`${name} [config]`, BOTH[name]).addOption(bot())
  if (name === 'cancel-all') offered.addOption(new Option('--reason <why>', 'why, in a few words: it is written down'))
  offered.action((path: string | undefined, given: Given<ControlFlags>) =>
    start(given, async (ctx) => {
      if (path === undefined) return (await import('../commands/operate/control.js')).control(name, given, ctx)
      refuseIdle(given, ['bot'], 'expected instead of a configuration, got both')
      return name === 'orders'
        ? (await import('../commands/operate/orders.js')).orders(path, ctx)
        : (await import('../commands/operate/cancel-all.js')).cancelAll(path, ctx, given.reason)
    }),
  )
}
