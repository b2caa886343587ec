// What a recorded change of the configuration made of the core's settings, made of it once more.

import { join } from 'node:path'
import { type Config, parseConfig } from '../../config/config.js'
import type { CoreSettings, SettingsChange } from '../../core/settings.js'
import type { AnyStrategy } from '../../strategy/contract.js'
import { type AnyQuoter, quoterOf } from '../../strategy/parse-params.js'
import { coreSettings } from '../bot/settings/core-settings.js'
import type { LoadedStrategy } from '../strategy/load-strategy.js'

export interface ReplayedRun {
  /** Of the tape. */
  readonly name: string
  /** With which the run began, as its manifest has it. */
  readonly recorded: unknown
  /** The same, read. */
  readonly config: Config
  readonly strategy: LoadedStrategy
  /** Of the content of the strategy's file. */
  readonly sha256: string | undefined
}

export class ReplayedSettings {
  readonly #run: ReplayedRun
  readonly #definition: AnyStrategy
  #quoter: AnyQuoter
  #params: string

  constructor(run: ReplayedRun) {
    this.#run = run
    this.#definition = run.strategy.definition
    this.#quoter = run.strategy.quote
    this.#params = JSON.stringify(run.config.strategy.params)
  }

  /** Whether the strategy of then is the one that is here. */
  isKnown({ config: { sha256 } }: Pick<SettingsChange, 'config'>): boolean {
    return sha256 === undefined || sha256 === this.#run.sha256
  }

  /** A strategy with the same parameters is the same as before, as it was in the run. */
  of({ config: { sha256: _sha256, ...sections } }: Pick<SettingsChange, 'config'>): CoreSettings {
    const { name, recorded } = this.#run
    // JSON is YAML
    const text = JSON.stringify({ ...Object(recorded), ...sections })
    const config = parseConfig({ file: join(name, 'config'), text })
    const params = JSON.stringify(config.strategy.params)
    if (params !== this.#params) {
      const { source } = this.#quoter
      const bound = { params: config.params(this.#definition.params), ...(source === undefined ? {} : { source }) }
      this.#quoter = quoterOf(this.#definition, bound)
      this.#params = params
    }
    return coreSettings(config, this.#quoter)
  }
}
