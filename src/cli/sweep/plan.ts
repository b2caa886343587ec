// A sweep before anything runs: what is varied, and every configuration of it, checked as a configuration is.

import { type Config, parseConfig } from '../../config/config.js'
import type { YamlSource } from '../../config/yaml-file.js'
import { QuoinError, toFailure } from '../../domain/error.js'
import type { SweepSettings } from '../../sweep/schema.js'
import { withValues } from '../../sweep/space/config-text.js'
import { type Parameter, parseParameter } from '../../sweep/space/parameter.js'
import { AS_CONFIGURED, drawnTrials, gridTrials, type Trial } from '../../sweep/space/trials.js'
import { loadStrategy } from '../strategy/load-strategy.js'
import { effectiveOf, type TriedStrategy } from './made-of.js'

export interface PlannedTrial {
  readonly trial: Trial
  /** Its configuration. */
  readonly text: string
  readonly strategy: string
  /** Everything of it that a run depends on. */
  readonly effective: unknown
}

/** `file:line:column ` in front of a problem: of a text that nobody has, it says nothing. */
export const PLACE = /^.*?:\d+:\d+ /

/** Sections that a sweep may vary: of those that a backtest reads, what belongs to the bot. */
const SECTIONS = ['markets', 'strategy', 'risk', 'execution', 'feed', 'estimates', 'paper']

/** Of the file, and of the flags, which go before. Throws `bad-argument` for a path that a backtest does not read, or that two flags name. */
export function parametersOf(settings: Pick<SweepSettings, 'parameters'>, flags: readonly string[]): Parameter[] {
  const byPath = new Map<string, Parameter>()
  for (const [path, values] of Object.entries(settings.parameters)) byPath.set(path, { path, values })
  const given = flags.map(parseParameter)
  const paths = given.map(({ path }) => path)
  const twice = paths.find((path, i) => paths.indexOf(path) < i)
  if (twice !== undefined) {
    throw new QuoinError('bad-argument', `--set ${twice}: expected it once, with all of its values, got it again`)
  }
  for (const parameter of given) byPath.set(parameter.path, parameter)
  for (const path of byPath.keys()) {
    const [section = ''] = path.split('.')
    if (!SECTIONS.includes(section)) {
      throw new QuoinError(
        'bad-argument',
        `sweep: ${path}: expected a path in ${SECTIONS.join(', ')}; nothing else can be varied`,
      )
    }
  }
  return [...byPath.values()]
}

/** The configuration as it is first, then every trial. Throws `bad-config` for the first one that is wrong, with its values. */
export async function planTrials(
  source: YamlSource,
  parameters: readonly Parameter[],
  { search, runs, seed }: Pick<SweepSettings, 'search' | 'runs' | 'seed'>,
): Promise<readonly PlannedTrial[]> {
  const trials = search === 'grid' ? gridTrials(parameters) : drawnTrials(parameters, { runs, seed })
  const planned: PlannedTrial[] = []
  for (const trial of [AS_CONFIGURED, ...trials]) planned.push(await planTrial(source, parameters, trial))
  return planned
}

async function planTrial(source: YamlSource, parameters: readonly Parameter[], trial: Trial): Promise<PlannedTrial> {
  const changes = trial.values.map((value, i) => ({ path: parameters[i]?.path ?? '', value }))
  try {
    const text = changes.length === 0 ? source.text : withValues(source.text, changes)
    const config = parseConfig({ file: source.file, text })
    const strategy = await strategyOf(config)
    return { trial, text, strategy: strategy.name, effective: effectiveOf(config, strategy) }
  } catch (error) {
    if (changes.length === 0 || !(error instanceof QuoinError)) throw error
    const values = changes.map(({ path, value }) => `${path}=${value}`).join(' ')
    const problems = toFailure(error)
      .message.split('\n')
      .map((line) => line.replace(PLACE, ''))
    throw new QuoinError(error.code, `with ${values}: ${problems.join('; ')}`, { cause: error })
  }
}

type Loaded = Awaited<ReturnType<typeof loadStrategy>>

const read = new Map<string, Loaded>()

/** A strategy's file is read once, not once for each of a thousand configurations. */
async function strategyOf(config: Config): Promise<TriedStrategy> {
  const { name, file } = config.strategy
  const key = JSON.stringify([name, file, config.folder])
  const strategy = read.get(key) ?? (await loadStrategy(config))
  read.set(key, strategy)
  return { name: strategy.name, params: config.params(strategy.definition.params) }
}
