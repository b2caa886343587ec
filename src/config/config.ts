// The bot's configuration file: every folder's schema composed, read once, unknown keys refused.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { alertSettings } from '../alerts/schema.js'
import { backtestSettings } from '../backtest/schema.js'
import { chainSettings } from '../chain/schema.js'
import { processSettings } from '../cli/schema.js'
import { controlSettings } from '../control/schema.js'
import { dashboardSettings } from '../dashboard/schema.js'
import { messageOf, QuoinError } from '../domain/error.js'
import { maskKeys } from '../domain/key-like.js'
import { executionSettings } from '../execution/schema.js'
import { feedSettings, marketChoice } from '../feed/schema.js'
import { fleetSettings } from '../fleet/schema.js'
import { recordingSettings } from '../recording/schema.js'
import { reportSettings } from '../report/schema.js'
import { riskLimits } from '../risk/schema.js'
import { signalSettings } from '../signals/schema.js'
import { estimateSettings } from '../state/schema.js'
import { sweepSettings } from '../sweep/schema.js'
import { telemetrySettings } from '../telemetry/schema.js'
import { paperSettings, venueSettings, walletSettings } from '../venue/schema.js'
import { type VenueProfile, venueProfile } from '../venue/wire/profile.js'
import { type KeyPlaces, parseYaml, placeIn, type YamlSource } from './yaml-file.js'

const strategyChoice = z
  .strictObject({
    name: z.string().min(1).optional().describe('Name of a strategy that comes with Quoin; either this or file'),
    file: z
      .string()
      .min(1)
      .optional()
      .describe('File of your own strategy, relative to this file; either this or name'),
    params: z
      .record(z.string(), z.unknown())
      .default({})
      .describe('Parameters of the strategy; its own schema checks them'),
    slowAfterMs: z
      .number()
      .positive()
      .default(5)
      .describe(
        'Longest call of the strategy, in milliseconds; three longer ones in a row slow it down in that market, three more pull its quotes',
      ),
    maxLevels: z.int().min(1).max(20).default(3).describe('Quotes kept per outcome and side, at most'),
  })
  .refine((choice) => (choice.name === undefined) !== (choice.file === undefined), {
    error: 'expected exactly one of name, file',
  })

export const configSchema = z.strictObject({
  mode: z
    .enum(['paper', 'live'])
    .default('paper')
    .describe('paper: real feed, simulated fills, nothing is sent; live: orders are sent, if --live is given too'),
  venue: venueSettings.describe('The venue'),
  wallet: walletSettings.prefault({}).describe('The wallet; needed to go live'),
  markets: marketChoice.describe('Which markets are quoted'),
  strategy: strategyChoice.describe('What is quoted'),
  risk: riskLimits.prefault({}).describe('Limits that no quote passes'),
  execution: executionSettings.prefault({}).describe('How quotes become orders'),
  feed: feedSettings.prefault({}).describe('How fresh the books must be'),
  chain: chainSettings.prefault({}).describe('What is done on the chain with what is held'),
  estimates: estimateSettings.prefault({}).describe('Fair value and volatility'),
  signals: signalSettings
    .prefault({})
    .describe('Values from outside, for strategies that read them and for estimates.signal'),
  paper: paperSettings.prefault({}).describe('Simulated fills, used in paper mode'),
  backtest: backtestSettings.prefault({}).describe('Backtests: the bot on a tape'),
  sweep: sweepSettings.prefault({}).describe('Sweeps: many backtests, to find values and to judge them'),
  telemetry: telemetrySettings.prefault({}).describe('Metrics, health and log'),
  alerts: alertSettings.prefault({}).describe('Messages to people who do not look'),
  control: controlSettings.prefault({}).describe('How a person asks and tells the running bot'),
  dashboard: dashboardSettings.prefault({}).describe('The page that the running bot serves'),
  recording: recordingSettings.prefault({}).describe('A tape of the run, to replay it and to test strategies on'),
  report: reportSettings.prefault({}).describe('The report with which a run ends'),
  fleet: fleetSettings.prefault({}).describe('What several machines share, through Redis'),
  process: processSettings.prefault({}).describe('The process itself'),
})
export type ConfigFile = z.infer<typeof configSchema>

export interface Config extends Omit<ConfigFile, 'venue'> {
  readonly venue: Omit<ConfigFile['venue'], 'profile'> & { readonly profile: VenueProfile }
  /** Paths in the file are relative to this folder. */
  readonly folder: string
  /** The strategy's parameters by its own schema. Throws `bad-config` with their places in the file. */
  readonly params: <T>(schema: z.ZodType<T>) => T
  /** `file:line:column key.path` of what else is found wrong with a key. */
  readonly placeOf: (...path: string[]) => string
}

/** Throws `bad-config` that names every problem with its line and column. */
export function loadConfig(path: string): Config {
  return parseConfig(readYaml(path))
}

/** Of a command that asks no strategy: there need be none. */
export function loadConfigOfFeed(path: string): Config {
  return parseConfig(readYaml(path), z.preprocess(withAnyStrategy, configSchema))
}

/** `source.file` locates the profile and other relative paths. */
export function parseConfig(source: YamlSource, schema: z.ZodType<ConfigFile> = configSchema): Config {
  const file = parseYaml(source, schema, mayHoldKeys)
  const folder = dirname(resolve(source.file))
  const { profile } = file.venue
  const placeOf = (...path: string[]) => `${placeIn(source, path)} ${path.join('.')}`
  return {
    ...file,
    venue: {
      ...file.venue,
      profile:
        typeof profile === 'string' ? profileBeside(folder, profile, () => placeOf('venue', 'profile')) : profile,
    },
    folder,
    placeOf,
    params: (schema) => {
      // the same text again, this time with the strategy's own schema, so that its problems have a place too
      const paramsOnly = z.looseObject({ strategy: z.looseObject({ params: schema }) })
      return parseYaml(source, z.preprocess(withEmptyParams, paramsOnly)).strategy.params
    },
  }
}

/** Throws `bad-config` that says what was looked for from where: whoever copies a configuration elsewhere leaves its profile behind. */
function profileBeside(folder: string, profile: string, place: () => string): VenueProfile {
  const path = resolve(folder, profile)
  if (!existsSync(path)) {
    throw new QuoinError(
      'bad-config',
      maskKeys(`${place()}: expected a file, relative to the configuration's folder ${folder}, got ${profile}`),
    )
  }
  return loadProfile(path)
}

/** Ids of markets look like keys, and what a strategy takes is its own affair. */
const mayHoldKeys: KeyPlaces = ([section, key]) =>
  section === 'markets' ||
  (section === 'estimates' && key === 'priors') ||
  (section === 'strategy' && key === 'params') ||
  (section === 'venue' && key === 'apiKey')

/** A name that is none: nobody looks it up. */
function withAnyStrategy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || 'strategy' in value) return value
  return { ...value, strategy: { name: 'none' } }
}

function withEmptyParams(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const strategy: unknown = Reflect.get(value, 'strategy')
  if (typeof strategy !== 'object' || strategy === null || 'params' in strategy) return value
  return { ...value, strategy: { ...strategy, params: {} } }
}

export function loadProfile(path: string): VenueProfile {
  return parseYaml(readYaml(path), venueProfile, () => false)
}

/** Reads a YAML file. Throws `bad-config` when there is none. */
export function readYaml(path: string): YamlSource {
  try {
    return { file: path, text: readFileSync(path, 'utf8') }
  } catch (cause) {
    const reason = messageOf(cause)
    throw new QuoinError('bad-config', maskKeys(`${path}: expected a readable file, got ${reason}`))
  }
}

/** The effective configuration as plain data, secrets masked. */
export function shownConfig(config: Config): unknown {
  const { folder: _folder, params: _params, placeOf: _placeOf, venue, ...rest } = config
  return { ...rest, venue: { ...venue, ...(venue.apiKey === undefined ? {} : { apiKey: '[secret]' }) } }
}
