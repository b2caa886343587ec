// `quoin replay`: the inputs of recorded runs given to the core again; its decisions must be those that were recorded.

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Config, parseConfig } from '../../../config/config.js'
import { Core } from '../../../core/core.js'
import { QuoinError } from '../../../domain/error.js'
import type { TapeRun } from '../../../recording/manifest.js'
import { openTape, type Tape } from '../../../recording/open-tape.js'
import { type ReplayResult, replayCore } from '../../../recording/replay-core.js'
import { coreSettings } from '../../bot/settings/core-settings.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { unlessEnded } from '../../strategy/load-failure.js'
import { ENDED, loadStrategy } from '../../strategy/load-strategy.js'
import { ReplayedSettings } from '../../tape/replayed-settings.js'
import { fileHash } from '../../tape/tape-recording.js'

export interface ReplayFlags {
  /** Only this run. */
  readonly run?: string
  /** Instead of the file that the manifest names. */
  readonly strategy?: string
}

interface RunReplay extends ReplayResult {
  readonly run: string
  readonly notes: readonly string[]
}

export async function replay(path: string, flags: ReplayFlags, { out }: CommandContext): CommandResult {
  const notes: string[] = []
  const tape = await openTape(path, { onNote: (message) => notes.push(message) })
  const runs = tape.files.core.map(({ run }) => run).filter((run) => flags.run === undefined || run === flags.run)
  if (runs.length === 0) {
    const what = flags.run === undefined ? 'a recorded core' : `a recorded core of run ${flags.run}`
    throw new QuoinError('bad-tape', `${path}: expected ${what} (core-<run>-0001.jsonl.gz), got none`)
  }
  const replays: RunReplay[] = []
  for (const run of runs) replays.push(await replayRun(tape, run, flags))
  const identical = replays.every(({ difference }) => difference === undefined)
  out.data({ identical, runs: replays, notes }, () => [...notes, ...replays.flatMap(describe)])
  return identical ? 'ok' : 'failed'
}

async function replayRun(tape: Tape, run: string, flags: ReplayFlags): Promise<RunReplay> {
  const entry = tape.manifest?.runs.find((each) => each.run === run)
  if (entry?.config === undefined) {
    const got = tape.manifest === undefined ? 'no manifest' : `a manifest without run ${run}`
    throw new QuoinError('bad-tape', `${tape.name}: expected the run's settings in its manifest, got ${got}`)
  }
  const { config, notes } = recordedConfig(tape, entry, flags)
  const strategy = await loadStrategy(config)
  const { file } = config.strategy
  const path = file === undefined ? undefined : resolve(config.folder, file)
  const sha256 = path === undefined ? undefined : fileHash(path)
  const settings = new ReplayedSettings({ name: tape.name, recorded: entry.config, config, strategy, sha256 })
  const core = new Core({ ...coreSettings(config, strategy.quote), changed: (change) => settings.of(change) })
  const result = await unlessEnded(path, ENDED, () =>
    replayCore(tape.coreRecords(run), {
      step: (event) => core.step(event),
      isKnown: (event) => event.kind !== 'settings' || settings.isKnown(event),
    }),
  )
  return { run, ...result, notes }
}

/** The settings of then. Throws `bad-config` where this version does not know them any more, or the strategy's file is gone. */
function recordedConfig(
  tape: Tape,
  { config, strategy }: TapeRun,
  flags: ReplayFlags,
): { readonly config: Config; readonly notes: readonly string[] } {
  // JSON is YAML
  const then = parseConfig({ file: join(tape.name, 'config'), text: JSON.stringify(config) })
  const file = flags.strategy === undefined ? strategy?.file : resolve(flags.strategy)
  if (file === undefined) return { config: then, notes: [] }
  if (!existsSync(file)) {
    const message = `strategy.file: expected the strategy of then, got nothing at ${file}; name it with --strategy`
    throw new QuoinError('bad-config', message)
  }
  const isSame = strategy?.sha256 === undefined || fileHash(file) === strategy.sha256
  const notes = isSame ? [] : [`${file} is not as it was: it has another content than the strategy of then`]
  const { slowAfterMs, maxLevels, params } = then.strategy
  return { config: { ...then, strategy: { slowAfterMs, maxLevels, params, file } }, notes }
}

function describe({ run, events, until, difference, notes }: RunReplay): string[] {
  const end =
    until === 'stop'
      ? ', up to its stop'
      : until === 'gap'
        ? ', up to the first gap: lines are missing, and nothing after it can be replayed'
        : until === 'strategy'
          ? ", up to where another content of the strategy's file was taken up: it is not here"
          : ''
  if (difference === undefined) return [...notes, `run ${run}: ${events} events, identical${end}`]
  const { seq, kind, conditionId, path, left, right } = difference
  return [
    ...notes,
    `run ${run}: ${events} events identical, then event ${seq} (${kind}) differs`,
    ...(conditionId === undefined ? [] : [`  market:   ${conditionId}`]),
    `  field:    ${path}`,
    `  recorded: ${left}`,
    `  replayed: ${right}`,
  ]
}
