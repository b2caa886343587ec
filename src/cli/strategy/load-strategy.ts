// The strategy that a configuration names: one that comes with Quoin, or a file of the user's.

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { asLogit } from '../../../strategies/as-logit.js'
import { bestBidPeg } from '../../../strategies/best-bid-peg.js'
import { fixedSpread } from '../../../strategies/fixed-spread.js'
import { groupConsistent } from '../../../strategies/group-consistent.js'
import type { Config } from '../../config/config.js'
import { QuoinError } from '../../domain/error.js'
import { thrownText } from '../../domain/thrown-place.js'
import type { AnyStrategy } from '../../strategy/contract.js'
import { findStrategy, strategyInModule } from '../../strategy/find-strategy.js'
import { type AnyQuoter, quoterOf, type StrategySource } from '../../strategy/parse-params.js'
import { loadFailure, unlessEnded } from './load-failure.js'

/** Of a strategy that is asked where nothing else watches over the end of the process. */
export const ENDED = 'strategy: expected one that answers, got one that ends the process'

export interface LoadedStrategy {
  readonly name: string
  /** The checked parameters, defaults included. */
  readonly params: unknown
  readonly quote: AnyQuoter
  /** As it is written. */
  readonly definition: AnyStrategy
}

export const BUNDLED_STRATEGIES: readonly AnyStrategy[] = [asLogit, bestBidPeg, fixedSpread, groupConsistent]

/** What a person names as a strategy is a path. */
export const isStrategyFile = (strategy: string) => /[/\\]|\.[mc]?[jt]s$/.test(strategy)

/** Throws `bad-config` for an unknown name, a file without a strategy, and wrong parameters. */
export async function loadStrategy(config: Config): Promise<LoadedStrategy> {
  const { name, file } = config.strategy
  const strategy =
    file === undefined
      ? findStrategy(name ?? '', BUNDLED_STRATEGIES, () => config.placeOf('strategy', 'name'))
      : await strategyInFile(resolve(config.folder, file), () => config.placeOf('strategy', 'file'))
  return boundTo(strategy, config, file === undefined ? undefined : sourceOf(resolve(config.folder, file)))
}

/** The same program with the parameters of another configuration: no file is read. Throws `bad-config` for wrong ones. */
export function withParams({ definition, quote }: LoadedStrategy, config: Config): LoadedStrategy {
  return boundTo(definition, config, quote.source)
}

function boundTo(definition: AnyStrategy, config: Config, source: StrategySource | undefined): LoadedStrategy {
  const params = config.params(definition.params)
  const quote = quoterOf(definition, { params, ...(source === undefined ? {} : { source }) })
  return { name: definition.name, params, quote, definition }
}

/** Where the file says `quote`; a file that gets it from elsewhere has no such line. */
function sourceOf(file: string): StrategySource {
  const lines = readFileSync(file, 'utf8').split('\n')
  const line = lines.findIndex((text) => /^[^/*]*\bquote\b\s*[(:=,]/.test(text)) + 1
  return line === 0 ? { file } : { file, line }
}

async function strategyInFile(path: string, where: () => string): Promise<AnyStrategy> {
  return strategyInModule(await importFile(path, where), path)
}

/** Of this process: what is read again must be read anew, with all that it imports. */
const read = new Set<string>()

async function importFile(path: string, where: () => string): Promise<Record<string, unknown>> {
  const url = pathToFileURL(path).href
  const ended = `strategy.file: expected a module at ${path}, got one that ends the process, or waits for what never comes`
  return unlessEnded(path, ended, async () => {
    try {
      const loaded: unknown = read.has(url) ? await readAnew(url) : await readFirst(url)
      return Object.fromEntries(Object.entries(Object(loaded)))
    } catch (cause) {
      const failure = loadFailure(cause, path)
      throw new QuoinError('bad-config', `${where()}: expected a module at ${path}, got ${failure}`, { cause })
    }
  })
}

/** Where it can be shared with what is loaded already: that is soonest, and takes the least memory. */
async function readFirst(url: string): Promise<unknown> {
  read.add(url)
  // not every version of Node reads TypeScript
  if (/\.[mc]?ts$/.test(url) && !Reflect.get(process.features, 'typescript')) {
    // in a project of CommonJS, too: without the second one its text has no file, and what it throws no line
    const [esm, cjs] = await Promise.all([import('tsx/esm/api'), import('tsx/cjs/api')])
    esm.register()
    cjs.register()
  }
  try {
    return await import(url)
  } catch (first) {
    try {
      // such as `export` in the .js of a project of CommonJS; Node remembers by its name what failed
      return await readAnew(url)
    } catch (anew) {
      // the same once more: what is compiled on the way has lost its lines
      throw thrownText(first) === thrownText(anew) ? first : anew
    }
  }
}

/** With a copy of everything that it imports: fit for a reload, not for each start. */
async function readAnew(url: string): Promise<unknown> {
  const { tsImport } = await import('tsx/esm/api')
  return tsImport(url, import.meta.url)
}
