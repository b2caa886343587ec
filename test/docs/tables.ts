// The tables of docs/, made from the code, so that neither can change without the other.

import { Registry } from 'prom-client'
import { z } from 'zod'
import { createProgram } from '../../src/cli/program.js'
import { BUNDLED_STRATEGIES } from '../../src/cli/strategy/load-strategy.js'
import { changesWhileRunning } from '../../src/config/changes.js'
import { configSchema } from '../../src/config/config.js'
import { allKeys, innermost } from '../../src/config/schema-keys.js'
import { ERROR_REACTIONS, type ErrorCode, QuoinError } from '../../src/domain/error.js'
import { EXIT_CODES, exitOf } from '../../src/domain/exit-codes.js'
import { serverConfig } from '../../src/server/schema.js'
import { signerConfig } from '../../src/signer/schema.js'
import { createInstruments } from '../../src/telemetry/metrics/metrics.js'
import { venueProfile } from '../../src/venue/wire/profile.js'
import { LIMITS } from '../core/limit-rows.js'
import { entryFunctions, strategyTypes } from './strategy-entry.js'

type Row = readonly string[]

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

function table(head: Row, rows: readonly Row[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')
}

const code = (text: string) => `\`${text}\``

function settings(schema: z.ZodType, without: (path: string) => boolean = () => false): string {
  const rows = allKeys(schema)
    .filter(({ path }) => !without(path))
    .map(({ path, section, schema: value, description }) => [
      code(path),
      section ? '' : fallback(value),
      description + (section ? '' : values(value, description)),
    ])
  return table(['key', 'default', 'meaning'], rows)
}

/** The words that it takes, where its description leaves one out. */
function values(schema: z.ZodType, description: string): string {
  const inner = innermost(schema)
  const isList = inner instanceof z.ZodArray
  const one = isList ? inner.element : inner
  if (!(one instanceof z.ZodEnum)) return ''
  const words = one.options.map(String)
  if (words.every((word) => description.includes(word))) return ''
  return ` (${isList ? 'any' : 'one'} of ${words.map(code).join(', ')})`
}

/** Keys that a running bot takes up, by section. */
function whileRunning(): string {
  const keys = allKeys(configSchema).filter(({ section, path }) => !section && !path.includes('[]'))
  const sections = [...new Set(keys.map(({ path }) => path.split('.')[0] ?? ''))]
  const rows = sections.flatMap((name) => {
    const own = keys.filter(({ path }) => path.split('.')[0] === name)
    const taken = own
      .filter(({ path }) => changesWhileRunning(path))
      .map(({ path }) => code(path.slice(name.length + 1)))
    if (taken.length === 0) return []
    return [[code(name), taken.length === own.length ? 'every key' : taken.join(', ')]]
  })
  return table(['section', 'keys that a running bot takes up'], rows)
}

function fallback(schema: z.ZodType): string {
  const parsed = schema.safeParse(undefined)
  if (!parsed.success) return 'required'
  return parsed.data === undefined ? '' : code(JSON.stringify(parsed.data))
}

export interface OwnMetric {
  readonly name: string
  readonly type: string
  readonly labels: readonly string[]
  readonly help: string
}

const described = z.object({ name: z.string(), type: z.string(), labelNames: z.array(z.string()), help: z.string() })

/** Every metric of the program's own, with the names of its labels. */
export function ownMetrics(): readonly OwnMetric[] {
  const registry = new Registry()
  createInstruments(registry, { processMetrics: false })
  return registry.getMetricsAsArray().map((metric) => {
    const { labelNames: labels, ...own } = described.parse(metric)
    return { ...own, labels }
  })
}

function metrics(): string {
  const rows = ownMetrics().map(({ name, type, labels, help }) => [
    ...[code(name), type, labels.map(code).join(', '), help],
  ])
  return table(['metric', 'type', 'labels', 'meaning'], rows)
}

function commands(): string {
  const program = createProgram({ entry: [], context: neverUsed, chosen: neverUsed })
  const rows = program.commands.map((command) => {
    const args = command.registeredArguments.map((arg) => (arg.required ? `<${arg.name()}>` : `[${arg.name()}]`))
    const options = command.options.map(({ flags, description }) => `${code(flags)} ${description}`)
    return [code(['quoin', command.name(), ...args].join(' ')), command.description(), options.join('; ')]
  })
  return table(['command', 'what it does', 'options'], rows)
}

function neverUsed(): never {
  throw new Error('expected no command to run')
}

function errors(): string {
  const rows = Object.entries(ERROR_REACTIONS).map(([name, reaction]) => {
    const exit = EXIT_CODES[exitOf(new QuoinError(name as ErrorCode, ''))].code
    return [code(name), reaction, String(exit)]
  })
  return table(['code', 'reaction', 'exit code when it ends a command'], rows)
}

function exitCodes(): string {
  return table(
    ['code', 'name', 'meaning'],
    Object.entries(EXIT_CODES).map(([name, { code: number, meaning }]) => [String(number), code(name), meaning]),
  )
}

function limits(): string {
  const rows = LIMITS.map(({ limit, bounds, keys, reason, checkedIn }) => [
    ...[limit, bounds, keys.map((key) => code(key.includes('estimates') ? key : `risk.${key}`)).join(', ')],
    ...[code(reason), code(`src/${checkedIn}`)],
  ])
  return table(['limit', 'of what', 'setting', 'reason', 'checked in'], rows)
}

/** The strategies that come with Quoin, each under a heading, with its parameters. */
function shippedStrategies(): string {
  const parts = BUNDLED_STRATEGIES.map(
    ({ name, description, params }) => `### ${name}\n\n${description}\n\n${settings(params)}`,
  )
  return parts.join('\n\n')
}

/** What a strategy may compute with. */
function functions(): string {
  const rows = entryFunctions('src/strategy', 'src/models', 'src/domain')
  return table(
    ['function', 'what it gives'],
    rows.map(([call, meaning]) => [code(call), meaning]),
  )
}

/** Page, then name of the table, then its text. */
export async function docTables(): Promise<Readonly<Record<string, Readonly<Record<string, string>>>>> {
  return {
    'docs/configuration.md': {
      bot: settings(configSchema, (path) => path.startsWith('venue.profile.')),
      running: whileRunning(),
      profile: settings(venueProfile),
      server: settings(serverConfig, (path) => path.startsWith('tiers.')),
    },
    'docs/signer.md': { signer: settings(signerConfig) },
    'docs/risk.md': { limits: limits() },
    'docs/metrics.md': { metrics: metrics() },
    'docs/cli.md': { commands: commands(), exits: exitCodes() },
    'docs/errors.md': { errors: errors() },
    'docs/strategies.md': { strategies: shippedStrategies(), types: strategyTypes(), functions: functions() },
  }
}
