// The commands that ask a running bot, or tell it something, their arguments and options.

import { type Command, InvalidArgumentError, Option } from 'commander'
import type { ControlCommand } from '../../control/control-protocol.js'
import type { CommandContext, CommandResult } from '../command-context.js'
import type { ControlFlags } from '../commands/operate/control.js'
import { duration } from '../duration.js'

type Options = Readonly<Record<string, unknown>>

export interface ControlCommands {
  readonly command: (name: string, description: string) => Command
  readonly start: (options: Options, run: (context: CommandContext) => CommandResult) => void
}

const bot = () => new Option('--bot <config>', 'the bot of this configuration; needed where several run')

function flagsOf(options: Options, more: ControlFlags = {}): ControlFlags {
  const { bot: path } = options
  return { ...more, ...(typeof path === 'string' ? { bot: path } : {}) }
}

const reasonOf = (words: readonly string[]) => (words.length === 0 ? {} : { reason: words.join(' ') })

export function offerControl({ command, start }: ControlCommands): void {
  const run = (options: Options, what: Exclude<ControlCommand, 'logs'>, more?: ControlFlags) =>
    start(options, async (ctx) =>
      (await import('../commands/operate/control.js')).control(what, flagsOf(options, more), ctx),
    )

  const ask = (name: 'status' | 'positions' | 'fills' | 'decisions', description: string) =>
    command(name, description)
      .addOption(bot())
      .action((options: Options) => run(options, name))
  const tell = (name: 'halt' | 'resume', description: string) =>
    command(`${name} [reason...]`, description)
      .addOption(bot())
      .action((words: readonly string[], options: Options) => run(options, name, reasonOf(words)))
  const ofMarket = (name: 'pause' | 'unpause', description: string) =>
    command(`${name} <market> [reason...]`, description)
      .addOption(bot())
      .action((market: string, words: readonly string[], options: Options) =>
        run(options, name, { market, ...reasonOf(words) }),
      )

  ask('status', 'what a running bot does, and why not, market by market')
  ask('positions', 'what a running bot holds')
  ask('fills', 'the last fills that a running bot has heard of')
  ask('decisions', 'the last orders and cancels that a running bot decided on, and why')
  command('explain <market>', 'why a quote is there in a market of a running bot, and why none is')
    .addOption(bot())
    .action((market: string, options: Options) => run(options, 'explain', { market }))
  command('logs', "the last lines of a running bot's log")
    .addOption(bot())
    .addOption(new Option('--lines <n>', 'so many of the past, up to 1000').argParser(lineCount).default(20, '20'))
    .addOption(new Option('--follow', 'and those that come, until a signal or the end of the bot'))
    .action((options: Options) => {
      const { lines, follow } = options
      const flags = { ...flagsOf(options), lines: Number(lines), follow: follow === true }
      start(options, async (ctx) => (await import('../commands/operate/logs.js')).logs(flags, ctx))
    })
  offerGaps({ command, start })
  tell('halt', 'cancel everything of a running bot; it quotes nothing until it is resumed, restarts included')
  tell('resume', 'lift a halt, whatever its cause; losses count anew from here')
  ofMarket('pause', 'cancel what rests in one market of a running bot; nothing is quoted there until it is unpaused')
  ofMarket('unpause', 'quote in a paused market again')
  command(
    'reload [reason...]',
    'make a running bot read its configuration again: checked first, then taken up whole or not',
  )
    .addOption(bot())
    .addOption(new Option('--dry', 'only show what would change'))
    .addOption(new Option('--back', 'return to the configuration before instead'))
    .action((words: readonly string[], options: Options) => {
      const { dry, back } = options
      run(options, 'reload', { ...reasonOf(words), dry: dry === true, back: back === true })
    })
  for (const name of ['orders', 'cancel-all'] as const) offerBoth({ command, start }, name)
}

function offerGaps({ command, start }: ControlCommands): void {
  command('gaps <log>', 'when which market had no quote, and why, from a log of JSON lines alone (telemetry.logFile)')
    .addOption(new Option('--market <name>', 'only this one: its condition id, or a part of its question'))
    .addOption(
      new Option('--least <time>', 'list those alone that lasted so long, such as 10s, 5m')
        .argParser(duration)
        .default(1000, '1s'),
    )
    .action((path: string, options: Options) => {
      const { market, least } = options
      const flags = { ...(typeof market === 'string' ? { market } : {}), leastMs: Number(least) }
      start(options, async (ctx) => (await import('../commands/operate/gaps.js')).gaps(path, flags, ctx))
    })
}

function lineCount(given: string): number {
  const value = Number(given)
  // commander names the option in front of the message
  if (!Number.isInteger(value) || value < 1 || value > 1000)
    throw new InvalidArgumentError(`expected a whole number from 1 to 1000, got ${given}`)
  return value
}

const BOTH = {
  orders: 'list own orders that are not over: at the venue of a configuration, or, without one, those of a running bot',
  'cancel-all':
    'cancel every own order and verify it: at the venue of a configuration, or, without one, halt a running bot and wait until nothing rests',
}

/** With a configuration the venue is asked, and a bot that runs is only told of. */
function offerBoth({ command, start }: ControlCommands, name: 'orders' | 'cancel-all'): void {
  const offered = command(`${name} [config]`, BOTH[name]).addOption(bot())
  if (name === 'cancel-all') offered.addOption(new Option('--reason <why>', 'why, in a few words: it is written down'))
  offered.action((path: string | undefined, options: Options) =>
    start(options, async (ctx) => {
      const { reason } = options
      const flags = flagsOf(options, typeof reason === 'string' ? { reason } : {})
      if (path === undefined) return (await import('../commands/operate/control.js')).control(name, flags, ctx)
      return name === 'orders'
        ? (await import('../commands/operate/orders.js')).orders(path, ctx)
        : (await import('../commands/operate/cancel-all.js')).cancelAll(path, ctx, flags.reason)
    }),
  )
}
