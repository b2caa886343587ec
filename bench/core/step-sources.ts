// The sources that the step driver drives, loaded from a checkout: their types are said here, as far as they are used.

import { loadSources } from '../harness/source-paths.js'

export interface Input {
  readonly kind: string
  readonly [field: string]: unknown
}

export interface Loop {
  push(input: Input): void
}

export interface Wish {
  readonly quotes: readonly { readonly price: number }[]
}

interface Schema {
  parse(value: unknown): unknown
}

export interface Sources {
  readonly Core: new (settings: unknown) => unknown
  readonly Loop: new (parts: unknown) => Loop
  readonly bindStrategy: (strategy: unknown, params?: unknown) => (view: unknown, memory?: unknown) => Wish
  readonly asLogit: unknown
  readonly executionSettings: Schema
  readonly feedSettings: Schema
  readonly riskLimits: { parse(value: unknown): { readonly killSwitch?: object } }
}

export async function sourcesAt(root: string): Promise<Sources> {
  const all: Partial<Sources> = Object.assign(
    {},
    ...(await loadSources(root, [
      'src/core/core.js',
      'src/bot/loop.js',
      'src/strategy/parse-params.js',
      'strategies/as-logit.js',
      'src/execution/schema.js',
      'src/feed/schema.js',
      'src/risk/schema.js',
    ])),
  )
  const { Core, Loop, bindStrategy, asLogit, executionSettings, feedSettings, riskLimits } = all
  if (!Core || !Loop || !bindStrategy || !asLogit || !executionSettings || !feedSettings || !riskLimits) {
    throw new Error(`${root}: a source lacks what the bench drives it by`)
  }
  return { Core, Loop, bindStrategy, asLogit, executionSettings, feedSettings, riskLimits }
}
